// Depends on: database, wording.
import { OverwriteType, PermissionFlagsBits, RateLimitError } from "discord.js";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { posting } from "../../commands/schedule/delivery/job.ts";
import type { PauseClock } from "../../src/discord/rest.ts";
import { runJob } from "../../src/jobs/runner.ts";
import { playgroundIds, type RequestFault } from "../../playground/discord/index.ts";
import type { Schedule, Delivery } from "../../commands/boards/store.ts";
import { type Harness, jobTools, startHarness } from "../support/harness.ts";
import { deletedChannel } from "../../commands/boards/attempts.ts";
import { toNextWednesday } from "../support/next-wednesday.ts";
import { sampleSchedule } from "../support/sample-schedule.ts";
import { shown } from "../support/replies.ts";
import { openCard, pressOnCard } from "../support/schedules.ts";
import { until } from "../support/wait-for.ts";

const { ViewChannel, SendMessages, EmbedLinks, AttachFiles } = PermissionFlagsBits;
const minuteMs = 60_000;
const { guildId, calendar, orders, managers, staff, audit, ada, theo } = playgroundIds;
let harness: Harness;
beforeAll(async () => {
  const begun = Date.now();
  // Time passes only as the tests say: on a slow machine, nothing is tried again before that.
  harness = await startHarness({ guarded: false, realNow: () => begun });
  // What is posted late in these tests is a calendar, which is left out once its week is over.
  toNextWednesday(harness.clock);
});
afterAll(() => harness[Symbol.asyncDispose]());
beforeEach(async () => {
  harness.service.faults.clear();
  harness.discord.faults.clear();
  harness.discord.faults.restorePermissions();
  harness.discord.timeOutBot(guildId, undefined);
  for (const { id } of await store().schedules.list(guildId)) await store().schedules.remove(guildId, id);
  // What another test read a moment ago would do for this one, too.
  harness.clock.advance(minuteMs);
});

const store = () => harness.app.ctx.store;
const now = () => harness.clock.now();
const run = () => runJob(posting, jobTools(harness.app));
const titles = (channelId: string) =>
  harness.discord.messagesIn(channelId).filter(({ text }) => text.includes("Week of")).length;

async function schedule(parts: Partial<Schedule> = {}): Promise<string> {
  const id = harness.app.ctx.newId();
  const place = { guildId, linkKey: "cafe", channelId: calendar, makerDiscordUserId: ada };
  await store().schedules.create({ ...sampleSchedule({ ...place, id, createdAt: now() }), ...parts });
  return id;
}
async function due(parts: Partial<Schedule> = {}): Promise<string> {
  const id = await schedule(parts);
  await store().deliveries.add({ scheduleId: id, guildId, dueAt: now() });
  return id;
}
async function newest(id: string): Promise<Delivery> {
  const [delivery] = await store().deliveries.list(id, 1);
  if (delivery === undefined) throw new Error("nothing was due");
  return delivery;
}
const ends = (id: string, state: Delivery["state"]) =>
  until(`it is ${state}`, async () => (await newest(id)).state === state);
/** Its try is cut off: before Discord took the message, or after it. */
async function cutOff(
  parts: Partial<Schedule> = {},
  status: "cut" | "cut-after" | "502-after" = "cut-after",
): Promise<string> {
  const channelId = parts.channelId ?? calendar;
  harness.discord.faults.failRequests({ status, pathPart: `/channels/${channelId}/messages` });
  const id = await due(parts);
  await until("the try was cut off", async () => (await newest(id)).uncertainSince !== undefined);
  return id;
}

/** The clock advances only while none of them is worked on or may be: to when the next of them is tried again. */
async function untilSent(ids: readonly string[]): Promise<void> {
  await until("all have come to their ends", async () => {
    const open = (await Promise.all(ids.map(newest))).filter(({ state }) => state !== "sent");
    const lost = open.find(({ state }) => state === "failed" || state === "skipped");
    if (lost !== undefined) throw new Error(`${lost.state}: ${lost.reason}`);
    const waits = open.map((delivery) => (delivery.state === "waiting" ? delivery.until - now() : 0));
    const waitMs = Math.min(...waits);
    if (open.length > 0 && waitMs > 0) harness.clock.advance(waitMs + 1);
    return open.length === 0;
  });
}

