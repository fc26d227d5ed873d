// Depends on: database, wording.
import { ChannelType, MessageFlags, OverwriteType, PermissionFlagsBits } from "discord.js";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { playgroundIds } from "../../playground/discord/index.ts";
import { retention } from "../support/all-jobs.ts";
import { runJob } from "../../src/jobs/runner.ts";
import { posting } from "../../commands/schedule/delivery/job.ts";
import type { Schedule } from "../../commands/boards/store.ts";
import { type Harness, jobTools, startHarness } from "../support/harness.ts";
import { sampleSchedule } from "../support/sample-schedule.ts";
import { askToAdd, askToChange, pressOnCard, type Settings } from "../support/schedules.ts";

const { guildId, calendar, orders, theo } = playgroundIds;
const news = "1100000000000000771";
const rota = "1100000000000000772";
const dayMs = 24 * 60 * 60_000;
let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ withJobs: false, guarded: false });
  harness.discord.addChannel(guildId, { id: news, name: "news", type: ChannelType.GuildAnnouncement });
  await store().guildSettings.set(guildId, "zone", "Europe/Berlin");
});
afterAll(() => harness[Symbol.asyncDispose]());
beforeEach(async () => {
  harness.discord.faults.clear();
  for (const { id } of await store().schedules.list(guildId)) await store().schedules.remove(guildId, id);
});

const store = () => harness.app.ctx.store;
const manager = () => harness.as("theo", "staff");
const askAdd = (settings: Settings) => askToAdd(manager(), settings);
const posted = (channelId: string) => harness.discord.messagesIn(channelId);
const toldTheo = () =>
  harness.discord
    .inPrivate(theo)
    .read()
    .map(({ text }) => text);
const run = () => runJob(posting, jobTools(harness.app));
const crossposts = () => harness.discord.requests.filter(({ path }) => path.endsWith("/crosspost")).length;

let made = 0;
/** One that is due now. */
async function due(parts: Partial<Schedule> = {}): Promise<string> {
  made += 1;
  const id = `due-${made}`;
  const now = harness.clock.now();
  const where = { guildId, linkKey: "cafe", channelId: news, makerDiscordUserId: theo, createdAt: now };
  await store().schedules.create({ ...sampleSchedule({ ...where, id }), nextDueAt: now, ...parts });
  return id;
}
const present = (id: string) => store().schedules.find(guildId, id);
async function again(id: string): Promise<void> {
  harness.clock.advance(dayMs);
  await store().schedules.change(guildId, id, { nextDueAt: harness.clock.now() });
  await run();
}
function openThread(state: { readonly archived?: boolean; readonly locked?: boolean } = {}): string {
  made += 1;
  const id = `11000000000000008${String(made).padStart(2, "0")}`;
  const parts = { id, name: `rota-${made}`, parentId: calendar, type: ChannelType.PublicThread } as const;
  harness.discord.addChannel(guildId, { ...parts, ...state });
  return id;
}

test("a post in an announcement channel is published once, and others are not", async () => {
  const before = crossposts();
  const id = await due({ publishes: true, pins: true });
  await due();
  await run();
  const flags = posted(news).map((message) => message.flags & MessageFlags.Crossposted);
  expect(flags.toSorted((a, b) => a - b)).toEqual([0, MessageFlags.Crossposted]);
  expect(crossposts()).toBe(before + 1);
  expect(await present(id)).toMatchObject({ lastOutcome: "sent", lastReason: undefined });
});

test("a post that Discord accepted without confirming is found, and published, too", async () => {
  const channelId = "1100000000000000773";
  harness.discord.addChannel(guildId, {
    id: channelId,
    name: "more-news",
    type: ChannelType.GuildAnnouncement,
  });
  harness.discord.faults.failRequests({ status: "502-after", times: 1, pathPart: `${channelId}/messages` });
  const id = await due({ publishes: true, channelId });
  await run();
  expect(await present(id)).toMatchObject({ lastOutcome: undefined });
  harness.clock.advance(10 * 60_000);
  await run();
  expect(await present(id)).toMatchObject({ lastOutcome: "sent" });
  expect(posted(channelId)).toMatchObject([{ flags: MessageFlags.Crossposted }]);
});

