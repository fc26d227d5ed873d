// Depends on: database, wording.
import { PermissionFlagsBits, PermissionsBitField } from "discord.js";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { posting } from "../../commands/schedule/delivery/job.ts";
import { runJob } from "../../src/jobs/runner.ts";
import { playgroundIds } from "../../playground/discord/index.ts";
import type { Schedule } from "../../commands/boards/store.ts";
import { type Harness, jobTools, startHarness } from "../support/harness.ts";
import { sampleSchedule } from "../support/sample-schedule.ts";
import { until } from "../support/wait-for.ts";

const minuteMs = 60_000;
const allPermissions = PermissionsBitField.All;
const { guildId, calendar: channelId, ada } = playgroundIds;
let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness[Symbol.asyncDispose]());
beforeEach(async () => {
  harness.service.faults.clear();
  harness.discord.faults.clear();
  harness.discord.faults.restorePermissions();
  for (const { id } of await store().schedules.list(guildId)) await store().schedules.remove(guildId, id);
});

const store = () => harness.app.ctx.store;
const now = () => harness.clock.now();
const run = () => runJob(posting, jobTools(harness.app));
const posted = () => harness.discord.messagesIn(channelId);

/** Due every five minutes by its rule, the first time in a minute. */
async function schedule(parts: Partial<Schedule> = {}): Promise<string> {
  const id = harness.app.ctx.newId();
  const place = { id, guildId, linkKey: "cafe", channelId, makerDiscordUserId: ada, createdAt: now() };
  await store().schedules.create({
    ...sampleSchedule(place),
    rule: { kind: "cron", expression: "*/5 * * * *" },
    options: {},
    nextDueAt: now() + minuteMs,
    ...parts,
  });
  return id;
}
const present = async (id: string): Promise<Schedule> => {
  const found = await store().schedules.find(guildId, id);
  if (found === undefined) throw new Error("the schedule is gone");
  return found;
};

test("with that option, the previous message is deleted once the new one is posted", async () => {
  const id = await schedule({ replaces: true });
  const messageIds: (string | undefined)[] = [];
  for (let times = 0; times < 2; times++) {
    harness.clock.advance(5 * minuteMs);
    await until("it is posted", async () => {
      const { messageId, lastOutcome } = await present(id);
      return lastOutcome === "sent" && messageId !== messageIds.at(-1);
    });
    messageIds.push((await present(id)).messageId);
  }
  const there = harness.discord.messagesIn(channelId).map((message) => message.id);
  expect(messageIds.map((messageId) => there.includes(messageId ?? ""))).toEqual([false, true]);
});

test("a due post is posted once, by the bot's own clock, and not before", async () => {
  const before = posted().length;
  // Its rule's next time may not come while the test runs.
  const id = await schedule({ rule: { kind: "cron", expression: "0 0 1 1 *" } });
  await run();
  expect(posted()).toHaveLength(before);
  harness.clock.advance(minuteMs);
  await until("the post is there", () => posted().length > before);
  await Promise.all([run(), run(), run()]);
  expect(posted()).toHaveLength(before + 1);
  expect(posted().at(-1)?.text).toContain("Week of");
  await until("it is written down", async () => (await present(id)).lastOutcome === "sent");
  expect(await store().deliveries.list(id, 5)).toMatchObject([{ state: "sent", isLate: false }]);
});

test("a post due in an outage is posted once, marked late, and earlier ones are skipped", async () => {
  const before = posted().length;
  const id = await schedule();
  const { nextDueAt = 0 } = await present(id);
  // Three minutes after one of the times of its rule, which is late.
  const dueAt = Math.ceil((nextDueAt + 20 * minuteMs) / (5 * minuteMs)) * 5 * minuteMs;
  harness.clock.advance(dueAt + 3 * minuteMs - now());
  await until("it is written down", async () => (await present(id)).lastOutcome === "sent");
  expect(posted()).toHaveLength(before + 1);
  expect(posted().at(-1)?.text).toMatch(/Posted late: it was due[\s\S]*Week of/);
  const states = (await store().deliveries.list(id, 10)).map(({ state }) => state);
  expect(states[0]).toBe("sent");
  expect(states.slice(1).every((state) => state === "skipped")).toBe(true);
  expect(states.length).toBeGreaterThanOrEqual(4);
});

