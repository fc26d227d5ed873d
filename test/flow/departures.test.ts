// Depends on: database.
import { afterEach, beforeEach, expect, test } from "vitest";
import { departures } from "../../src/jobs/housekeeping.ts";
import { playgroundIds } from "../../playground/discord/index.ts";
import { type Harness, jobTools, startHarness } from "../support/harness.ts";

const { guildId } = playgroundIds;
const hourMs = 60 * 60_000;
/** As promised in the privacy page. */
const sevenDaysMs = 7 * 24 * hourMs;
let harness: Harness;
beforeEach(async () => {
  harness = await startHarness();
});
afterEach(() => harness[Symbol.asyncDispose]());

const walk = (): Promise<void> => {
  return departures.run(jobTools(harness.app));
};
const isLinked = async (): Promise<boolean> =>
  (await harness.app.ctx.store.guildLinks.list(guildId)).length > 0;

test("a guild that removed the bot has its data deleted after seven days, not sooner", async () => {
  harness.discord.removeBotFromGuild(guildId);
  await walk();
  harness.clock.advance(6 * 24 * hourMs + 23 * hourMs);
  await walk();
  expect(await isLinked()).toBe(true);
  harness.clock.advance(hourMs + 60_000);
  await walk();
  expect(await isLinked()).toBe(false);
  expect(await harness.app.ctx.store.departures.knownGuildIds()).toEqual([]);
});

test("a guild that has the bot keeps its data indefinitely", async () => {
  await walk();
  harness.clock.advance(10 * sevenDaysMs);
  await walk();
  expect(await isLinked()).toBe(true);
});

test("a Discord outage deletes nothing", async () => {
  harness.discord.faults.failRequests({ status: 500, pathPart: "/guilds", times: 1 });
  await expect(walk()).rejects.toThrow();
  harness.clock.advance(2 * sevenDaysMs);
  await walk();
  expect(await isLinked()).toBe(true);
});

test.each([
  ["refuses to tell of it", { status: 403, code: 0 }],
  ["says that a permission is missing", { status: 403, code: 50_013 }],
  ["knows no such page", { status: 404, code: 0 }],
  ["refuses the token", { status: 401, code: 0 }],
] as const)("a guild isn't considered gone when Discord only %s", async (_what, fault) => {
  const { departures: left, accessRoles } = harness.app.ctx.store;
  const odd = "900000000000000001";
  await accessRoles.set(odd, "1", "staff");
  harness.discord.faults.failRequests({ ...fault, pathPart: `/guilds/${odd}`, times: 2 });
  await walk();
  expect(await left.due(harness.clock.now() + 1)).toEqual([]);
  expect(harness.logs.some((line) => line.includes(odd) && line.includes("could not find out"))).toBe(true);
});

test("a problem with one guild neither deletes it nor affects another", async () => {
  const { departures: left, accessRoles } = harness.app.ctx.store;
  const [odd, gone] = ["900000000000000001", "900000000000000002"];
  for (const id of [odd, gone]) {
    await accessRoles.set(id, "1", "staff");
    await left.observe(id, harness.clock.now() - sevenDaysMs - 1);
  }
  harness.discord.faults.failRequests({ status: 500, pathPart: `/guilds/${odd}` });
  await walk();
  expect(await left.knownGuildIds()).toEqual(expect.arrayContaining([guildId, odd]));
  expect(await left.knownGuildIds()).not.toContain(gone);
});