test("a post that can't be published stays, and its maker reads why, once a day at most", async () => {
  const fail = (status: 429 | 500) =>
    harness.discord.faults.failRequests({
      status,
      times: 1,
      pathPart: "/crosspost",
      retryAfterSeconds: 1_800,
    });
  fail(500);
  const id = await due({ publishes: true });
  await run();
  expect(await present(id)).toMatchObject({ lastOutcome: "sent", state: "active" });
  expect(toldTheo().at(-1)).toMatch(
    /I posted \*Calendar of the week\* in .*, but couldn't publish it .* Discord had problems with it\. You can publish it yourself/s,
  );
  harness.discord.faults.clear();
  fail(429);
  const other = await due({ publishes: true });
  await run();
  expect(await present(other)).toMatchObject({ lastOutcome: "sent", state: "active" });
  expect(toldTheo().at(-1)).toContain(
    "Discord lets a channel publish 10 posts an hour, and those are used up",
  );
  const told = toldTheo().length;
  await store().schedules.change(guildId, other, { nextDueAt: harness.clock.now() + 1 });
  harness.clock.advance(60_000);
  await run();
  expect(toldTheo()).toHaveLength(told);

  // Two hours later on the same day, after the hourly clean-up.
  const dayStart = Math.ceil(harness.clock.now() / dayMs) * dayMs;
  harness.clock.advance(dayStart - harness.clock.now());
  const failAgain = async (): Promise<void> => {
    harness.discord.faults.clear();
    fail(500);
    await store().schedules.change(guildId, other, { nextDueAt: harness.clock.now() });
    await run();
  };
  await failAgain();
  expect(toldTheo()).toHaveLength(told + 1);
  harness.clock.advance(2 * 60 * 60_000);
  await runJob(retention, jobTools(harness.app));
  await failAgain();
  expect(toldTheo()).toHaveLength(told + 1);
});

test("publishing is refused where Discord doesn't offer it, and for live messages", async () => {
  const wanted = { kind: "calendar", days: "monday", time: "9:00", publish: true };
  expect((await askAdd({ ...wanted, channel: calendar })).text).toMatch(
    /isn't an announcement channel, so posts there can't be published\. Nothing was changed/,
  );
  expect((await askAdd({ ...wanted, channel: news, mode: "live" })).text).toContain(
    "a live message can't be published. Nothing was changed",
  );
  const preview = await askAdd({ ...wanted, channel: news });
  expect(preview.text).toContain("📣 published to servers that follow the channel");
  await manager().press(preview, "Add schedule");
  const [added] = await store().schedules.list(guildId);
  expect(added).toMatchObject({ publishes: true, channelId: news });
});

test("a channel that the bot no longer sees isn't said to be of the wrong kind", async () => {
  const id = await due({ publishes: true });
  const hidden = { allow: 0n, deny: PermissionFlagsBits.ViewChannel };
  harness.discord.setOverwrites(news, [{ id: guildId, type: OverwriteType.Role, ...hidden }]);
  const preview = await askToChange(manager(), id, { time: "10:00" });
  harness.discord.setOverwrites(news, []);
  expect(preview.text).not.toContain("isn't an announcement channel");
  await manager().press(preview, "Change schedule");
  expect(await present(id)).toMatchObject({ rule: { time: "10:00" } });
});

test("a schedule posts in a thread, and reopens it when it was archived", async () => {
  const thread = openThread();
  const wanted = { kind: "calendar", days: "monday", time: "9:00", channel: thread };
  await manager().press(await askAdd(wanted), "Add schedule");
  const [added] = await store().schedules.list(guildId);
  expect(added).toMatchObject({ channelId: thread });
  await store().schedules.remove(guildId, added?.id ?? "");
  const id = await due({ channelId: thread, mode: "live" });
  harness.discord.setThread(thread, { archived: true });
  await run();
  expect(posted(thread)).toHaveLength(1);
  harness.discord.setThread(thread, { archived: true });
  await again(id);
  expect(await present(id)).toMatchObject({ lastOutcome: "sent", state: "active" });
  expect(posted(thread)).toMatchObject([{ edited: true }]);
});

