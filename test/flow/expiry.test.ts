import { afterEach, expect, test } from "vitest";
import { type LinkPlace, openLink } from "../../src/interactions/link.ts";
import { expiry } from "../../src/jobs/expiry.ts";
import { playgroundIds } from "../../src/playground/discord/index.ts";
import { type Harness, startHarness } from "../support/harness.ts";

const { guildId, mia, managers } = playgroundIds;
const dayMs = 24 * 60 * 60_000;
let harness: Harness;
afterEach(() => harness[Symbol.asyncDispose]());

test("requests to be connected are forgotten after thirty days, and the record after a hundred and eighty", async () => {
  harness = await startHarness();
  const { app, clock } = harness;
  const { ctx, postRest } = app;
  const tools = {
    ctx,
    postRest,
    openLink: (place: LinkPlace) => openLink(place, ctx),
    recover: () => Promise.resolve(),
  };
  const run = () => expiry.run(tools);
  await ctx.store.accountClaims.create({
    id: "claim",
    guildId,
    discordUserId: mia,
    userId: "4711",
    displayName: "Mia",
    username: undefined,
    avatarUrl: undefined,
    memberName: "Mia",
    channelId: managers,
    cardChannelId: undefined,
    cardMessageId: undefined,
    createdAt: ctx.now(),
    state: "open",
    decidedByDiscordUserId: undefined,
    decidedAt: undefined,
    reason: undefined,
  });
  await ctx.record({
    id: "entry",
    guildId,
    workspaceId: undefined,
    discordUserId: mia,
    action: "account.claim",
    target: "4711",
    outcome: "done",
    detail: undefined,
    reference: undefined,
    at: ctx.now(),
  });
  const entries = () => ctx.store.audit.count(guildId, {});

  clock.advance(29 * dayMs);
  await run();
  expect(await ctx.store.accountClaims.find("claim")).toBeDefined();
  clock.advance(2 * dayMs);
  await run();
  expect(await ctx.store.accountClaims.find("claim")).toBeUndefined();
  expect(await entries()).toBe(1);
  clock.advance(150 * dayMs);
  await run();
  expect(await entries()).toBe(0);
});
