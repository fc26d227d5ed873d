// Depends on: nothing that varies.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { playgroundIds } from "../../playground/discord/index.ts";
import type { Schedule } from "../../commands/boards/store.ts";
import { connectAccount, type Harness, startHarness } from "../support/harness.ts";
import { sampleSchedule } from "../support/sample-schedule.ts";
import { chooseSetting } from "../support/settings.ts";
import { until } from "../support/wait-for.ts";

const minuteMs = 60_000;
const weekMs = 7 * 24 * 60 * minuteMs;
const { guildId, calendar: channelId, ada, mia } = playgroundIds;
let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
  await connectAccount(harness.app.ctx, {
    discordUserId: mia,
    userId: [...harness.service.state.assignments.keys()][0] ?? "",
    displayName: "Mia",
    memberName: "Mia",
  });
});
afterAll(() => harness[Symbol.asyncDispose]());
beforeEach(async () => {
  for (const { id } of await store().schedules.list(guildId)) await store().schedules.remove(guildId, id);
});

const store = () => harness.app.ctx.store;
const now = () => harness.clock.now();

/** The result of one due time of a schedule that posts a new message each time. */
async function post(
  parts: Partial<Schedule>,
  dueAt: number,
): Promise<Pick<Schedule, "id" | "lastOutcome" | "lastReason"> & { text: string; alt: string | undefined }> {
  const id = harness.app.ctx.newId();
  const where = { id, guildId, linkKey: "cafe", channelId, makerDiscordUserId: ada, createdAt: dueAt };
  await store().schedules.create({ ...sampleSchedule(where), zone: "UTC", ...parts, nextDueAt: dueAt });
  let schedule: Schedule | undefined;
  await until("it came to its end", async () => {
    schedule = await store().schedules.find(guildId, id);
    return schedule?.lastOutcome !== undefined;
  });
  const message = harness.discord.messagesIn(channelId).find((each) => each.id === schedule?.messageId);
  return {
    id,
    lastOutcome: schedule?.lastOutcome,
    lastReason: schedule?.lastReason,
    text: message?.text ?? "",
    alt: message?.embeds[0]?.image?.description,
  };
}

/** An order and a post of that number. */
function come(number: number, at = now()): void {
  const { orders, posts } = harness.service.state;
  const _id = String(number).padStart(24, "0");
  const createdAt = new Date(at).toISOString();
  const order = { _id, order_number: number, items: ["Tea"], status: "submitted", createdAt };
  orders.set(_id, { order: { ...order, updatedAt: createdAt }, steps: [] });
  posts.set(_id, { _id, title: `Note ${number}`, body: "", createdAt, updatedAt: createdAt });
}

/** Weeks of the emulator begin on Monday, 00:00 UTC. */
function weekStart(atMs = now()): number {
  const day = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO("UTC").startOfDay();
  return day.subtract({ days: day.dayOfWeek - 1 }).epochMilliseconds;
}

/** `29 November`, on one line. */
function formatDay(atMs: number): string {
  const at = new Date(atMs);
  const months = "January February March April May June July August September October November December";
  return `${at.getUTCDate()}\u00a0${months.split(" ")[at.getUTCMonth()]}${otherYear(at)}`;
}

/** Of a day in another year than today. */
function otherYear(at: Date): string {
  const year = at.getUTCFullYear();
  return year === new Date(now()).getUTCFullYear() ? "" : `\u00a0${year}`;
}

/** `29 Nov`, on one line. */
function shortDay(atMs: number): string {
  const at = new Date(atMs);
  const months = "Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec";
  return `${at.getUTCDate()}\u00a0${months.split(" ")[at.getUTCMonth()]}${otherYear(at)}`;
}

const dated = [
  ["calendar", { dues: true }],
  ["team", {}],
  ["standings", { part: "before" }],
  ["standings", { part: "final" }],
  ["orders", {}],
  ["digest", { kinds: ["calendar", "team", "orders", "posts"] }],
] as const;

test.each([...dated, ["posts", {}] as const])(
  "a %s post %j says nothing that becomes untrue a week later",
  async (kind, options) => {
    const { lastOutcome, text } = await post({ kind, options, lastAsOf: 0 }, now());
    expect(lastOutcome).toBe("sent");
    expect(text).not.toMatch(/<t:|▸|\b(?:this|next|last) week\b|\btoday\b|\bago\b/i);
  },
);

const dayFirst = /\b\d{1,2}[\u00a0 ](?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)/;
const clock24 = /\b\d{1,2}:\d\d\b(?![\u00a0 ]?[AP]M)/i;