test.each([
  ["isn't answering", { status: 500 }],
  ["has too many open ones", { status: 403, code: 160_006 }],
] as const)("an archived thread isn't taken for a locked one when Discord %s", async (_what, fault) => {
  const thread = openThread();
  const id = await due({ channelId: thread, mode: "live" });
  await run();
  harness.discord.setThread(thread, { archived: true });
  harness.discord.faults.failRequests({ ...fault, pathEnd: `/channels/${thread}`, times: 20 });
  await again(id);
  harness.discord.faults.clear();
  expect(await present(id)).toMatchObject({ state: "active" });
  await again(id);
  expect(await present(id)).toMatchObject({ lastOutcome: "sent", state: "active" });
});

test("an archived thread isn't taken for a locked one while a moderator times the bot out", async () => {
  const thread = openThread();
  const id = await due({ channelId: thread, mode: "live" });
  await run();
  harness.discord.setThread(thread, { archived: true });
  harness.discord.timeOutBot(guildId, harness.clock.now() + 2 * dayMs);
  // In case Discord looks at the thread before it looks at what the bot may do.
  harness.discord.faults.failRequests({
    status: 403,
    code: 50_083,
    pathPart: `${thread}/messages/`,
    times: 1,
  });
  await again(id);
  harness.discord.timeOutBot(guildId, undefined);
  expect(await present(id)).toMatchObject({ state: "active" });
  await again(id);
  expect(await present(id)).toMatchObject({ lastOutcome: "sent", state: "active" });
});

test("a live message in a thread that was locked, but not archived, is paused with the reason", async () => {
  const thread = openThread();
  const id = await due({ channelId: thread, mode: "live" });
  await run();
  harness.discord.setThread(thread, { locked: true });
  await again(id);
  expect(await present(id)).toMatchObject({
    state: "paused",
    pausedReason: expect.stringContaining("The thread is locked."),
  });
});

test("a locked thread pauses its schedules with the reason, and so does a deleted one", async () => {
  const thread = openThread();
  const id = await due({ channelId: thread, mode: "live" });
  await run();
  harness.discord.setThread(thread, { archived: true, locked: true });
  await again(id);
  expect(await present(id)).toMatchObject({
    state: "paused",
    pausedReason:
      "The thread is locked. Unlock it, give me *Manage Threads* there, or choose another channel with *Edit…* in `/schedule list`.",
  });
  expect((await pressOnCard(manager(), id, "Resume")).text).toContain("I need *Manage Threads* there");
  const gone = openThread();
  const other = await due({ channelId: gone });
  harness.discord.deleteChannel(gone);
  await run();
  const [parent, orphan] = ["1100000000000000774", "1100000000000000775"];
  harness.discord.addChannel(guildId, { id: parent, name: "shifts" });
  const inParent = { name: "early", parentId: parent, type: ChannelType.PublicThread } as const;
  harness.discord.addChannel(guildId, { id: orphan, ...inParent });
  const third = await due({ channelId: orphan });
  harness.discord.deleteChannel(parent);
  await run();
  for (const each of [other, third])
    expect(await present(each)).toMatchObject({
      state: "paused",
      pausedReason: "The channel was deleted. Choose another one with *Edit…* in `/schedule list`.",
    });
});

test("a thread uses its channel's permissions, and its own to write", async () => {
  const { SendMessagesInThreads } = PermissionFlagsBits;
  const bot = { id: harness.discord.applicationId, type: OverwriteType.Member, allow: 0n } as const;
  harness.discord.setOverwrites(orders, [{ ...bot, deny: SendMessagesInThreads }]);
  harness.discord.addChannel(guildId, {
    id: rota,
    name: "rota",
    parentId: orders,
    type: ChannelType.PublicThread,
  });
  const wanted = { kind: "calendar", days: "monday", time: "9:00", channel: rota };
  expect((await askAdd(wanted)).text).toContain("I need *Send Messages in Threads* there");
  expect((await askAdd({ ...wanted, channel: orders })).text).toContain("Calendar: every Monday at 09:00");
  const { staffRole } = playgroundIds;
  const staff = { id: staffRole, type: OverwriteType.Role, allow: 0n, deny: SendMessagesInThreads } as const;
  const everyone = { ...staff, id: guildId };
  harness.discord.setOverwrites(orders, [everyone, { ...bot, allow: SendMessagesInThreads, deny: 0n }]);
  expect((await askAdd(wanted)).text).toContain("You can't write in");
});
