// Depends on: database, wording.
import { PermissionFlagsBits } from "discord-api-types/v10";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { bakeryIds, playgroundIds } from "../../playground/discord/index.ts";
import { announceNotices, notices } from "../../commands/remind/notice/job.ts";
import { outbox } from "../support/all-jobs.ts";
import { runJob } from "../../src/jobs/runner.ts";
import { timeRequests } from "../../commands/time-request/job.ts";
import { plainMessage, say } from "../../src/outbox/queue.ts";
import { posting } from "../../commands/schedule/delivery/job.ts";
import { connectAccount, type Harness, jobTools, startHarness } from "../support/harness.ts";
import { remindMe, remindMeNoMore } from "../support/reminders.ts";
import { newestText, opened, shown, textOf } from "../support/replies.ts";
import { sampleSchedule } from "../support/sample-schedule.ts";
import { sampleTimeRequest } from "../support/sample-time-request.ts";
import { until } from "../support/wait-for.ts";

const minuteMs = 60_000;
const { guildId, calendar, managers, staff, ada, mia, theo, managerRole, staffRole } = playgroundIds;
const miasId = "104872391";
let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ guarded: false, withJobs: false });
  await harness.app.ctx.store.guildSettings.set(guildId, "managers-channel", managers);
});
afterAll(() => harness[Symbol.asyncDispose]());
beforeEach(() => {
  harness.discord.faults.clear();
  harness.discord.faults.restorePermissions();
  harness.clock.advance(20 * minuteMs);
});

const store = () => harness.app.ctx.store;
const now = () => harness.clock.now();
const sendDue = () => runJob(outbox, jobTools(harness.app));
const inPrivate = (discordUserId: string) => harness.discord.inPrivate(discordUserId).read();
const waiting = async () => (await store().outbox.due(now() + 60 * minuteMs, 100)).length;

async function later(): Promise<void> {
  harness.clock.advance(11 * minuteMs);
  await sendDue();
}

test("news of a paused schedule outlasts an outage and a restart, and comes once to each", async () => {
  await harness.app.ctx.messenger.sendDirect(ada, { content: "Hello" });
  const [before, beforeThere] = [inPrivate(ada).length, harness.discord.messagesIn(managers).length];
  const where = { guildId, linkKey: "cafe", channelId: "1", makerDiscordUserId: ada };
  await store().schedules.create(sampleSchedule({ ...where, id: "gone", createdAt: now() }));
  await store().deliveries.add({ scheduleId: "gone", guildId, dueAt: now() });
  harness.discord.faults.failRequests({ status: 503, pathPart: "/users/@me/channels", times: 100 });
  harness.discord.faults.failRequests({ status: 503, pathPart: `/channels/${managers}`, times: 100 });
  await runJob(posting, jobTools(harness.app));
  await until("it is paused", async () => (await store().schedules.findById("gone"))?.state === "paused");
  await until("both wait", async () => (await waiting()) === 2);
  await later();
  expect(await waiting()).toBe(2);
  await harness.restart();
  harness.discord.faults.clear();
  await later();
  await later();
  expect(
    inPrivate(ada)
      .slice(before)
      .map(({ text }) => text),
  ).toEqual([expect.stringContaining("I paused the scheduled post")]);
  expect(harness.discord.messagesIn(managers)).toHaveLength(beforeThere + 1);
  expect(await waiting()).toBe(0);
});

test("news of a paused schedule isn't for who made it and is no manager anymore", async () => {
  await harness.app.ctx.messenger.sendDirect(theo, { content: "Hello" });
  const [before, beforeThere] = [inPrivate(theo).length, harness.discord.messagesIn(managers).length];
  const where = { guildId, linkKey: "cafe", channelId: "2", makerDiscordUserId: theo };
  await store().schedules.create(sampleSchedule({ ...where, id: "gone-too", createdAt: now() }));
  await store().deliveries.add({ scheduleId: "gone-too", guildId, dueAt: now() });
  harness.discord.setRoles(guildId, theo, [staffRole]);
  await runJob(posting, jobTools(harness.app));
  await until("it is paused", async () => (await store().schedules.findById("gone-too"))?.state === "paused");
  await until("the managers are told", () => harness.discord.messagesIn(managers).length > beforeThere);
  await until("nothing waits", async () => (await waiting()) === 0);
  expect(inPrivate(theo)).toHaveLength(before);
  harness.discord.setRoles(guildId, theo, [managerRole]);
});