/** @param before how many such posts were in the channel before */
async function expectEachItsOwn(ids: readonly string[], before: number): Promise<void> {
  await untilSent(ids);
  expect(titles(audit)).toBe(before + ids.length);
  const messageIds = (await Promise.all(ids.map(newest))).map(({ messageId }) => messageId);
  expect(new Set(messageIds).size).toBe(ids.length);
}

test("a post whose response was lost is found, however late", async () => {
  const before = titles(calendar);
  const id = await cutOff();
  expect(titles(calendar)).toBe(before + 1);
  const { messenger } = harness.app.ctx;
  await messenger.post(calendar, { content: "Something else" });
  harness.clock.advance(20 * minuteMs);
  await ends(id, "sent");
  expect(titles(calendar)).toBe(before + 1);
  const { messageId } = await newest(id);
  expect(harness.discord.messagesIn(calendar).some((message) => message.id === messageId)).toBe(true);
  expect(await store().schedules.find(guildId, id)).toMatchObject({ messageId, lastOutcome: "sent" });
});

test("a post that Discord accepts while reporting an error is there once", async () => {
  const before = titles(calendar);
  const id = await cutOff({}, "502-after");
  expect(titles(calendar)).toBe(before + 1);
  harness.clock.advance(20 * minuteMs);
  await ends(id, "sent");
  expect(titles(calendar)).toBe(before + 1);
});

test("while a moderator times the bot out, a post waits instead of pausing its schedule, and says why", async () => {
  const before = titles(calendar);
  harness.discord.timeOutBot(guildId, now() + 30 * minuteMs);
  const id = await due();
  await until("it waits", async () => (await newest(id)).reason !== undefined);
  expect(await newest(id)).toMatchObject({
    state: "waiting",
    reason: "A moderator timed me out in this server, so I can't post here for now.",
  });
  expect(await store().schedules.find(guildId, id)).toMatchObject({ state: "active" });
  expect(titles(calendar)).toBe(before);
  harness.clock.advance(31 * minuteMs);
  await ends(id, "sent");
  expect(titles(calendar)).toBe(before + 1);
});

test("a live message isn't given up while a moderator times the bot out, and is updated afterwards", async () => {
  const id = await due({ mode: "live", refreshEveryMs: minuteMs });
  await ends(id, "sent");
  const { messageId } = await newest(id);
  const shownAt = async () => (await store().schedules.find(guildId, id))?.lastAsOf ?? 0;
  harness.discord.timeOutBot(guildId, now() + 30 * minuteMs);
  await store().schedules.change(guildId, id, { messageHash: undefined, nextRefreshAt: now() });
  const lines = () => harness.logs.filter((line) => line.includes("a live message was not updated"));
  await until("it was tried", () => lines().some((line) => line.includes(id)));
  expect(await store().schedules.find(guildId, id)).toMatchObject({ state: "active", messageId });
  harness.clock.advance(31 * minuteMs);
  const ended = now();
  await until("it is up to date", async () => (await shownAt()) >= ended);
});

test("a post queued when its schedule was paused isn't posted", async () => {
  const before = titles(calendar);
  harness.service.faults.add({ kind: "status", status: 503, operation: "getCalendar", times: 10_000 });
  const id = await due();
  await until("it waits", async () => {
    const { state, attempts } = await newest(id);
    return state === "waiting" && attempts > 0;
  });
  await pressOnCard(harness.as("ada"), id, "Pause");
  expect(await store().schedules.find(guildId, id)).toMatchObject({ state: "paused" });
  harness.service.faults.clear();
  harness.clock.advance(20 * minuteMs);
  await ends(id, "skipped");
  expect((await newest(id)).reason).toBe("The schedule was paused.");
  expect(titles(calendar)).toBe(before);
});