test("a live message is edited, and posted again after someone deleted it", async () => {
  const id = await schedule({ mode: "live" });
  harness.clock.advance(minuteMs);
  await until("it is posted", async () => (await present(id)).messageId !== undefined);
  const first = (await present(id)).messageId ?? "";
  const count = posted().length;
  harness.clock.advance(6 * minuteMs);
  await until("it was edited", () => posted().some((message) => message.id === first && message.edited));
  expect(posted()).toHaveLength(count);

  await harness.app.ctx.messenger.delete(channelId, first);
  harness.clock.advance(6 * minuteMs);
  await until("it is posted again", async () => (await present(id)).messageId !== first);
  expect(posted()).toHaveLength(count);
});

test("a service that is down is retried, and the post then appears once", async () => {
  const before = posted().length;
  // What another board read a moment ago would do for this one, too.
  harness.clock.advance(minuteMs);
  harness.service.faults.add({ kind: "status", status: 503, operation: "getCalendar", times: 1_000 });
  const id = await schedule({ nextDueAt: now() - 1_000 });
  await until("it is tried again later", async () => (await present(id)).lastReason !== undefined);
  expect((await present(id)).lastReason).toContain("responding");
  harness.service.faults.clear();
  harness.clock.advance(20_000);
  await until("the post is there", () => posted().length > before);
  await until("it is written down", async () => (await present(id)).lastOutcome === "sent");
  expect(posted()).toHaveLength(before + 1);
});

test("a lost channel pauses the schedule, and its maker gets one message", async () => {
  harness.discord.faults.takePermission(channelId, PermissionFlagsBits.SendMessages);
  const told = () => harness.discord.inPrivate(ada).read().length;
  const before = told();
  const ids = [await schedule({ nextDueAt: now() - 1_000 })];
  for (const id of ids) await until("it is paused", async () => (await present(id)).state === "paused");
  await until("its maker gets a message", () => told() > before);
  harness.clock.advance(11 * minuteMs);
  await run();
  expect(told()).toBe(before + 1);
  expect(harness.discord.inPrivate(ada).read().at(-1)?.text).toMatch(
    /Send Messages.*\*Edit…\*.*\/schedule list/s,
  );
});

test("a slow read for one post delays no other due meanwhile", async () => {
  harness.clock.advance(10 * minuteMs);
  const held = Promise.withResolvers<void>();
  harness.service.faults.add({ kind: "held", until: held.promise, operation: "getCalendar", times: 1 });
  const slow = await schedule({ nextDueAt: now() - 1_000 });
  await until("the slow one is asked for", () => harness.service.faults.active.length === 0);
  const quick = await schedule({ nextDueAt: now() - 1_000, options: { week: 1 } });
  await until("the other one is posted", async () => (await present(quick)).lastOutcome === "sent");
  expect((await present(slow)).lastOutcome).toBeUndefined();
  held.resolve();
  await until("the slow one is posted too", async () => (await present(slow)).lastOutcome === "sent");
});

test("a slow read for one live message delays no refresh of another", async () => {
  harness.clock.advance(10 * minuteMs);
  const standing = async (week: number) => {
    const { messageId } = await harness.app.ctx.messenger.post(channelId, { content: "The week" });
    return schedule({
      mode: "live",
      options: { week },
      messageId,
      nextDueAt: now() + 60 * minuteMs,
      refreshEveryMs: 5 * minuteMs,
      nextRefreshAt: now() - 1_000,
    });
  };
  const held = Promise.withResolvers<void>();
  harness.service.faults.add({ kind: "held", until: held.promise, operation: "getCalendar", times: 1 });
  const slow = await standing(0);
  await until("the slow one is asked for", () => harness.service.faults.active.length === 0);
  const quick = await standing(1);
  await until("the other one is looked at", async () => (await present(quick)).lastAsOf !== undefined);
  expect((await present(slow)).lastAsOf).toBeUndefined();
  held.resolve();
  await until("the slow one is too", async () => (await present(slow)).lastAsOf !== undefined);
});

test("a stopping bot finishes what it is posting, and starts nothing else before its next start", async () => {
  harness.clock.advance(10 * minuteMs);
  const before = posted().length;
  const held = Promise.withResolvers<void>();
  harness.service.faults.add({ kind: "held", until: held.promise, operation: "getCalendar", times: 1 });
  await schedule({ nextDueAt: now() - 1_000 });
  await until("it is worked on", () => harness.service.faults.active.length === 0);
  const waiting = await schedule({ nextDueAt: now() - 1_000, options: { week: 1 } });
  const stopped = harness.app.stop();
  held.resolve();
  await stopped;
  expect(posted()).toHaveLength(before + 1);
  await harness.restart();
  await until("the other one is posted", async () => (await present(waiting)).lastOutcome === "sent");
});

