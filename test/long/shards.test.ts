import { expect, test } from "vitest";
import { type BotProcess, startBotProcess } from "../support/bot-process.ts";
import { createPostgresDatabase } from "../support/databases.ts";
import { startShardedDiscord } from "../support/sharded.ts";
import { until } from "../support/wait-for.ts";

const shards = [0, 1, 2, 3, 4, 5, 6, 7];
/** As on Discord, less half a second that a busy machine may take between sending and receiving. */
const limits = { shards: 8, maxConcurrency: 4, identifyEveryMs: 4_500 };
const isReady = (bot: BotProcess): boolean => bot.output().includes('"ready"');

test.each([
  ["mirrored pairs", ["0-3/8", "0-3/8", "4-7/8", "4-7/8"]],
  ["two replicas with all shards", ["auto", "auto"]],
])("%s are restarted one by one while people work: each interaction is answered once", async (_, ranges) => {
  await using cleanup = new AsyncDisposableStack();
  const database = await createPostgresDatabase();
  cleanup.defer(() => database.drop());
  await using world = await startShardedDiscord(shards.length, limits);
  const { discord, environment } = world;
  const all: BotProcess[] = [];
  cleanup.defer(async () => void (await Promise.all(all.map((bot) => bot.stop("SIGTERM")))));
  const start = (range: string): BotProcess => {
    const bot = startBotProcess({
      ...environment,
      DATABASE_URL: database.url,
      DISCORD_SHARDS: range,
    });
    all.push(bot);
    return bot;
  };
  const running = ranges.map(start);
  const allConnected = () =>
    until("every shard is connected twice", () => discord.connectedShards() === 2 * shards.length, 90_000);
  await allConnected();
  await until("all are ready", () => running.every(isReady));

  const kinds: string[] = [];
  const work = { isOver: false };
  const loads = shards.map(async (shard) => {
    while (!work.isOver) kinds.push((await world.help(shard)).kind);
  });
  for (const [index, range] of ranges.entries()) {
    expect(await running[index]?.stop("SIGTERM")).toBe(0);
    running[index] = start(range);
    await allConnected();
  }
  work.isOver = true;
  await Promise.all(loads);

  expect(kinds.length).toBeGreaterThan(100);
  expect(kinds.filter((kind) => kind !== "message")).toEqual([]);
  const output = all.map((bot) => bot.output()).join("");
  // What Discord says to a second reply.
  expect(output).not.toContain("40060");
  expect(discord.identifies.filter(({ isTooEarly }) => isTooEarly)).toEqual([]);
});