test("a post paused while the service is slow isn't posted", async () => {
  const before = titles(calendar);
  const held = Promise.withResolvers<void>();
  harness.service.faults.add({ kind: "held", until: held.promise, operation: "getCalendar", times: 1 });
  const id = await due();
  await until("it is asked for", () => harness.service.faults.active.length === 0);
  await store().schedules.pause(guildId, id, undefined);
  expect(await newest(id)).toMatchObject({ state: "claimed" });
  held.resolve();
  await ends(id, "skipped");
  expect((await newest(id)).reason).toBe("The schedule was paused.");
  expect(titles(calendar)).toBe(before);
});

test("a post paused while Discord is slow to say which roles there are isn't posted", async () => {
  const before = titles(calendar);
  const held = harness.discord.faults.holdAnswers(`/guilds/${guildId}/roles`);
  const id = await due({ mentionRoleId: playgroundIds.staffRole });
  await until("the roles are asked for", () => held.count > 0);
  await store().schedules.pause(guildId, id, undefined);
  expect(await newest(id)).toMatchObject({ state: "claimed" });
  held.release();
  await until("it has ended", async () => (await newest(id)).state !== "claimed");
  expect(await newest(id)).toMatchObject({ state: "skipped", reason: "The schedule was paused." });
  expect(titles(calendar)).toBe(before);
});

test("a retry that would come after the next due time ends instead, with its reason", async () => {
  harness.service.faults.add({ kind: "status", status: 503, operation: "getCalendar", times: 10_000 });
  const id = await due({ nextDueAt: now() + 12_000 });
  await ends(id, "failed");
  expect(await newest(id)).toMatchObject({
    attempts: 1,
    reason: expect.stringContaining("wasn't responding"),
  });
});

test("once a later post is there, an earlier one that is skipped isn't the last thing the list says", async () => {
  harness.service.faults.add({ kind: "status", status: 503, operation: "getCalendar", forMs: minuteMs });
  const id = await due();
  await until("it waits", async () => (await newest(id)).reason !== undefined);
  const earlier = await newest(id);
  harness.service.faults.clear();
  harness.clock.advance(1);
  const question = await pressOnCard(harness.as("theo"), id, "Post now…");
  await harness.as("theo").press(question, "Post it now");
  await ends(id, "sent");
  harness.clock.advance(60 * minuteMs);
  await until(
    "the earlier one has ended",
    async () => (await store().deliveries.list(id, 2))[1]?.state === "skipped",
  );
  expect((await store().deliveries.list(id, 2))[1]?.dueAt).toBe(earlier.dueAt);
  expect(await store().schedules.find(guildId, id)).toMatchObject({
    lastOutcome: "sent",
    lastReason: undefined,
  });
  const card = await openCard(harness.as("theo"), id);
  expect(card.text).toContain("✅ Last posted");
  expect(card.text).not.toContain("skipped");
});

test("who made a schedule learns of a post that was given up, once a day", async () => {
  const told = () =>
    harness.discord
      .inPrivate(ada)
      .read()
      .map(({ text }) => text)
      .filter((text) => text.includes("given up"));
  const before = told().length;
  harness.service.faults.add({ kind: "status", status: 503, operation: "getCalendar", times: 10_000 });
  const id = await due({ nextDueAt: now() + 12_000 });
  const [dueAt, nextDueAt] = [now(), now() + 12_000].map((ms) => Math.floor(ms / 1_000));
  await until("it is told", () => told().length > before);
  expect(told().at(-1)).toBe(
    `I've given up on a post: *Calendar of the week* in <#${calendar}>, due <t:${dueAt}:f>. The workspace service wasn't responding. You can still post it with *Post now…* in \`/schedule list\`. The next one is due <t:${nextDueAt}:R>.`,
  );
  harness.clock.advance(5_000);
  await store().deliveries.add({ scheduleId: id, guildId, dueAt: now() });
  await until("both were given up", async () =>
    (await store().deliveries.list(id, 2)).every(({ state }) => state === "failed"),
  );
  await run();
  expect(told()).toHaveLength(before + 1);
});

