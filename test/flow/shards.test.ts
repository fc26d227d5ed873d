// Depends on: nothing that varies.
import { expect, test } from "vitest";
import { checkDiscord } from "../../src/start/check.ts";
import { readConfig } from "../../src/config.ts";
import { describeForOperator } from "../../src/start/operator-message.ts";
import { createPostgresDatabase } from "../support/databases.ts";
import { type ShardedDiscord, startShardedDiscord } from "../support/sharded.ts";
import { until } from "../support/wait-for.ts";

test("a bot opens as many shards as Discord recommends", async () => {
  await using world = await startShardedDiscord(2, { shards: 2 });
  await world.start({}, 0);
  await until("both are connected", () => world.discord.connectedShards() === 2);
  expect(world.discord.identifies.map(({ shard }) => shard)).toEqual([
    [0, 2],
    [1, 2],
  ]);
});

test("with 16 shards, people on ready ones get replies while the others log in", async () => {
  await using world = await startShardedDiscord(16, { shards: 16, maxConcurrency: 1, identifyEveryMs: 0 });
  const { app } = await world.start({ HTTP_PORT: "0" }, 400);
  const readyz = async () => {
    const response = await fetch(`http://127.0.0.1:${app.httpPort ?? 0}/readyz`);
    return { status: response.status, text: await response.text() };
  };

  const kinds: string[] = [];
  const early = await readyz();
  for (let before = 0; before < 16; before = world.identified().length) {
    await until("another is ready", () => world.identified().length > before);
    const outcomes = await Promise.all(world.identified().map((shard) => world.help(shard)));
    kinds.push(...outcomes.map(({ kind }) => kind));
  }
  expect(kinds.filter((kind) => kind !== "message")).toEqual([]);
  expect(kinds.length).toBeGreaterThan(16);
  expect(early.status).toBe(503);
  expect(early.text).toMatch(/only \d+ of 16 shards are connected/);
  await until("all are ready", async () => (await readyz()).status === 200);
  expect(loginSpanMs(world)).toBeGreaterThan(12 * 400);
});

