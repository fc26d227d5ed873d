import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Delivery } from "../../commands/boards/store.ts";
import { type App, startApp } from "../../src/app.ts";
import { readConfig } from "../../src/config.ts";
import { posting } from "../../commands/schedule/delivery/job.ts";
import { runJob } from "../../src/jobs/runner.ts";
import { createLogger } from "../../src/log/index.ts";
import { playgroundIds } from "../../playground/discord/index.ts";
import { createSecretRegistry } from "../../src/log/redact.ts";
import { startBotProcess } from "../support/bot-process.ts";
import { createPostgresDatabase, type TestDatabase } from "../support/databases.ts";
import { collector, jobTools, link } from "../support/harness.ts";
import { type Emulators, startEmulators } from "../support/emulators.ts";
import { sampleSchedule } from "../support/sample-schedule.ts";
import { shown } from "../support/replies.ts";
import { until } from "../support/wait-for.ts";

const { guildId, calendar, ada } = playgroundIds;
const [k1 = "", k2 = "", k3 = ""] = [1, 2, 3].map(
  (number) => `k${number}:${Buffer.alloc(32, number).toString("base64")}`,
);

let emulators: Emulators;
let database: TestDatabase;
let folder: string;
let logs: string[];
const running = new Set<App>();

beforeEach(async () => {
  emulators = await startEmulators();
  emulators.service.setRateLimit(1_000_000);
  database = await createPostgresDatabase();
  folder = await mkdtemp(join(tmpdir(), "workspace-bot-keys-"));
  logs = [];
});
afterEach(async () => {
  for (const app of running) await stop(app);
  await emulators[Symbol.asyncDispose]();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const environment = (secretKeys: string) => ({
  ...emulators.environment,
  DATA_FOLDER: folder,
  DATABASE_URL: database.url,
  SECRET_KEYS: secretKeys,
});

/** One replica. No job runs by itself. */
async function start(...keys: readonly string[]): Promise<App> {
  const { discord, clock } = emulators;
  const secrets = createSecretRegistry();
  const app = await startApp({
    config: { ...readConfig(environment(keys.join())), discordToken: discord.botToken },
    log: createLogger({ level: "trace", destination: collector(logs), secrets }),
    secrets,
    now: clock.now,
    jobs: [],
    serviceLimits: { cacheBytes: 0, limit: 1_000_000, failureThreshold: 1_000_000 },
  });
  running.add(app);
  return app;
}
async function stop(app: App): Promise<void> {
  running.delete(app);
  await app.stop();
}
/** As an operator does it: one after another, and people use the bot in between. */
async function restart(apps: readonly App[], ...keys: readonly string[]): Promise<readonly App[]> {
  const [first, second] = apps;
  if (first === undefined || second === undefined) throw new Error("two replicas are needed");
  await stop(first);
  const renewed = await start(...keys);
  await bothServe(renewed, second);
  await stop(second);
  const apps2 = [renewed, await start(...keys)];
  await bothServe(...apps2);
  return apps2;
}
async function bothServe(...apps: readonly App[]): Promise<void> {
  for (let time = 0; time < 4; time++) {
    const told = shown(await emulators.as("mia").run("order search")).text;
    expect(told).toMatch(/orders?/);
    expect(told).not.toMatch(/can't open/);
  }
  for (const app of apps) expect((await posted(app)).state).toBe("sent");
}
/** What comes of a post that this replica makes. */
async function posted(app: App): Promise<Delivery> {
  const { ctx } = app;
  const id = await addSchedule(app);
  await ctx.store.deliveries.add({ scheduleId: id, guildId, dueAt: ctx.now() });
  await runJob(posting, jobTools(app));
  return newest(app, id);
}
async function addSchedule({ ctx }: App): Promise<string> {
  const id = ctx.newId();
  const place = { guildId, linkKey: "cafe", channelId: calendar, makerDiscordUserId: ada };
  const at = Temporal.Instant.fromEpochMilliseconds(ctx.now()).toString();
  const _id = "0".repeat(24);
  const order = { _id, order_number: 9_000, items: ["Flat white"], status: "submitted" };
  emulators.service.state.orders.set(_id, { order: { ...order, createdAt: at, updatedAt: at }, steps: [] });
  // About no week: the clock that is advanced may pass the end of one. The order stays open.
  const schedule = { ...sampleSchedule({ ...place, id, createdAt: ctx.now() }), kind: "orders" };
  await ctx.store.schedules.create(schedule);
  return id;
}
async function newest({ ctx }: App, id: string): Promise<Delivery> {
  const [delivery] = await ctx.store.deliveries.list(id, 1);
  if (delivery === undefined) throw new Error("nothing was due");
  return delivery;
}
const sealedWith = async ({ ctx }: App): Promise<string | undefined> =>
  (await ctx.store.guildLinks.find(guildId, "cafe"))?.sealedToken.split(".")[1];

test("encryption keys are changed one replica after another, as documented, and nobody is refused", async () => {
  let apps: readonly App[] = [await start(k1), await start(k1)];
  const [first] = apps;
  if (first === undefined) throw new Error("nothing runs");
  await link(first.ctx, emulators.service);
  await bothServe(...apps);
  apps = await restart(apps, k1, k2);
  apps = await restart(apps, k2, k1);
  const tool = startBotProcess(environment(`${k2},${k1}`), ["--reseal"]);
  expect(await tool.ended).toBe(0);
  expect(tool.output()).toContain("No stored secret needs the keys after k2 anymore.");
  apps = await restart(apps, k2);
  const [last] = apps;
  if (last === undefined) throw new Error("nothing runs");
  expect(await sealedWith(last)).toBe("k2");
  for (const schedule of await last.ctx.store.schedules.list(guildId)) expect(schedule.state).toBe("active");
}, 120_000);

test("a replica with the wrong keys pauses no schedule, reports its own fault, and the post comes later", async () => {
  const other = { guildId: "1", linkKey: "one1", workspaceId: "w1", name: "Other" };
  const right = await start(k1);
  await link(right.ctx, emulators.service);
  await stop(right);
  const wrong = await start(k2, k1);
  const sealedToken = wrong.ctx.vault.seal("x", JSON.stringify(["guild-link", "1", "w1"]));
  await wrong.ctx.store.guildLinks.save(
    { ...other, sealedToken, linkedByDiscordUserId: ada, linkedAt: 1, createdAt: 1 },
    10,
  );
  await stop(wrong);

  // It opens the key of the other server, so it starts, with a warning.
  const half = await start(k2);
  expect(logs.join("")).toContain("1 of 2 stored workspace keys can't be decrypted");
  const failed = await posted(half);
  expect(failed).toMatchObject({ state: "waiting", reason: expect.stringContaining("who runs this bot") });
  const { scheduleId: id } = failed;
  expect((await half.ctx.store.schedules.find(guildId, id))?.state).toBe("active");
  const told = shown(await emulators.as("mia").run("order search")).text;
  expect(told).toMatch(/can't decrypt this server's workspace key.*nothing was sent.*who runs this bot/);
  expect(told).not.toContain("/link set");
  await stop(half);

  const mended = await start(k2, k1);
  emulators.clock.advance(11 * 60_000);
  await until("it is posted", async () => {
    await runJob(posting, jobTools(mended));
    return (await newest(mended, id)).state === "sent";
  });
}, 120_000);

test("a start is refused with keys that decrypt nothing, unless the operator declares them lost", async () => {
  const right = await start(k1);
  await link(right.ctx, emulators.service);
  await stop(right);
  const wrong = startBotProcess(environment(k3));
  expect(await wrong.ended).toBe(1);
  expect(wrong.output()).toMatch(
    /1 of 1 stored workspace key can't be decrypted.*Nothing was started.*SECRET_KEYS/,
  );
  expect(wrong.output()).not.toMatch(/at .*\.ts:/);

  const lost = startBotProcess(environment(k3), ["--keys-lost"]);
  await until("it runs", () => lost.output().includes("The bot is online"));
  expect(await lost.stop("SIGTERM")).toBe(0);
}, 120_000);

test("without SECRET_KEYS nothing starts on a shared database", async () => {
  const { SECRET_KEYS: _, ...without } = environment(k1);
  for (const args of [[], ["--check"], ["--reseal"]]) {
    const bot = startBotProcess(without, args);
    expect(await bot.ended).toBe(1);
    expect(bot.output()).toMatch(/SECRET_KEYS: It's required with DATABASE_URL/);
  }
});