test("a post in progress is started by no other process, even when Discord is slow", async () => {
  const before = titles(calendar);
  const held = Promise.withResolvers<void>();
  harness.discord.faults.slowRequests({ delay: held.promise, pathPart: `/channels/${calendar}/messages` });
  const id = await due();
  await until("it is being posted", () => harness.discord.faults.slowLeft() === 0);
  harness.clock.advance(100_000);
  await run();
  expect(await newest(id)).toMatchObject({ state: "claimed", attempts: 1 });
  held.resolve();
  await ends(id, "sent");
  expect(titles(calendar)).toBe(before + 1);
});

test("a reply with the same content isn't mistaken for the post", async () => {
  const id = await cutOff({ channelId: orders }, "cut");
  const reply = shown(await harness.as("mia").run("calendar"));
  await harness.as("mia").press(reply, "Show in channel");
  expect(titles(orders)).toBe(1);
  harness.clock.advance(20 * minuteMs);
  await ends(id, "sent");
  expect(titles(orders)).toBe(2);
});

test.each([
  [4, "is found", 0],
  [6, "is not", 1],
])("a post %i minutes before the attempt, by Discord's clock, %s", async (minutes, _what, more) => {
  const id = await cutOff({ channelId: audit });
  const before = titles(audit);
  await store().sends.bringForward(0, -minutes * minuteMs);
  harness.clock.advance(20 * minuteMs);
  await ends(id, "sent");
  expect(titles(audit)).toBe(before + more);
});

test("a post of a schedule that was removed since isn't taken for another one with the same text", async () => {
  const first = await due({ channelId: audit });
  await ends(first, "sent");
  await store().schedules.remove(guildId, first);
  const before = titles(audit);
  const id = await cutOff({ channelId: audit }, "cut");
  harness.clock.advance(20 * minuteMs);
  await ends(id, "sent");
  expect(titles(audit)).toBe(before + 1);
});

test("two identical posts whose responses were lost are each found", async () => {
  const before = titles(audit);
  const ids = [await cutOff({ channelId: audit }), await cutOff({ channelId: audit })];
  harness.clock.advance(20 * minuteMs);
  await expectEachItsOwn(ids, before);
});

test("identical posts whose responses were lost are found one right after the other", async () => {
  const ids: string[] = [];
  for (let count = 0; count < 4; count++) ids.push(await cutOff({ channelId: audit }));
  harness.clock.advance(20 * minuteMs);
  // From here on no time passes: none of them waits for its own next try.
  await Promise.all(ids.map((id) => ends(id, "sent")));
  expect(new Set((await Promise.all(ids.map(newest))).map(({ messageId }) => messageId)).size).toBe(4);
});

test("a post whose response was lost is found while another one is being posted", async () => {
  const id = await cutOff({ channelId: audit });
  harness.clock.advance(10 * minuteMs);
  // Not due before it is claimed here, or the bot could be faster.
  const dueAt = now() + minuteMs;
  const other = { scheduleId: await schedule({ channelId: audit }), dueAt };
  const claiming = { now: dueAt, leaseUntil: dueAt + 2 * minuteMs };
  await store().deliveries.add({ ...other, guildId });
  const [claim] = await store().deliveries.claim([other], claiming);
  await ends(id, "sent");
  expect(claim).toMatchObject(other);
});

test("of two identical posts of which only the later went out both arrive, though Discord knows its nonce", async () => {
  const before = titles(audit);
  const ids = [await cutOff({ channelId: audit }, "cut"), await cutOff({ channelId: audit }, "cut-after")];
  expect(titles(audit)).toBe(before + 1);
  await expectEachItsOwn(ids, before);
});

test("a post of unknown outcome isn't posted again, and the list says so", async () => {
  const before = titles(staff);
  const id = await cutOff({ channelId: staff });
  // Everything but to read what was posted before.
  harness.discord.setBotPermissions(staff, ViewChannel | SendMessages | EmbedLinks);
  harness.clock.advance(20 * minuteMs);
  await ends(id, "failed");
  expect(titles(staff)).toBe(before + 1);
  expect((await newest(id)).reason).toContain("can't tell whether it worked");
});