test("replicas on one Postgres share the pace at which shards log in", async () => {
  const database = await createPostgresDatabase();
  await using cleanup = new AsyncDisposableStack();
  cleanup.defer(() => database.drop());
  await using world = await startShardedDiscord(8, { shards: 8, maxConcurrency: 2, identifyEveryMs: 0 });
  const settings = { DATABASE_URL: database.url };
  await Promise.all([
    world.start({ ...settings, DISCORD_SHARDS: "0-3/8" }, 400),
    world.start({ ...settings, DISCORD_SHARDS: "4-7/8" }, 400),
  ]);
  await until("all are connected", () => world.identified().length === 8);
  // Four turns for each of the two buckets. Replicas with a pace of their own would need two.
  expect(loginSpanMs(world)).toBeGreaterThan(2 * 400);
  expect(world.identified().toSorted((one, other) => one - other)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  const outcomes = await Promise.all([0, 3, 4, 7].map((shard) => world.help(shard)));
  expect(outcomes.map(({ kind }) => kind)).toEqual(["message", "message", "message", "message"]);
});

test("two replicas with the same shards answer each interaction once, and report unserved shards", async () => {
  const database = await createPostgresDatabase();
  await using cleanup = new AsyncDisposableStack();
  cleanup.defer(() => database.drop());
  await using world = await startShardedDiscord(4, { shards: 4 });
  const settings = { DATABASE_URL: database.url, HTTP_PORT: "0" };
  const shardLines = async (port: number | undefined) => {
    const text = await (await fetch(`http://127.0.0.1:${port ?? 0}/metrics`)).text();
    return text.split("\n").filter((line) => line.startsWith("workspace_bot_shards"));
  };
  await world.start({ ...settings, DISCORD_SHARDS: "0-1/4" }, 0);
  const same = await world.start({ ...settings, DISCORD_SHARDS: "0-1/4" }, 0);
  await until("both are connected", () => world.discord.connectedShards() === 4);
  const outcomes = await Promise.all([0, 1, 0, 1].map((shard) => world.help(shard)));
  expect(outcomes.map(({ kind }) => kind)).toEqual(["message", "message", "message", "message"]);
  const replies = () => world.discord.requests.filter(({ path }) => path.startsWith("/interactions/"));
  await until("all replies are done", () => replies().length >= 4);
  expect(replies().map(({ status }) => status < 300)).toEqual([true, true, true, true]);
  expect(await shardLines(same.app.httpPort)).toEqual([
    'workspace_bot_shards{state="ready"} 2',
    'workspace_bot_shards{state="missing"} 0',
    "workspace_bot_shards_unserved 2",
  ]);
  const rest = await world.start({ ...settings, DISCORD_SHARDS: "2-3/4" }, 0);
  expect(await shardLines(rest.app.httpPort)).toContain("workspace_bot_shards_unserved 0");
});

test.each([
  ["0-2/3", { shards: 10 }, /requires at least 4 shards .* recommends 10, but DISCORD_SHARDS .* into 3/],
  ["0-1/2", { loginsLeft: 1 }, /needs 2 logins, and Discord allows 1 more today.* in 240 minutes/],
  ["auto", { loginsLeft: 0 }, /needs 1 login, and Discord allows 0 more today/],
] as const)("%s with %j is refused at startup and by --check", async (shards, limits, sentence) => {
  await using world = await startShardedDiscord(1, limits);
  const settings = { DISCORD_SHARDS: shards };
  const refusal: unknown = await world.start(settings, 0).catch((error: unknown) => error);
  expect(describeForOperator(refusal)).toMatch(sentence);
  expect(world.discord.identifies).toEqual([]);
  const checked = checkDiscord(readConfig({ ...world.environment, ...settings }), world.discord.botToken);
  expect(describeForOperator(await checked.catch((error: unknown) => error))).toMatch(sentence);
});

test("fewer shards than Discord recommends are accepted while Discord allows it, and --check says so", async () => {
  await using world = await startShardedDiscord(4, { shards: 10 });
  const settings = { DISCORD_SHARDS: "0-3/4" };
  await world.start(settings, 0);
  await until("all are connected", () => world.discord.connectedShards() === 4);
  const config = readConfig({ ...world.environment, ...settings });
  const { text } = await checkDiscord(config, world.discord.botToken);
  expect(text).toContain("1000 logins left today; it recommends 10 shards");
});

test("a bot waiting for its login is live, but not ready", async () => {
  await using world = await startShardedDiscord(1, {});
  world.discord.faults.refuseGateway(4_000);
  const starting = world.start({ HTTP_PORT: "0" }, 0);
  const port = await world.openPort();
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined);
  await until("it is alive", async () => (await get("/healthz"))?.status === 200);
  const ready = await get("/readyz");
  expect(ready?.status).toBe(503);
  expect(await ready?.text()).toContain("not connected to Discord's gateway");
  world.discord.faults.clear();
  await starting;
  await until("it is ready", async () => (await get("/readyz"))?.status === 200);
});

test("startup warns when Discord sends commands elsewhere", async () => {
  await using world = await startShardedDiscord(1, {});
  const { app, logs } = await world.start({ DISCORD_INTERACTIONS: "http", HTTP_PORT: "0" }, 0);
  await world.discord.endpoints.setInteractionsUrl(`http://127.0.0.1:${app.httpPort ?? 0}/interactions`);
  expect(logs.join("")).not.toContain("Discord sends every command to");
  await app.stop();
  const onGateway = await world.start({}, 0);
  expect(onGateway.logs.join("")).toMatch(/"level":"warn".*Discord sends every command to http:/);
});

/**
 * From the first to the last time a shard logged in. A busy machine only lengthens it, while two of them may
 * arrive closer together than they were sent.
 */
function loginSpanMs({ discord }: ShardedDiscord): number {
  const times = discord.identifies.map(({ atMs }) => atMs);
  return Math.max(...times) - Math.min(...times);
}
