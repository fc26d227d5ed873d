import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { playgroundIds } from "../../playground/discord/index.ts";
import { openStore } from "../../commands/store.ts";
import { openSqliteFile } from "../../src/store/sqlite.ts";
import { createVault } from "../../src/vault/vault.ts";
import { parseSecretKeys } from "../../src/vault/secret-keys.ts";
import { type BotProcess, startBotProcess } from "../support/bot-process.ts";
import { link } from "../support/harness.ts";
import { type Emulators, startEmulators } from "../support/emulators.ts";
import { sampleSchedule } from "../support/sample-schedule.ts";
import { until } from "../support/wait-for.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const secretKeys = `k1:${Buffer.alloc(32, 5).toString("base64")}`;
const { guildId, ada, calendar } = playgroundIds;
/** So many others are due every five minutes, as often as anything may be. */
const others = 25;
/** More than may be sent in one second. */
const atOnce = 60;

let stack: AsyncDisposableStack;
let emulators: Emulators;
let database: string;
let bot: BotProcess;
beforeAll(async () => {
  await using starting = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "workspace-bot-clock-"));
  starting.defer(() => rm(folder, { recursive: true, force: true }));
  emulators = starting.use(
    await startEmulators({ rateLimits: { globalPerSecond: 1_000, perRouteInFiveSeconds: 1_000 } }),
  );
  emulators.service.setRateLimit(1_000_000);
  const store = await openStore({ databaseUrl: undefined, dataFolder: folder, now: Date.now });
  await link({ store, vault: createVault(parseSecretKeys(secretKeys)), now: Date.now }, emulators.service);
  const createdAt = Date.now();
  // Unlike a calendar, they don't belong to one week; the order is not old for a clock that is ahead.
  const [_id, at] = ["0".repeat(24), new Date(createdAt + 15 * dayMs).toISOString()];
  const order = { _id, order_number: 1, items: ["Tea"], status: "submitted", createdAt: at, updatedAt: at };
  emulators.service.state.orders.set(_id, { order, steps: [] });
  const planned = (place: { readonly id: string; readonly guildId: string; readonly channelId: string }) => ({
    ...sampleSchedule({ linkKey: "cafe", makerDiscordUserId: ada, createdAt, ...place }),
    kind: "orders",
    options: {},
  });
  await store.schedules.create(planned({ id: "due", guildId, channelId: calendar }));
  for (let index = 0; index < atOnce; index++) {
    const place = { guildId, channelId: playgroundIds.audit };
    await store.schedules.create(planned({ ...place, id: `at-once-${index}` }));
  }
  for (let index = 0; index < others; index++) {
    const place = { guildId, channelId: playgroundIds.orders };
    await store.schedules.create({
      ...planned({ ...place, id: `other-${index}` }),
      rule: { kind: "cron", expression: "*/5 * * * *" },
      nextDueAt: createdAt + 5 * minuteMs,
    });
  }
  await store.close();
  database = join(folder, "workspace-bot.sqlite");
  const environment = { ...emulators.environment, DATA_FOLDER: folder, SECRET_KEYS: secretKeys };
  const preload = join(import.meta.dirname, "../support/clock.process.ts");
  bot = startBotProcess({ ...environment, LOG_LEVEL: "info" }, [], { preload });
  starting.defer(async () => void (await bot.stop("SIGTERM")));
  await until("the bot is ready", () => bot.output().includes('"ready"'));
  stack = starting.move();
});
afterAll(() => stack.disposeAsync());

function setDue(idLike: string, at: number): void {
  const connection = openSqliteFile(database);
  connection.prepare("update schedules set next_due_at = ? where id like ?").run(at, idLike);
  connection.close();
}

/** Resolves once a post that falls due in a second, on a bot whose clock is so much ahead, is there: long before the clock has caught up with any jump. */
async function untilPosted(aheadMs: number): Promise<void> {
  const { discord } = emulators;
  const before = discord.messagesIn(calendar).length;
  setDue("due", Date.now() + aheadMs + 1_000);
  await until("the post", () => discord.messagesIn(calendar).length > before, 20_000);
}

/** The processor time of the longest turn since the last jump, in milliseconds, whatever else the machine does. */
async function longestTurn(): Promise<unknown> {
  bot.send("longest");
  return bot.answer();
}

test("a clock set back by an hour prolongs none of Discord's limits by that hour", async () => {
  const { discord } = emulators;
  await untilPosted(0);
  discord.faults.failRequests({ status: 429, global: true, retryAfterSeconds: 3 });
  setDue("at-once-%", Date.now());
  await until("the limit is met", () => discord.requests.some(({ status }) => status === 429));
  bot.send(-hourMs);
  const there = () => discord.messagesIn(playgroundIds.audit).length >= atOnce;
  await until("all posts", there, 20_000);
  bot.send(0);
});

const jumps = [
  { name: "set back an hour", to: [-hourMs] },
  { name: "set back a minute and at once right again", to: [-minuteMs, 0] },
  { name: "set ahead a day", to: [dayMs] },
  { name: "set ahead by 14 days", to: [14 * dayMs] },
  { name: "set back to what is right", to: [0] },
];

test.each(jumps)("$name, a post appears and nothing blocks the event loop", async ({ to }) => {
  for (const aheadMs of to) bot.send(aheadMs);
  await untilPosted(to.at(-1) ?? 0);
  // A turn takes some milliseconds; going through each due time of two weeks would take seconds.
  expect(await longestTurn()).toBeLessThan(1_000);
});