test("a one-time post that keeps failing is abandoned, and says why", async () => {
  harness.service.faults.add({ kind: "status", status: 503, operation: "getCalendar", times: 10_000 });
  const id = await schedule({ nextDueAt: undefined });
  const dueAt = now();
  await store().deliveries.add({ scheduleId: id, guildId, dueAt });
  await until("it was tried", async () => (await newest(id)).attempts === 1);
  await until("it waits", async () => (await newest(id)).state === "waiting");
  for (let attempts = 1; attempts < 149; attempts++) {
    const claiming = { now: now() + 60 * minuteMs, leaseUntil: now() + 120 * minuteMs };
    const [claim] = await store().deliveries.claim([{ scheduleId: id, dueAt }], claiming);
    if (claim === undefined) throw new Error("someone else has it");
    const wait = { until: now() + 30 * minuteMs, reason: "The workspace service wasn't responding." };
    await store().deliveries.postpone(claim, wait);
  }
  harness.clock.advance(30 * minuteMs);
  await ends(id, "failed");
  expect(await newest(id)).toMatchObject({
    attempts: 150,
    reason: expect.stringContaining("wasn't responding"),
  });
  expect(await store().schedules.find(guildId, id)).toMatchObject({
    state: "active",
    lastOutcome: "failed",
    lastReason: expect.stringContaining("wasn't responding"),
  });
});

test("a live message that couldn't be updated says so, with the next attempt, until it succeeds", async () => {
  const id = await due({ mode: "live" });
  await ends(id, "sent");
  const { messageId } = await newest(id);
  const text = () =>
    harness.discord.messagesIn(calendar).find((message) => message.id === messageId)?.text ?? "";
  harness.service.faults.add({ kind: "status", status: 503, operation: "getCalendar", times: 10_000 });
  harness.clock.advance(minuteMs);
  await store().deliveries.add({ scheduleId: id, guildId, dueAt: now() });
  await until("it says so", () =>
    text().includes("⚠️ The workspace service is having problems with the calendar. Last read: "),
  );
  await until("it says when it is tried again", async () =>
    text().includes(`next look: <t:${Math.floor((await newest(id)).until / 1_000)}:R>`),
  );
  expect(text()).toContain("Week of");

  harness.service.faults.clear();
  harness.clock.advance(20 * minuteMs);
  await ends(id, "sent");
  expect(text()).not.toContain("⚠️");
});

test("a live message of which the workspace refuses the data says so at its set time", async () => {
  const id = await due({ mode: "live" });
  await ends(id, "sent");
  const { messageId } = await newest(id);
  const text = () =>
    harness.discord.messagesIn(calendar).find((message) => message.id === messageId)?.text ?? "";
  harness.service.faults.add({ kind: "status", status: 422, operation: "getCalendar", times: 10 });
  harness.clock.advance(minuteMs);
  await store().deliveries.add({ scheduleId: id, guildId, dueAt: now() });
  await ends(id, "failed");
  harness.service.faults.clear();
  expect(text()).toContain("⚠️ The workspace service is having problems with the calendar. Last read: ");
  expect(text()).toContain("Week of");
});

test("a live message whose new text Discord blocks says so, until it's let through", async () => {
  const id = await due({ mode: "live", kind: "orders", channelId: orders, refreshEveryMs: 2 * minuteMs });
  await ends(id, "sent");
  const { messageId } = await newest(id);
  const text = () =>
    harness.discord.messagesIn(orders).find((message) => message.id === messageId)?.text ?? "";
  const pathPart = `/messages/${messageId}`;
  await store().schedules.change(guildId, id, { messageHash: undefined, nextRefreshAt: now() });
  harness.discord.faults.failRequests({ pathPart, status: 403, code: 200_000, times: 1 });
  await until("it says so", () => text().includes("⚠️ Discord blocks the message for something in it"));
  harness.clock.advance(10 * minuteMs);
  await until("it is updated", () => !text().includes("⚠️"));
});