test.each([...dated, ["report", {}] as const])(
  "a %s post %j and its picture write times and dates as the server chose",
  async (kind, options) => {
    const texts = async () => {
      const { text, alt = "" } = await post({ kind, options, lastAsOf: 0 }, now());
      return `${text}\n${alt}`;
    };
    const usual = await texts();
    await chooseSetting(harness.as("ada"), "clock", "12-month");
    const american = await texts();
    await chooseSetting(harness.as("ada"), "clock", "24-day");
    expect(usual).toMatch(new RegExp(`${dayFirst.source}|${clock24.source}`));
    expect(american).not.toMatch(dayFirst);
    expect(american).not.toMatch(clock24);
  },
);

test("a calendar and a team board name their week and its end in words, in the schedule's zone", async () => {
  const monday = formatDay(weekStart());
  const calendar = await post({ kind: "calendar", options: { week: 0 } }, now());
  expect(calendar.text).toContain(`Week of ${monday}\n`);
  const sunday = shortDay(weekStart() + weekMs - 1);
  // Below its week, the calendar's days need no year.
  expect(calendar.text).toContain(`Due Sun\u00a0${sunday.replace(/\u00a0\d{4}$/, "")},\u00a023:59`);
  expect(calendar.text).not.toContain("As of");
  const team = await post({ kind: "team", options: {} }, now());
  expect(team.text).toContain(`Week ends Sun\u00a0${sunday},\u00a023:59`);
});

test("standings say in words by when as much is expected, since their picture isn't drawn again", async () => {
  const options = { part: "before" };
  // Nothing is expected on the first day of a week.
  harness.clock.advance(weekStart() + weekMs + 100 * 60 * minuteMs - now());
  const { alt } = await post({ kind: "standings", options }, now());
  expect(alt).toMatch(/^\d+ (?:person|people): .*what is expected by \w{3} \d\d:\d\d, \d+\smin\.$/);
});

