import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { playgroundIds } from "../../playground/discord/index.ts";
import { openStore } from "../../commands/store.ts";
import type { Store } from "../../src/store/store.ts";
import { createVault } from "../../src/vault/vault.ts";
import { parseSecretKeys } from "../../src/vault/secret-keys.ts";
import { startBotProcess } from "../support/bot-process.ts";
import { type Emulators, startEmulators } from "../support/emulators.ts";
import { type BotDatabase, makeBotDatabase, secretKeys } from "../support/filled-database.ts";
import { link } from "../support/harness.ts";
import { sampleSchedule } from "../support/sample-schedule.ts";
import { until } from "../support/wait-for.ts";

const minuteMs = 60_000;
const { guildId, calendar, managers, ada } = playgroundIds;

let emulators: Emulators;
beforeAll(async () => {
  emulators = await startEmulators();
});
afterAll(() => emulators[Symbol.asyncDispose]());

async function withStore<T>({ folder }: BotDatabase, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore({ databaseUrl: undefined, dataFolder: folder, now: Date.now });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Until both posts of the day have their outcome. */
async function runBot(database: BotDatabase): Promise<void> {
  const bot = startBotProcess({ ...emulators.environment, ...database.environment });
  await until("both posts have their outcome", async () => {
    const { deliveries = [] } = await database.dump();
    return deliveries.filter((row) => /"state":"(sent|failed)"/.test(row)).length === 2;
  });
  expect(await bot.stop("SIGTERM")).toBe(0);
}

test("after a restore, posts made since the backup aren't repeated, and missing ones are posted", async () => {
  const [_id, at] = ["0".repeat(24), new Date().toISOString()];
  const order = { _id, order_number: 1, items: ["Tea"], status: "submitted", createdAt: at, updatedAt: at };
  emulators.service.state.orders.set(_id, { order, steps: [] });
  const database = await makeBotDatabase("SQLite");
  await withStore(database, async (store) => {
    const ctx = { store, vault: createVault(parseSecretKeys(secretKeys)), now: Date.now };
    await link(ctx, emulators.service);
    const dueAt = Math.floor(Date.now() / minuteMs) * minuteMs - 30 * minuteMs;
    const rule = {
      kind: "weekly",
      days: [1, 2, 3, 4, 5, 6, 7],
      time: new Date(dueAt).toISOString().slice(11, 16),
    };
    for (const channelId of [calendar, managers]) {
      const parts = {
        guildId,
        linkKey: "cafe",
        channelId,
        makerDiscordUserId: ada,
        createdAt: dueAt - minuteMs,
      };
      await store.schedules.create({
        ...sampleSchedule({ id: `in-${channelId}`, ...parts }),
        // Unlike a calendar, it doesn't belong to one week.
        kind: "orders",
        options: {},
        rule,
        zone: "UTC",
        // As if the backup were from the day before the day before.
        nextDueAt: dueAt - 2 * 24 * 60 * minuteMs,
      });
    }
  });
  const file = join(database.folder, "before.backup");
  expect(await database.tool(["--backup", file])).toMatchObject({ code: 0 });
  await runBot(database);
  const [posted] = emulators.discord.messagesIn(managers);
  expect(posted?.embeds[0]?.image?.url).toMatch(/\.png/);
  expect(emulators.discord.messagesIn(calendar)).toHaveLength(1);
  // What this stands for: the bot was away when that one was due.
  const path = `/v10/channels/${managers}/messages/${posted?.id}`;
  const headers = { authorization: `Bot ${emulators.discord.botToken}` };
  const removed = await fetch(`${emulators.discord.apiUrl}${path}`, { method: "DELETE", headers });
  expect(removed.status).toBe(204);
  // Discord no longer knows the nonces.
  emulators.clock.advance(20 * minuteMs);

  expect(await database.tool(["--restore", file])).toMatchObject({ code: 0 });
  await runBot(database);
  expect(emulators.discord.messagesIn(calendar)).toHaveLength(1);
  expect(emulators.discord.messagesIn(managers)).toHaveLength(1);
});

test("a backup with very old and unreadable schedules is restored in one go, and the bot starts", async () => {
  const database = await makeBotDatabase("SQLite");
  const old = { guildId, linkKey: "cafe", channelId: managers, makerDiscordUserId: ada, createdAt: 0 };
  const often = { kind: "cron", expression: "*/5 * * * *" };
  const strange: readonly { readonly id: string; readonly rule: unknown; readonly zone?: string }[] = [
    { id: "often", rule: often },
    { id: "daily", rule: { kind: "weekly", days: [1, 2, 3, 4, 5, 6, 7], time: "09:00" } },
    { id: "wrapped", rule: { kind: "cron", expression: "0 22-2 * * *" } },
    { id: "no-rule", rule: "soon" },
    { id: "no-zone", rule: often, zone: "Mars/Olympus" },
  ];
  await withStore(database, async (store) => {
    await link({ store, vault: createVault(parseSecretKeys(secretKeys)), now: Date.now }, emulators.service);
    for (const parts of strange)
      await store.schedules.create({
        ...sampleSchedule({ id: "", ...old }),
        zone: "Europe/Berlin",
        ...parts,
        kind: "orders",
        options: {},
        // In 1970.
        nextDueAt: 0,
      });
  });
  const file = join(database.folder, "old.backup");
  expect(await database.tool(["--backup", file])).toMatchObject({ code: 0 });
  const { code, output } = await database.tool(["--restore", file]);
  expect(output).toMatch(/^Restoring .*old\.backup\. Keep the bot stopped/);
  expect(output).not.toMatch(/^ +at /m);
  expect(code).toBe(0);

  const restored = await database.dump();
  const dueNow = (restored["deliveries"] ?? []).filter((row) => /"schedule_id":"(often|daily)"/.test(row));
  expect(dueNow).toHaveLength(2);
  expect(restored["deliveries"]).toHaveLength(2);
  const bot = startBotProcess({ ...emulators.environment, ...database.environment });
  await until("those that nobody can read are paused", async () => {
    const { schedules = [] } = await database.dump();
    return schedules.filter((row) => row.includes('"paused"')).length === 3;
  });
  expect(await bot.stop("SIGTERM")).toBe(0);
  expect(bot.output()).not.toContain("a job failed");
});
