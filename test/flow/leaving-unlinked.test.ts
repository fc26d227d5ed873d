// Depends on: database.
import { afterEach, beforeEach, expect, test } from "vitest";
import { bakeryIds, playgroundIds } from "../../playground/discord/index.ts";
import { leavingUnlinked } from "../../src/jobs/housekeeping.ts";
import { createLinkSealContext } from "../../src/vault/vault.ts";
import { type Harness, jobTools, startHarness } from "../support/harness.ts";

const dayMs = 24 * 60 * 60_000;
const days = 5;
/** Never linked; the café is. */
const bakery = bakeryIds.guildId;
let harness: Harness;
beforeEach(async () => {
  harness = await startHarness({ leaveUnlinkedAfterDays: String(days), withJobs: false });
});
afterEach(() => harness[Symbol.asyncDispose]());

const look = (): Promise<void> => leavingUnlinked.run(jobTools(harness.app));
const lookDaily = async (times: number): Promise<void> => {
  for (let day = 0; day < times; day += 1) {
    await look();
    harness.clock.advance(dayMs);
  }
};
const left = (): readonly string[] =>
  harness.discord.requests
    .filter(({ method, path }) => method === "DELETE" && path.includes("/users/@me/guilds/"))
    .map(({ path }) => path.split("/").at(-1) ?? "");
const linkBakery = async (): Promise<void> => {
  const { store, vault, now } = harness.app.ctx;
  const { workspaceId, token } = harness.service;
  const link = { guildId: bakery, linkKey: "ovens", workspaceId, name: "Ovens" };
  const sealedToken = vault.seal(token, createLinkSealContext(bakery, workspaceId));
  const at = now();
  const saved = {
    ...link,
    sealedToken,
    linkedByDiscordUserId: playgroundIds.ada,
    linkedAt: at,
    createdAt: at,
  };
  await store.guildLinks.save(saved, 10);
};

test("a server without a link is left after as many days as the operator said, not sooner, and no other", async () => {
  await lookDaily(days);
  expect(left()).toEqual([]);
  await look();
  expect(left()).toEqual([bakery]);
  expect(harness.logs.join("")).toContain("left a guild that wasn't linked to a workspace");
  await lookDaily(3 * days);
  expect(left()).toEqual([bakery]);
});

test("a link keeps the bot there, and one that is removed again begins the days anew", async () => {
  await lookDaily(days);
  await linkBakery();
  await lookDaily(days);
  expect(left()).toEqual([]);
  await harness.app.ctx.store.guildLinks.remove(bakery, "ovens");
  await lookDaily(days - 1);
  // Between two looks, which see neither.
  await linkBakery();
  await harness.app.ctx.store.guildLinks.remove(bakery, "ovens");
  await lookDaily(days);
  expect(left()).toEqual([]);
  await look();
  expect(left()).toEqual([bakery]);
});

test("no server is left when the list of servers can't be read, nor after days without a look", async () => {
  await lookDaily(days);
  harness.discord.faults.failRequests({ status: 500, pathPart: "/users/@me/guilds", times: 1 });
  await expect(look()).rejects.toThrow();
  expect(left()).toEqual([]);
  harness.clock.advance(4 * dayMs);
  await lookDaily(days);
  expect(left()).toEqual([]);
});

test("a server that couldn't be left is tried again on the next day", async () => {
  await lookDaily(days);
  harness.discord.faults.failRequests({ status: 403, pathPart: `/users/@me/guilds/${bakery}`, times: 1 });
  await look();
  expect(harness.logs.join("")).toContain("could not leave a guild that isn't linked");
  expect(left()).toHaveLength(1);
  harness.clock.advance(dayMs);
  await look();
  expect(left()).toHaveLength(2);
  const { unlinkedGuilds } = harness.app.ctx.store;
  await look();
  expect(await unlinkedGuilds.due(Number.MAX_SAFE_INTEGER, 9)).toEqual([]);
});

test("two replicas that look at once leave it once, and none that was linked meanwhile", async () => {
  await lookDaily(days);
  const { unlinkedGuilds } = harness.app.ctx.store;
  const [due] = await unlinkedGuilds.due(harness.clock.now() - days * dayMs, 9);
  await Promise.all([look(), look()]);
  expect(left()).toEqual([bakery]);
  if (due === undefined) throw new Error("none was due");
  await linkBakery();
  await unlinkedGuilds.putBack(due, harness.clock.now());
  expect(await unlinkedGuilds.take(due)).toBe(false);
});

test("without the setting no server is counted, and what was counted before is forgotten", async () => {
  await look();
  await using other = await startHarness({ withJobs: false });
  const { unlinkedGuilds } = other.app.ctx.store;
  await unlinkedGuilds.putBack({ guildId: bakery, since: 1 }, 1);
  await leavingUnlinked.run(jobTools(other.app));
  expect(await unlinkedGuilds.due(Number.MAX_SAFE_INTEGER, 9)).toEqual([]);
  const { unlinkedGuilds: counted } = harness.app.ctx.store;
  expect(await counted.due(Number.MAX_SAFE_INTEGER, 9)).toMatchObject([{ guildId: bakery }]);
});