test("a digest and its picture name the same moment, though the team was read a while ago", async () => {
  const options = { kinds: ["team", "orders"] };
  await post({ kind: "team", options: {} }, now());
  harness.clock.advance(3 * minuteMs);
  const { text, alt } = await post({ kind: "digest", options }, now());
  const [, moment = "none"] = /As of ([^(]+) \(/.exec(text) ?? [];
  expect(alt?.replaceAll("\u00a0", " ")).toContain(`, ${moment.replaceAll("\u00a0", " ")}. `);
});

test("final standings posted late are of the week that was over when they were due", async () => {
  const { lastOutcome, text } = await post(
    { kind: "standings", options: { part: "final" } },
    weekStart() - 10 * minuteMs,
  );
  expect(lastOutcome).toBe("sent");
  expect(text).toContain(`Week of ${shortDay(weekStart() - 2 * weekMs)}: `);
  expect(text).not.toContain("As of");
});

test.each([
  ["calendar", { week: 1 }],
  ["team", {}],
  ["standings", { part: "before" }],
  ["digest", { kinds: ["orders", "standings"] }],
])("a %s post %j whose week is over isn't posted, and the list says why", async (kind, options) => {
  const resetAt = weekStart() + weekMs;
  harness.clock.advance(resetAt + 30 * minuteMs - now());
  const count = harness.discord.messagesIn(channelId).length;
  const late = await post({ kind, options }, resetAt - 10 * minuteMs);
  expect(late).toMatchObject({
    lastOutcome: "skipped",
    lastReason: expect.stringContaining("week was over"),
  });
  expect(harness.discord.messagesIn(channelId)).toHaveLength(count);
  expect((await post({ kind, options }, resetAt + minuteMs)).lastOutcome).toBe("sent");
});

test("a digest of orders alone tells what was done though none is open, and isn't posted if nothing was", async () => {
  const { orders } = harness.service.state;
  orders.clear();
  come(9_000);
  for (const { order } of orders.values()) order.status = "handed_to";
  await harness.forgetRead();
  const digest = { kind: "digest", options: { kinds: ["orders"] } };
  const done = await post(digest, now());
  expect(done.lastOutcome).toBe("sent");
  expect(done.text).toMatch(/Since .*: \*\*1\*\* new order, \*\*1\*\* order done\n/);

  harness.clock.advance(2 * 24 * 60 * minuteMs);
  await harness.forgetRead();
  expect(await post(digest, now())).toMatchObject({
    lastOutcome: "skipped",
    lastReason: expect.stringContaining("None of the chosen kinds has anything to show."),
  });
});

test("a digest counts the orders and posts since its last post, even if one failed in between", async () => {
  const dayMs = 24 * 60 * minuteMs;
  const { orders, posts } = harness.service.state;
  const passes = async (ms: number): Promise<void> => {
    harness.clock.advance(ms);
    await harness.forgetRead();
  };
  orders.clear();
  posts.clear();
  come(9_001);
  await passes(3 * dayMs);
  come(9_002);
  await passes(60 * minuteMs);
  const { id, text } = await post({ kind: "digest", options: { kinds: ["orders", "posts"] } }, now());
  expect(text).toContain(": **1** new order, **1** new post\n");
  expect(text).not.toContain("Note 9001");

  const dueNow = async (): Promise<string> => {
    const dueAt = now();
    await store().schedules.change(guildId, id, { nextDueAt: dueAt });
    await until("it ran", async () => ((await store().schedules.find(guildId, id))?.lastRunAt ?? 0) >= dueAt);
    return harness.discord.messagesIn(channelId).at(-1)?.text ?? "";
  };
  await passes(60 * minuteMs);
  come(9_003);
  await passes(10 * 60 * minuteMs);
  harness.service.faults.add({ operation: "searchOrders", kind: "nonsense", times: 1 });
  expect(await dueNow()).toBe(text);
  await passes(10 * 60 * minuteMs);
  const next = await dueNow();
  expect(next).toContain("**1** new order, **1** new post\n");
  expect(/Since .*:\d\d:/.exec(next)?.[0]).toBe(`Since ${/As of (.*) \(UTC time\)/.exec(text)?.[1]}:`);
});

test("a digest leaves what is dated after its moment to the next one", async () => {
  const { orders, posts } = harness.service.state;
  orders.clear();
  posts.clear();
  await harness.forgetRead();
  // The service's clock is ahead.
  come(9_010, now() + minuteMs);
  const digest = { kind: "digest", options: { kinds: ["orders", "posts"] } };
  const { id, text } = await post(digest, now());
  expect(text).not.toMatch(/new order|new post|Note 9010/);

  harness.clock.advance(12 * 60 * minuteMs);
  await harness.forgetRead();
  const dueAt = now();
  await store().schedules.change(guildId, id, { nextDueAt: dueAt });
  await until("it ran", async () => ((await store().schedules.find(guildId, id))?.lastRunAt ?? 0) >= dueAt);
  expect(harness.discord.messagesIn(channelId).at(-1)?.text).toContain("**1** new order, **1** new post\n");
});

test.each([
  ["UTC", 7],
  ["UTC", 5],
  ["Europe/Berlin", 5],
  ["Asia/Tokyo", 5],
  ["America/New_York", 5],
])(
  "assignments due at the end of a week are in its calendar only, in %s with %i days",
  async (zone, days) => {
    await store().guildSettings.set(guildId, "zone", zone);
    harness.clock.advance(weekStart() + weekMs + 48 * 60 * minuteMs - now());
    const calendarOf = async (week: number) => {
      await harness.forgetRead();
      if (days < 7)
        harness.service.faults.add({ operation: "getCalendar", kind: "wrong-records", count: 7 - days });
      return post({ zone, kind: "calendar", options: { week, dues: true } }, now());
    };
    for (const due of [weekStart() + weekMs - 1, weekStart() + weekMs]) {
      const dueAt = new Date(due).toISOString();
      for (const { assigned } of harness.service.state.assignments.values())
        for (const assignment of assigned) assignment.due = dueAt;
      const present = await calendarOf(0);
      expect([present.text, present.alt]).toEqual([
        expect.stringMatching(/⏰ \*\*Due .+\*\*\n[^]*done yet/),
        expect.stringMatching(/, .+ time\. .*: 4 assignments due (by Mon )?\d\d:\d\d\./),
      ]);
      // One zone a card, whatever the service counts in.
      if (zone !== "UTC") expect(`${present.text}\n${present.alt}`).not.toContain("UTC");
      const next = await calendarOf(1);
      expect([next.text, next.alt]).toEqual([
        expect.stringContaining("Nothing is due that week."),
        expect.not.stringContaining("due"),
      ]);
      expect(next.text).not.toContain("goals");
    }
  },
);

test("assignments due at the end of a week are in its calendar when clocks go back that night", async () => {
  const zone = "Europe/Berlin";
  await store().guildSettings.set(guildId, "zone", zone);
  let change = Temporal.Instant.fromEpochMilliseconds(now()).toZonedDateTimeISO(zone);
  while (change.month !== 10) change = change.getTimeZoneTransition("next") ?? expect.unreachable();
  const monday = change.startOfDay().subtract({ days: change.dayOfWeek - 1 });
  harness.clock.advance(monday.add({ days: 2 }).epochMilliseconds - now());
  await harness.forgetRead();
  const days = [0, 1, 2, 3, 4, 5, 6].map((day) => ({
    date: monday.add({ days: day }).toInstant().toString(),
  }));
  const due = monday.add({ days: 7 }).subtract({ seconds: 1 }).toInstant().toString();
  for (const { assigned } of harness.service.state.assignments.values())
    for (const assignment of assigned) assignment.due = due;
  harness.service.faults.add({ operation: "getCalendar", kind: "field", name: "days", value: days });
  const { text } = await post({ zone, kind: "calendar", options: { dues: true } }, now());
  expect(text).toMatch(/⏰ \*\*Due Sun\s\d+\sOct,\s23:59\*\*[^]*isn't done yet$/);
});

test("the next week's calendar is posted in the first hour of a week that ends with a change of clocks", async () => {
  const zone = "America/New_York";
  await store().guildSettings.set(guildId, "zone", zone);
  let change = Temporal.Instant.fromEpochMilliseconds(now()).toZonedDateTimeISO(zone);
  for (const _ of [0, 1, 2]) change = change.getTimeZoneTransition("next") ?? change;
  for (const each of [change, change.getTimeZoneTransition("next") ?? change]) {
    const monday = each.startOfDay().subtract({ days: 6 });
    harness.clock.advance(monday.epochMilliseconds + 30 * minuteMs - now());
    harness.service.faults.add({ operation: "getCalendar", kind: "wrong-records", count: 2 });
    const { lastOutcome, text } = await post({ zone, kind: "calendar", options: { week: 1 } }, now());
    expect(lastOutcome).toBe("sent");
    expect(text).toContain(`Week of ${formatDay(monday.epochMilliseconds + weekMs + 720 * minuteMs)}`);
  }
});

test.each([
  ["Australia/Sydney", "09:00"],
  ["Europe/Berlin", "00:30"],
  ["America/New_York", "-01:00"],
])("a calendar in %s at %s on Monday is of the server's week, not yet the service's", async (zone, at) => {
  await store().guildSettings.set(guildId, "zone", zone);
  const monday = Temporal.Instant.fromEpochMilliseconds(weekStart() + weekMs).toZonedDateTimeISO("UTC");
  const midnight = monday.toPlainDate().toZonedDateTime(zone);
  const due = at.startsWith("-") ? midnight.subtract({ hours: 1 }) : midnight.withPlainTime(at);
  harness.clock.advance(due.epochMilliseconds - now());
  const first = due
    .subtract({ days: due.dayOfWeek - 1 })
    .toPlainDate()
    .toZonedDateTime("UTC");
  for (const week of [0, 1]) {
    await harness.forgetRead();
    harness.service.faults.add({ operation: "getCalendar", kind: "wrong-records", count: 2, times: 2 });
    const { text } = await post({ zone, kind: "calendar", options: { week } }, now());
    harness.service.faults.clear();
    expect(text).toContain(`Week of ${formatDay(first.epochMilliseconds + week * weekMs)}\n`);
    expect(text).not.toContain("WORKSPACE_QUERY_WEEK");
  }
});

test("the next week's calendar counts this week from the end of the one before, if that is saved", async () => {
  const monday = weekStart() + weekMs;
  const endsAt = monday - 60 * minuteMs;
  await store().accounts.disconnect(guildId, mia);
  harness.clock.advance(monday + minuteMs - now());
  await store().weeks.removeBefore(now() + weekMs, guildId);
  const postAtEnd = () => post({ kind: "calendar", options: { week: 1 } }, endsAt + 30 * minuteMs);
  expect((await postAtEnd()).lastReason).toContain("Its week was over");
  // This one is an hour longer.
  const weekStarted = new Date(endsAt - weekMs).toISOString().slice(0, 10);
  const saved = { guildId, workspaceId: harness.service.workspaceId, userId: "1", weekStart: weekStarted };
  await connectAccount(harness.app.ctx, {
    ...saved,
    discordUserId: mia,
    displayName: "Mia",
    memberName: "Mia",
  });
  await store().weeks.finalize([{ ...saved, snapshotAt: endsAt, endsAt, assignments: [] }]);
  expect((await postAtEnd()).lastOutcome).toBe("sent");
});
