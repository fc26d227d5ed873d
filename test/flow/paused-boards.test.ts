// Depends on: database, wording.
import { ChannelType, PermissionFlagsBits } from "discord.js";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Person, playgroundIds } from "../../playground/discord/index.ts";
import { runJob } from "../../src/jobs/runner.ts";
import { refreshing } from "../../commands/schedule/delivery/refresh-job.ts";
import type { Schedule } from "../../commands/boards/store.ts";
import { type Harness, jobTools, link, startHarness } from "../support/harness.ts";
import { askToDeleteAll, pressOnLink } from "../support/links.ts";
import { sampleSchedule } from "../support/sample-schedule.ts";
import { shown, withFooters } from "../support/replies.ts";
import { createLinkSealContext } from "../../src/vault/vault.ts";
import { pressOnCard } from "../support/schedules.ts";
import { until } from "../support/wait-for.ts";

const minuteMs = 60_000;
const { guildId, calendar: channelId, managers, ada, theo } = playgroundIds;
const pausedLine = /^⏸️ Paused since <t:\d+:f>\. This message won't be updated until/;
const stoppedLine = /^⏹️ Stopped for good on <t:\d+:f>\. The workspace was unlinked, so this message won't/;
let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness[Symbol.asyncDispose]());
beforeEach(async () => {
  harness.discord.faults.restorePermissions();
  harness.service.issueToken(harness.service.token);
  await link(harness.app.ctx, harness.service);
  for (const { id } of await store().schedules.list(guildId)) await store().schedules.remove(guildId, id);
});

const store = () => harness.app.ctx.store;
const now = () => harness.clock.now();

interface LiveBoard {
  readonly id: string;
  readonly text: () => string;
  /** How often the bot tried to edit it. */
  readonly countEdits: () => number;
}

/** A live order board that is posted. */
async function liveBoard(inChannelId: string = channelId): Promise<LiveBoard> {
  const id = harness.app.ctx.newId();
  const where = {
    id,
    guildId,
    linkKey: "cafe",
    channelId: inChannelId,
    makerDiscordUserId: ada,
    createdAt: now(),
  };
  await store().schedules.create({
    ...sampleSchedule(where),
    kind: "orders",
    mode: "live",
    options: {},
    refreshEveryMs: 2 * minuteMs,
    nextRefreshAt: now(),
  });
  let messageId: string | undefined;
  await until("it is posted", async () => {
    const schedule = await present(id);
    messageId = schedule?.messageId;
    return schedule?.lastOutcome === "sent";
  });
  const text = () => {
    const board = harness.discord.messagesIn(inChannelId).find((each) => each.id === messageId);
    return board === undefined ? "" : withFooters(board);
  };
  const countEdits = () =>
    harness.discord.requests.filter(
      ({ method, path }) => method === "PATCH" && path.endsWith(`/messages/${messageId}`),
    ).length;
  expect(text()).toContain("Checked every 2 min");
  return { id, text, countEdits };
}
const present = (id: string): Promise<Schedule | undefined> => store().schedules.find(guildId, id);

async function expectPaused(text: () => string): Promise<void> {
  await until("it says so", () => pausedLine.test(text()));
  expect(text()).toMatch(/\nAs of$/);
  expect(text()).not.toMatch(/next look|checked every/i);
}

/** At its next check, or the one after if a busy machine didn't read the orders in time. */
async function expectResumed(id: string, text: () => string): Promise<void> {
  await until("it resumes", async () => {
    if (text().includes("Checked every 2 min")) return true;
    const { nextRefreshAt } = (await present(id)) ?? {};
    if ((nextRefreshAt ?? 0) > now()) harness.clock.advance(2 * minuteMs + 1);
    return false;
  });
}

/** Its next checks, until there is none anymore, and some time after. */
async function passChecks(id: string): Promise<void> {
  harness.clock.advance(2 * minuteMs + 1);
  await until("it isn't checked anymore", async () => (await present(id))?.nextRefreshAt === undefined);
  for (let checks = 0; checks < 3; checks += 1) {
    harness.clock.advance(2 * minuteMs + 1);
    await runJob(refreshing, jobTools(harness.app));
  }
}