test("a post that the next due time has overtaken is left out, and the list says so", async () => {
  const before = posted().length;
  const id = await schedule({ nextDueAt: undefined });
  const dues = [now() + minuteMs, now() + minuteMs + 1];
  for (const dueAt of dues) await store().deliveries.add({ scheduleId: id, guildId, dueAt });
  harness.clock.advance(2 * minuteMs);
  const rows = () => store().deliveries.list(id, 2);
  await until("both have ended", async () =>
    (await rows()).every(({ state }) => !["waiting", "claimed"].includes(state)),
  );
  expect(await rows()).toMatchObject([
    { dueAt: dues[1], state: "sent" },
    { dueAt: dues[0], state: "skipped", reason: "The next run was due before this one could be posted." },
  ]);
  expect(posted()).toHaveLength(before + 1);
});

test("of a schedule that pins, only the newest post is pinned", async () => {
  harness.discord.setBotPermissions(channelId, allPermissions);
  const id = await schedule({ nextDueAt: undefined, pins: true });
  for (let count = 1; count <= 2; count += 1) {
    const dueAt = now() + 1;
    await store().deliveries.add({ scheduleId: id, guildId, dueAt });
    harness.clock.advance(minuteMs);
    await until("it is posted", async () => {
      const [newest] = await store().deliveries.list(id, 1);
      return newest?.dueAt === dueAt && newest.state === "sent";
    });
  }
  const ids = (await store().deliveries.list(id, 2)).map(({ messageId }) => messageId);
  const pins = posted().filter((message) => ids.includes(message.id));
  expect(pins.map(({ pinned }) => pinned)).toEqual([false, true]);
});

test("where a channel is full of pins, a post stays, its creator learns it, and the next is pinned once there's room", async () => {
  const { discord } = harness;
  discord.setBotPermissions(channelId, allPermissions);
  const told = () =>
    discord
      .inPrivate(ada)
      .read()
      .filter(({ text }) => text.includes("couldn't pin it"));
  const id = await schedule({ nextDueAt: undefined, pins: true });
  const newest = async (previous: string | undefined): Promise<string | undefined> => {
    await store().deliveries.add({ scheduleId: id, guildId, dueAt: now() + 1 });
    harness.clock.advance(minuteMs);
    await until("it is posted", async () => {
      const { messageId, lastOutcome } = await present(id);
      return lastOutcome === "sent" && messageId !== previous;
    });
    return (await present(id)).messageId;
  };
  const isPinned = (messageId: string | undefined) => posted().find((each) => each.id === messageId)?.pinned;
  discord.faults.limitPins(0);
  const first = await newest(undefined);
  expect(isPinned(first)).toBe(false);
  expect(told().map(({ text }) => text)).toEqual([
    `I posted *Calendar of the week* in <#${channelId}>, but couldn't pin it. <#${channelId}> has as many pinned messages as Discord allows (250). Unpin some there, then pin this one: open its menu and choose *Pin Message*.\nhttps://discord.com/channels/${guildId}/${channelId}/${first}`,
  ]);
  const second = await newest(first);
  expect(isPinned(second)).toBe(false);
  expect(told()).toHaveLength(1);
  discord.faults.clear();
  expect(isPinned(await newest(second))).toBe(true);
});

test("a previous post that can't be unpinned doesn't keep the next from being pinned", async () => {
  harness.discord.setBotPermissions(channelId, allPermissions);
  const old = await harness.app.ctx.messenger.post(channelId, { content: "Older" });
  await harness.app.ctx.messenger.pin(channelId, old.messageId);
  const id = await schedule({ nextDueAt: undefined, pins: true, messageId: old.messageId });
  harness.discord.faults.failRequests({
    status: 403,
    code: 50_013,
    times: 1,
    pathPart: `/pins/${old.messageId}`,
  });
  await store().deliveries.add({ scheduleId: id, guildId, dueAt: now() + 1 });
  harness.clock.advance(minuteMs);
  await until("it is posted", async () => (await present(id)).lastOutcome === "sent");
  const { messageId } = await present(id);
  expect(
    posted()
      .filter(({ pinned }) => pinned)
      .map((each) => each.id),
  ).toEqual(expect.arrayContaining([old.messageId, messageId]));
});
