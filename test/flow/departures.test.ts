import { afterEach, beforeEach, expect, test } from "vitest";
import { departureGraceMs, departures } from "../../src/jobs/departures.ts";
import { playgroundIds } from "../../src/playground/discord/index.ts";
import { type Harness, jobTools, startHarness } from "../support/harness.ts";

const { guildId } = playgroundIds;
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

test("a guild that removed the bot loses its data after seven days, not before", async () => {
  harness.discord.removeBotFromGuild(guildId);
  await walk();
  harness.clock.advance(departureGraceMs - 60_000);
  await walk();
  expect(await isLinked()).toBe(true);
  harness.clock.advance(120_000);
  await walk();
  expect(await isLinked()).toBe(false);
  expect(await harness.app.ctx.store.departures.knownGuildIds()).toEqual([]);
});

test("a guild that has the bot keeps its data, however long", async () => {
  await walk();
  harness.clock.advance(10 * departureGraceMs);
  await walk();
  expect(await isLinked()).toBe(true);
});

test("trouble at Discord deletes nothing", async () => {
  harness.discord.faults.failRequests({ status: 500, pathPart: "/guilds", times: 1 });
  await expect(walk()).rejects.toThrow();
  harness.clock.advance(2 * departureGraceMs);
  await walk();
  expect(await isLinked()).toBe(true);
});

test("trouble with one guild neither deletes it nor keeps another", async () => {
  const { departures: left, accessRoles } = harness.app.ctx.store;
  const [odd, gone] = ["900000000000000001", "900000000000000002"];
  for (const id of [odd, gone]) {
    await accessRoles.set(id, "1", "staff");
    await left.notice(id, harness.clock.now() - departureGraceMs - 1);
  }
  harness.discord.faults.failRequests({ status: 500, pathPart: `/guilds/${odd}` });
  await walk();
  expect(await left.knownGuildIds()).toEqual(expect.arrayContaining([guildId, odd]));
  expect(await left.knownGuildIds()).not.toContain(gone);
});