test("a live board paused by hand says so with a single edit, and is restored when it resumes", async () => {
  const { id, text, countEdits } = await liveBoard();
  const before = countEdits();
  await pressOnCard(harness.as("theo"), id, "Pause");
  await expectPaused(text);
  await passChecks(id);
  expect(countEdits()).toBe(before + 1);
  await pressOnCard(harness.as("theo"), id, "Resume");
  await expectResumed(id, text);
  expect(text()).not.toContain("Paused");
});

test.each([
  ["Discord refuses the edit", { pathPart: "/messages/", status: 500, times: 20 } as const],
  ["the bot ends before", undefined],
])("a live board says so at its next check if, when it is paused, %s", async (_why, fault) => {
  const { id, text } = await liveBoard();
  if (fault === undefined) await store().schedules.pause(guildId, id, undefined);
  else {
    harness.discord.faults.failRequests(fault);
    await pressOnCard(harness.as("theo"), id, "Pause");
    harness.discord.faults.clear();
  }
  expect(text()).toContain("Checked every 2 min");
  harness.clock.advance(2 * minuteMs + 1);
  await expectPaused(text);
  await until("it is done", async () => (await present(id))?.nextRefreshAt === undefined);
  await pressOnCard(harness.as("theo"), id, "Resume");
  await expectResumed(id, text);
});

test("a live board whose embeds a moderator removed shows them again at its next edit", async () => {
  const { id, text } = await liveBoard();
  harness.discord.suppressEmbeds((await present(id))?.messageId ?? "");
  expect(text()).not.toContain("Checked every 2 min");
  // One that shows the same isn't edited at each check.
  harness.clock.advance(16 * minuteMs);
  await until("it is shown again", () => text().includes("Checked every 2 min"));
});

test("a live board in a thread that was archived says that it is paused", async () => {
  const thread = "1100000000000000791";
  const parts = { id: thread, name: "rota", parentId: channelId, type: ChannelType.PublicThread } as const;
  harness.discord.addChannel(guildId, parts);
  const { id, text } = await liveBoard(thread);
  harness.discord.setThread(thread, { archived: true });
  await pressOnCard(harness.as("theo"), id, "Pause");
  await expectPaused(text);
});

test("a live board whose key is refused says that it is paused", async () => {
  const { text } = await liveBoard();
  harness.service.revokeToken();
  harness.clock.advance(2 * minuteMs + 1);
  await expectPaused(text);
});

test("a live board whose key can't be decrypted says so and since when, and recovers once it can", async () => {
  const { id, text } = await liveBoard();
  const link0 = await store().guildLinks.find(guildId, "cafe");
  if (link0 === undefined) throw new Error("there is no link");
  // What another server's key was sealed as.
  const { plaintext } = harness.app.ctx.vault.open(
    link0.sealedToken,
    createLinkSealContext(guildId, link0.workspaceId),
  );
  const sealedToken = harness.app.ctx.vault.seal(plaintext, createLinkSealContext("1", link0.workspaceId));
  await store().guildLinks.save({ ...link0, sealedToken }, 10);
  harness.clock.advance(2 * minuteMs + 1);
  await until("it says so", () => text().includes("⚠️ I can't decrypt this server's workspace key."));
  expect(text()).toMatch(/Last read: <t:\d+:R> · next look: <t:\d+:R>/);
  expect(await present(id)).toMatchObject({ state: "active" });

  await store().guildLinks.save(link0, 10);
  harness.clock.advance(6 * minuteMs);
  await until("it is true again", () => !text().includes("⚠️"));
});

test("a live board in a channel where the bot may no longer post says once that it is paused", async () => {
  const { id, text, countEdits } = await liveBoard();
  harness.discord.faults.takePermission(channelId, PermissionFlagsBits.SendMessages);
  // A board that shows the same isn't edited at each check.
  harness.clock.advance(16 * minuteMs);
  await until("it is paused", async () => (await present(id))?.state === "paused");
  await until("it says so", () => pausedLine.test(text()));
  const before = countEdits();
  await passChecks(id);
  expect(countEdits()).toBe(before);
});