test("a revoked key pauses every schedule that uses it, and each maker gets one message", async () => {
  const told = (person: string) => harness.discord.inPrivate(person).read();
  const before = { ada: told(ada).length, theo: told(theo).length };
  const managersBefore = harness.discord.messagesIn(managers).length;
  await store().guildSettings.set(guildId, "managers-channel", managers);
  harness.service.faults.add({ kind: "status", status: 401, times: 10_000 });
  const ids = [
    await schedule(),
    await schedule({ channelId: orders, makerDiscordUserId: theo }),
    await due({ kind: "orders" }),
    await due({ channelId: orders }),
  ];
  const other = await schedule({ linkKey: "another" });
  await until(
    "makers and managers get a message",
    () => harness.discord.messagesIn(managers).length > managersBefore,
  );
  for (const id of ids)
    expect(await store().schedules.find(guildId, id)).toMatchObject({
      state: "paused",
      pausedReason: expect.stringContaining("no longer accepts"),
    });
  expect(await store().schedules.find(guildId, other)).toMatchObject({ state: "active" });
  for (const id of ids.slice(2))
    await until("its due time has an end", async () =>
      ["failed", "skipped"].includes((await newest(id)).state),
    );
  await run();
  expect(told(ada)).toHaveLength(before.ada + 1);
  expect(told(theo)).toHaveLength(before.theo + 1);
  expect(harness.discord.messagesIn(managers)).toHaveLength(managersBefore + 1);
  expect(told(theo).at(-1)?.text).toMatch(
    /I paused 4 scheduled posts.*Open orders.*`\/link set`.*`\/schedule list`.*\*Resume\*/s,
  );
  expect(harness.discord.messagesIn(managers).at(-1)?.text).toMatch(
    /I paused 4 scheduled posts.*Open orders.*<\/link set:\d+>.*<\/schedule list:\d+>.*\*Resume\*/s,
  );
});

test.each([
  ["Attach Files", AttachFiles],
  ["Send Messages", SendMessages],
])("a schedule paused as the bot may no longer post asks for what it lacks: %s", async (lacking, taken) => {
  const told = () => harness.discord.inPrivate(ada).read();
  const before = told().length;
  const bot = { id: harness.discord.applicationId, type: OverwriteType.Member, allow: 0n } as const;
  harness.discord.setOverwrites(orders, [{ ...bot, deny: taken }]);
  const id = await due({ channelId: orders });
  await until("its maker gets a message", () => told().length > before);
  const reason = `I'm no longer allowed to post in the channel. Give me *${lacking}* there, or choose another one with *Edit…* in \`/schedule list\`.`;
  expect(await store().schedules.find(guildId, id)).toMatchObject({ state: "paused", pausedReason: reason });
  expect(told().at(-1)?.text).toContain(reason);
  const card = await openCard(harness.as("theo"), id);
  expect(card.text).toContain(
    `Paused: I'm no longer allowed to post in the channel. Give me *${lacking}* there,`,
  );
  harness.discord.setOverwrites(orders, []);
});

test("a deleted channel is never mentioned", async () => {
  const before = harness.discord.inPrivate(ada).read().length;
  harness.discord.deleteChannel(orders);
  const id = await due({ channelId: orders });
  await until("its maker gets a message", () => harness.discord.inPrivate(ada).read().length > before);
  expect(await store().schedules.find(guildId, id)).toMatchObject({
    pausedReason: deletedChannel.reason,
    pausedCause: "deleted-channel",
  });
  expect(harness.discord.inPrivate(ada).read().at(-1)?.text).toMatch(
    /^I paused the scheduled post \*.*\* in a deleted channel\. The channel was deleted\./,
  );
  const panel = await pressOnCard(harness.as("theo", "staff"), id, "Edit…");
  expect(panel.text).toContain("Choose where to post it.");
  expect(panel.text).not.toContain(orders);
});

/**
 * A bot of its own with posts that are due: the first in a channel with trouble, one in another.
 * @param pauseClock no time passes otherwise
 */