test("news of a paused schedule that someone has resumed meanwhile is for nobody", async () => {
  await harness.app.ctx.messenger.sendDirect(ada, { content: "Hello" });
  const [before, beforeThere] = [inPrivate(ada).length, harness.discord.messagesIn(managers).length];
  const where = { guildId, linkKey: "cafe", channelId: calendar, makerDiscordUserId: ada };
  await store().schedules.create(sampleSchedule({ ...where, id: "resumed", createdAt: now() }));
  await store().deliveries.add({ scheduleId: "resumed", guildId, dueAt: now() });
  harness.discord.faults.takePermission(calendar, PermissionFlagsBits.SendMessages);
  harness.discord.faults.failRequests({ status: 503, pathPart: "/users/@me/channels", times: 100 });
  harness.discord.faults.failRequests({ status: 503, pathPart: `/channels/${managers}`, times: 100 });
  await runJob(posting, jobTools(harness.app));
  await until("it is paused", async () => (await store().schedules.findById("resumed"))?.state === "paused");
  await until("both wait", async () => (await waiting()) === 2);
  harness.discord.faults.restorePermissions();
  const list = shown(await harness.as("ada").run("schedule list"));
  const menu = list.selects.find(({ options }) => options.some(({ value }) => value === "resume resumed"));
  shown(await harness.as("ada").choose(list, menu?.customId ?? "", ["resume resumed"]));
  expect(await store().schedules.findById("resumed")).toMatchObject({ state: "active" });
  harness.discord.faults.clear();
  await later();
  expect(await waiting()).toBe(0);
  expect(inPrivate(ada)).toHaveLength(before);
  expect(harness.discord.messagesIn(managers)).toHaveLength(beforeThere);
});