test("a live board in a channel that was hidden from the bot says that it is paused once it is shown again", async () => {
  const { id, text, countEdits } = await liveBoard();
  harness.discord.faults.takePermission(channelId, PermissionFlagsBits.ViewChannel);
  // A board that shows the same isn't edited at each check.
  harness.clock.advance(16 * minuteMs);
  await until("it is paused", async () => (await present(id))?.state === "paused");
  harness.clock.advance(2 * minuteMs + 1);
  // To its end: one still under way would count its hour from the time that is set below.
  const inHalfAnHour = () => now() + 30 * minuteMs;
  await until("it was looked at", async () => ((await present(id))?.nextRefreshAt ?? 0) > inHalfAnHour());
  const before = countEdits();
  harness.discord.faults.restorePermissions();
  harness.clock.advance(60 * minuteMs);
  await expectPaused(text);
  await passChecks(id);
  expect(countEdits()).toBe(before + 1);
});

describe.each([
  ["the link", (person: Person) => pressOnLink(person, "Remove…"), "Remove link"],
  ["everything", askToDeleteAll, "Delete everything"],
])("once %s is removed", (_what, ask, label) => {
  test.each([
    ["a live board", async () => {}],
    [
      "a live board that was paused",
      async (id: string) => void (await pressOnCard(harness.as("theo"), id, "Pause")),
    ],
  ])("%s says that it has stopped for good", async (_before, prepare) => {
    const { id, text } = await liveBoard();
    await prepare(id);
    const question = await ask(harness.as("ada"));
    shown(await harness.as("ada").press(question, label));
    await until("it says so", () => stoppedLine.test(text()));
    if ((await present(id)) !== undefined) await passChecks(id);
    expect(text()).toMatch(stoppedLine);
    expect(text()).toMatch(/\nAs of$/);
    expect(text()).not.toMatch(/next look|checked every|Paused/i);
  });
});

async function removeLink(): Promise<void> {
  const question = await pressOnLink(harness.as("ada"), "Remove…");
  shown(await harness.as("ada").press(question, "Remove link"));
}

test("a paused live board says that it has stopped for good where the bot may only edit text", async () => {
  const { id, text } = await liveBoard();
  await pressOnCard(harness.as("theo"), id, "Pause");
  harness.discord.faults.takePermission(channelId, PermissionFlagsBits.SendMessages);
  await removeLink();
  await until("it says so", () => stoppedLine.test(text()));
  expect(text()).not.toContain("Paused");
});

test("a paused live board that can't be marked when its link is removed is marked later", async () => {
  const { id, text } = await liveBoard();
  await pressOnCard(harness.as("theo"), id, "Pause");
  await passChecks(id);
  harness.discord.faults.failRequests({ status: 404, pathPart: `/channels/${channelId}/messages`, times: 1 });
  await removeLink();
  expect(text()).toMatch(pausedLine);
  expect(await present(id)).toMatchObject({ pausedReason: "The link to the workspace was removed." });
  harness.clock.advance(minuteMs);
  await until("it says so", () => stoppedLine.test(text()));
});

test("removing a link pauses its schedules at once, and notifies their makers and the managers", async () => {
  await store().guildSettings.set(guildId, "managers-channel", managers);
  const { id } = await liveBoard();
  const other = harness.app.ctx.newId();
  const where = {
    id: other,
    guildId,
    linkKey: "cafe",
    channelId,
    makerDiscordUserId: theo,
    createdAt: now(),
  };
  await store().schedules.create(sampleSchedule(where));
  const question = await pressOnLink(harness.as("ada"), "Remove…");
  const receipt = shown(await harness.as("ada").press(question, "Remove link"));
  expect(receipt.text).toContain("2 schedules stopped for good");
  for (const each of [id, other])
    expect(await present(each)).toMatchObject({
      state: "paused",
      pausedReason: "The link to the workspace was removed.",
    });
  const told =
    /I paused 2 scheduled posts[\s\S]*link to the workspace was removed\.[\s\S]*doesn't resume anything[\s\S]*schedule add[\s\S]*schedule list/;
  expect(harness.discord.inPrivate(theo).read().at(-1)?.text).toMatch(told);
  expect(harness.discord.messagesIn(managers).at(-1)?.text).toMatch(told);
  expect(harness.discord.messagesIn(managers).at(-1)?.text).not.toContain("*Resume*");
});