async function startWithTrouble(
  fault: RequestFault,
  pauseClock?: PauseClock,
): Promise<Harness & { stateOf(id: string): Promise<Delivery>; addSecond(): Promise<void> }> {
  const begun = Date.now();
  const own = await startHarness({
    guarded: false,
    ...(pauseClock && { pauseClock, realNow: () => begun }),
  });
  toNextWednesday(own.clock);
  own.discord.faults.failRequests({ pathPart: `/channels/${calendar}/`, times: 100, ...fault });
  const { deliveries, schedules } = own.app.ctx.store;
  const at = own.clock.now();
  const place = { guildId, linkKey: "cafe", makerDiscordUserId: ada, createdAt: at };
  const add = async (id: string, channelId: string): Promise<void> => {
    await schedules.create(sampleSchedule({ ...place, id, channelId }));
    await deliveries.add({ scheduleId: id, guildId, dueAt: at });
  };
  await add("first", calendar);
  await add("other", orders);
  const stateOf = async (id: string): Promise<Delivery> => {
    const [delivery] = await own.app.ctx.store.deliveries.list(id, 1);
    if (delivery === undefined) throw new Error("nothing was due");
    return delivery;
  };
  await until("the other one is there", async () => (await stateOf("other")).state === "sent");
  return Object.assign(own, { stateOf, addSecond: () => add("second", calendar) });
}

test("posts that Discord refuses for 18 hours go back until then, and others go on", async () => {
  await using own = await startWithTrouble({ status: 429, retryAfterSeconds: 64_800 });
  const wentBack = async (id: string): Promise<void> => {
    await until(`the ${id} one went back`, async () => {
      const { attempts, state } = await own.stateOf(id);
      return attempts === 1 && state === "waiting";
    });
    const { until: tryAt, uncertainSince } = await own.stateOf(id);
    expect(tryAt - own.clock.now()).toBeGreaterThan(64_000_000);
    expect(uncertainSince).toBeUndefined();
  };
  await wentBack("first");
  await own.addSecond();
  await wentBack("second");
  // The second one isn't even sent.
  expect(own.discord.requests.filter(({ status }) => status === 429)).toHaveLength(1);
});

const never: PauseClock = { now: () => 0, timer: () => () => undefined };

test("what a post and a look-up learn of a ban holds back every request", async () => {
  await using own = await startHarness({ guarded: false, pauseClock: never });
  const { messenger } = own.app.ctx;
  const sent = (pathPart: string) => own.discord.requests.filter(({ path }) => path.includes(pathPart));
  own.discord.faults.failRequests({ status: 429, form: "page", times: 100 });
  await expect(messenger.channelNames(guildId)).rejects.toBeInstanceOf(RateLimitError);
  const posted = expect(messenger.post(calendar, { content: "Soup" })).rejects.toBeInstanceOf(RateLimitError);
  const refused = '"route":"/channels/:id/messages"';
  await until("the post is refused, and the bot knows", () => own.logs.join("").includes(refused));
  expect(sent(`/channels/${calendar}/messages`)).toHaveLength(1);
  own.discord.faults.clear();
  await expect(messenger.isMember(guildId, ada)).rejects.toBeInstanceOf(RateLimitError);
  expect(sent("/members/")).toEqual([]);
  await own.app.stop();
  await posted;
});

test("a post that waits for its next try doesn't hold up the end of the bot", async () => {
  await using own = await startWithTrouble({ status: 429, retryAfterSeconds: 9 }, never);
  const refused = () => own.discord.requests.filter(({ status }) => status === 429);
  await until("it is refused", () => refused().length === 1);
  expect(await own.stateOf("first")).toMatchObject({ state: "claimed" });
  let isStopped = false;
  void own.app.stop().then(() => (isStopped = true));
  // With the post, it would wait for a minute.
  await until("it has stopped", () => isStopped, 30_000);
  await own.restart();
  expect(await own.stateOf("first")).toMatchObject({
    state: "waiting",
    attempts: 1,
    uncertainSince: undefined,
  });
  expect(refused()).toHaveLength(1);
});

test("answers that never arrive in full stop neither other posts nor the end of the bot", async () => {
  await using own = await startWithTrouble({ status: "stall-after" });
  await own.addSecond();
  await until(
    "both went back as perhaps posted",
    async () => {
      const both = await Promise.all([own.stateOf("first"), own.stateOf("second")]);
      return both.every(({ uncertainSince, state }) => state === "waiting" && uncertainSince !== undefined);
    },
    60_000,
  );
  expect(own.logs.join("")).toContain("Discord began an answer that didn't arrive in full");
  expect(own.discord.messagesIn(calendar)).toHaveLength(2);
});