test("a card shows how its member was told, once they could be", async () => {
  const question = shown(await harness.as("mia").run("account connect", { user: miasId }));
  await harness.as("mia").press(question, "Ask for approval");
  const card = () => {
    const message = harness.as("theo", "managers").read().at(-1);
    if (message === undefined) throw new Error("no card was posted");
    return message;
  };
  harness.discord.faults.failRequests({ status: 503, pathPart: "/users/@me/channels", times: 100 });
  const approved = textOf(await harness.as("theo", "managers").press(card(), "Approve"));
  expect(approved).toMatch(/Request approved[\s\S]*I'll keep trying, and say here how they were told/);
  harness.discord.faults.clear();
  await later();
  expect(card().text).toMatch(/Request approved[\s\S]*I told them in a private message/);
  expect(card().text).not.toContain("keep trying");
  expect(inPrivate(mia).at(-1)?.text).toContain("You're now connected to");
  await store().accounts.disconnect(guildId, mia);
});

test("whoever approves several learns who wasn't told yet", async () => {
  const question = shown(await harness.as("mia").run("account connect", { user: miasId }));
  await harness.as("mia").press(question, "Ask for approval");
  const list = shown(await harness.as("theo").run("account list"));
  const preview = shown(await harness.as("theo").press(list, "Approve several…"));
  harness.discord.faults.failRequests({ status: 503, pathPart: "/users/@me/channels", times: 100 });
  const done = textOf(await harness.as("theo").press(preview, "Approve 1"));
  expect(done).toMatch(/1 request approved[\s\S]*not told yet[\s\S]*marked ⏳ yet; I'll keep trying/);
  expect(done).not.toContain("I told");
  harness.discord.faults.clear();
  await later();
  expect(inPrivate(mia).at(-1)?.text).toContain("You're now connected to");
  await store().accounts.disconnect(guildId, mia);
});

test("a request whose card Discord refuses later is withdrawn, and its member learns that", async () => {
  harness.discord.faults.failRequests({ status: 503, pathPart: `/channels/${managers}/messages`, times: 2 });
  const question = shown(await harness.as("mia").run("account connect", { user: miasId }));
  expect(textOf(await harness.as("mia").press(question, "Ask for approval"))).toContain(
    "Discord hasn't confirmed my message to the managers yet",
  );
  expect(await store().connectionRequests.findOpen(guildId, mia)).toBeDefined();
  harness.discord.faults.failRequests({
    status: 403,
    code: 50_013,
    pathPart: `/channels/${managers}/messages`,
    times: 100,
  });
  await later();
  expect(await store().connectionRequests.findOpen(guildId, mia)).toBeUndefined();
  expect(inPrivate(mia).at(-1)?.text).toContain("couldn't be posted for the managers, so nobody was asked");
});

test("someone who can't be told in private, whyever, is told where they asked", async () => {
  const question = shown(await harness.as("mia").run("account connect", { user: miasId }));
  await harness.as("mia").press(question, "Ask for approval");
  const card = harness.as("theo", "managers").read().at(-1);
  if (card === undefined) throw new Error("no card was posted");
  harness.discord.faults.failRequests({ status: 403, code: 20_026, pathPart: "/users/@me/channels" });
  const declined = opened(await harness.as("theo", "managers").press(card, "Decline"));
  const decided = textOf(await harness.as("theo", "managers").submit(declined, { reason: "Private matter" }));
  expect(decided).toContain("so I told them in");
  expect(newestText(harness.as("mia"))).toContain("was declined, so nothing changed");
  expect(newestText(harness.as("mia"))).not.toContain("Private matter");
});

test("a card whose answer was lost loses its buttons, too, when its member withdraws meanwhile", async () => {
  const before = harness.discord.messagesIn(managers).length;
  const path = `/channels/${managers}/messages`;
  harness.discord.faults.failRequests({ status: "cut-after", pathPart: path, times: 2 });
  const question = shown(await harness.as("mia").run("account connect", { user: miasId }));
  await harness.as("mia").press(question, "Ask for approval");
  const own = shown(await harness.as("mia").run("profile"));
  await harness.as("mia").press(own, "Withdraw request");
  await later();
  await later();
  expect(harness.discord.messagesIn(managers)).toHaveLength(before + 1);
  const card = harness.as("theo", "managers").read().at(-1);
  expect(card?.text).toContain("Request withdrawn");
  expect(card?.buttons).toEqual([]);
});

test("managers are reminded an hour after Discord refused it", async () => {
  await store().timeRequests.removeByMember(guildId, mia);
  const request = { ...sampleTimeRequest(now() - 25 * 60 * minuteMs), id: "waits", guildId };
  await store().timeRequests.create({ ...request, discordUserId: mia, dueAt: now() }, 5);
  const { messageId } = await harness.app.ctx.messenger.post(managers, { content: "Its card" });
  await store().timeRequests.setCard("waits", { channelId: managers, messageId, proof: [], dueAt: now() });
  const before = harness.discord.messagesIn(managers).length;
  const pathEnd = `/channels/${managers}/messages`;
  harness.discord.faults.failRequests({ status: 403, code: 50_013, pathEnd });
  await runJob(timeRequests, jobTools(harness.app));
  expect(harness.discord.messagesIn(managers)).toHaveLength(before);
  harness.clock.advance(61 * minuteMs);
  await runJob(timeRequests, jobTools(harness.app));
  await runJob(timeRequests, jobTools(harness.app));
  await later();
  expect(harness.discord.messagesIn(managers)).toHaveLength(before + 1);
  await store().timeRequests.removeByMember(guildId, mia);
});

test("what an older version was about to say is said once, unless that version still may", async () => {
  await connectAccount(harness.app.ctx, {
    discordUserId: mia,
    userId: miasId,
    displayName: "Mia",
    memberName: "Mia",
  });
  const before = inPrivate(mia).length;
  const request = { ...sampleTimeRequest(now()), id: "old", guildId, discordUserId: mia };
  await store().timeRequests.create({ ...request, dueAt: undefined }, 5);
  const decision = { id: "old", guildId, from: "open", to: "declined", decidedByDiscordUserId: ada } as const;
  // An older version decides like this, and tells the member by its job when its claim has ended.
  await store().timeRequests.move({ ...decision, decidedAt: now(), dueAt: now() + 2 * minuteMs });
  await runJob(timeRequests, jobTools(harness.app));
  await sendDue();
  expect(inPrivate(mia)).toHaveLength(before);
  harness.clock.advance(3 * minuteMs);
  await runJob(timeRequests, jobTools(harness.app));
  await runJob(timeRequests, jobTools(harness.app));
  await sendDue();
  await later();
  expect(inPrivate(mia)).toHaveLength(before + 1);
  expect((await store().timeRequests.find("old"))?.told).toBe("private");
});

test("what a later version has to say is left to it", async () => {
  const at = now();
  const entry = { key: "later", guildId, discordUserId: undefined, until: at, attempts: 0, createdAt: at };
  await store().outbox.add({ ...entry, purpose: "horoscope", payload: {} });
  await store().outbox.add({ ...entry, key: "unread", purpose: "message", payload: { to: "everyone" } });
  await later();
  await later();
  expect(await waiting()).toBe(2);
  for (const key of ["later", "unread"]) await store().outbox.remove(key);
});

test("a reminder that was turned off before it could be sent isn't", async () => {
  await remindMe(harness.as("mia"), "order");
  const before = inPrivate(mia).length;
  const look = { guildId, discordUserId: mia, kind: "order", noticedAt: now() } as const;
  await store().notices.observe(look, [], announceNotices(miasId));
  await store().notices.observe({ ...look, noticedAt: now() + 1 }, ["an order"], announceNotices(miasId));
  expect(await waiting()).toBe(1);
  await remindMeNoMore(harness.as("mia"));
  expect(await waiting()).toBe(0);
  await later();
  expect(inPrivate(mia)).toHaveLength(before);
});

test("one server's silent channel doesn't hold up what another has to hear", async () => {
  const channelOf = { [guildId]: staff, [bakeryIds.guildId]: bakeryIds.counter };
  const held = harness.discord.faults.holdAnswers(`/channels/${staff}/messages`);
  for (const [id, channelId] of Object.entries(channelOf)) {
    const payload = { channelId, message: { content: `News for ${id}` } };
    const entry = plainMessage.createEntry({ key: `news ${id}`, guildId: id, payload }, now());
    await store().outbox.add(entry);
  }
  const sending = sendDue();
  await until("the other is told", () =>
    harness.discord
      .messagesIn(bakeryIds.counter)
      .some(({ text }) => text === `News for ${bakeryIds.guildId}`),
  );
  // Both are sent at the same time, in no order.
  await until("its own answer is held", () => held.count === 1);
  held.release();
  await sending;
  expect(await waiting()).toBe(0);
});

test("the same news said twice at the same time is there once", async () => {
  const before = harness.discord.messagesIn(calendar).length;
  const payload = { channelId: calendar, message: { content: "Twice" } };
  const about = { key: "twice", guildId, payload };
  await Promise.all([1, 2, 3].map(() => say(plainMessage, about, harness.app.ctx)));
  await later();
  expect(harness.discord.messagesIn(calendar)).toHaveLength(before + 1);
  await runJob(notices, jobTools(harness.app));
  expect(newestText(harness.as("mia", "calendar"))).toBe("Twice");
});

test("what waited for more than a week, such as in an old backup, isn't said anymore", async () => {
  const before = harness.discord.messagesIn(managers).length;
  harness.discord.faults.failRequests({ status: 503, pathPart: `/channels/${managers}`, times: 100 });
  const payload = { channelId: managers, message: { content: "Old news" } };
  await say(plainMessage, { key: "old news", guildId, payload }, harness.app.ctx);
  expect(await waiting()).toBe(1);
  harness.discord.faults.clear();
  harness.clock.advance(8 * 24 * 60 * minuteMs);
  await sendDue();
  expect(await waiting()).toBe(0);
  expect(harness.discord.messagesIn(managers)).toHaveLength(before);
});
