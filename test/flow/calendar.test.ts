// Depends on: transport, cache.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ChannelType, OverwriteType, PermissionFlagsBits } from "discord.js";
import { playgroundIds, type SeenMessage } from "../../playground/discord/index.ts";
import { Calendar } from "../../src/api/contract/sessions.ts";
import { getGuildWeek } from "../../src/domain/week-boundaries.ts";
import { runJob } from "../../src/jobs/runner.ts";
import { readEventsInWeek } from "../../commands/calendar/board/entries.ts";
import { readAskedWeek } from "../../commands/calendar/board/board.ts";
import { listAskedDates } from "../../commands/calendar/days.ts";
import { weeks } from "../../commands/weeks/job.ts";
import { connectAccount, type Harness, jobTools, startHarness } from "../support/harness.ts";
import { toNextWednesday } from "../support/next-wednesday.ts";
import { labelsOf, newestText, presentText, shown } from "../support/replies.ts";
import { liveBoards } from "../support/live-boards.ts";
import { sampleSchedule } from "../support/sample-schedule.ts";
import { withoutPictures } from "../support/without-pictures.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness[Symbol.asyncDispose]());
beforeEach(async () => {
  harness.service.faults.clear();
  harness.service.resetRateLimit();
  // Otherwise a live post of an earlier test is refreshed, and reads the calendar, too.
  const { schedules } = harness.app.ctx.store;
  for (const { id } of await schedules.list(guildId)) await schedules.remove(guildId, id);
  // A limit that was used up in the test before is over.
  harness.clock.advance(61_000);
  await harness.forgetRead();
});

const mia = () => harness.as("mia");
const calendar = async () => shown(await mia().run("calendar"));
/** The calendar in words, which says everything. */
async function calendarInWords(look = calendar): Promise<string> {
  await using _text = await withoutPictures(harness);
  return (await look()).text;
}

test("the week is a strip with today marked, and its buttons lead through the weeks after a restart", async () => {
  await using _text = await withoutPictures(harness);
  const today = Temporal.Instant.fromEpochMilliseconds(harness.clock.now()).toZonedDateTimeISO("UTC");
  const week = await calendar();
  expect(week.private).toBe(true);
  expect(week.text).toContain(" · this week");
  expect(week.text).toMatch(new RegExp(`▸ \\*\\*[MTWFS] ${today.day}\\*\\*`));
  expect(labelsOf(week)).toEqual([
    "My week",
    "Add to my calendar",
    "Earlier",
    "Later",
    "Show in channel",
    "Reload",
  ]);

  await harness.restart();
  const next = shown(await mia().press(week, "Later"));
  expect(next.text).toContain(" · next week");
  expect(next.text).not.toContain("▸");
  const further = shown(await mia().press(next, "Later"));
  expect(further.text).toContain(" · in 2 weeks");
  const back = shown(await mia().press(further, "This week"));
  expect(shown(await mia().press(back, "Earlier")).text).toContain(" · last week");
});

const hourMs = 60 * 60_000;
const { guildId, orders, managers, managerRole, staffRole } = playgroundIds;
const boards = liveBoards(() => harness);
const staffId = "104872391";
/** The first moment of a day of the present week in UTC. @param weekday from 1 (Monday) */
function inThisWeek(weekday: number, hour = 0): number {
  const today = Temporal.Instant.fromEpochMilliseconds(harness.clock.now()).toZonedDateTimeISO("UTC");
  const day = today.startOfDay().add({ days: weekday - today.dayOfWeek });
  return day.add({ hours: hour }).epochMilliseconds;
}
const icsTime = (at: number) => new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, "");

async function fileOf(week: SeenMessage, own = mia()): Promise<readonly string[]> {
  const reply = shown(await own.press(week, "Add to my calendar"));
  expect(reply.private).toBe(true);
  const text = await (await fetch(reply.attachments[0]?.url ?? "")).text();
  for (const line of text.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(text).toMatch(/\r\nEND:VCALENDAR\r\n$/);
  // Unfolded, as calendar apps read it.
  return text.replaceAll("\r\n ", "").split("\r\n");
}
const connectMia = () =>
  connectAccount(harness.app.ctx, {
    discordUserId: playgroundIds.mia,
    userId: staffId,
    displayName: "Mia",
    memberName: "Mia",
  });
const valuesOf = (name: string, lines: readonly string[]) =>
  lines.filter((line) => line.startsWith(`${name}:`)).map((line) => line.slice(name.length + 1));

test("\"Add to my calendar\" gives a file with the week's end, a list, an alarm and the server's events", async () => {
  const lantern = "Lantern, “evening”; on the pier with a name that is longer than a line of a calendar file";
  const planned = {
    startsAt: inThisWeek(7, 19),
    endsAt: inThisWeek(7, 21),
    place: "The pier",
    interested: 2,
  };
  harness.discord.planEvents(guildId, [{ ...planned, name: lantern }]);
  harness.clock.advance(2 * 60_000);
  const alone = await fileOf(await calendar());
  expect(alone[0]).toBe("BEGIN:VCALENDAR");
  expect(valuesOf("SUMMARY", alone)).toEqual([
    "Week ends at Harbour Café",
    lantern.replace(",", "\\,").replace(";", "\\;"),
  ]);
  expect(valuesOf("TRIGGER", alone)).toEqual(["-P1D"]);
  expect(valuesOf("DESCRIPTION", alone)[0]).toContain("/account connect");
  expect(valuesOf("DTSTART", alone)).toEqual([icsTime(inThisWeek(8) - 1_000), icsTime(planned.startsAt)]);
  expect(valuesOf("DTEND", alone)).toEqual([icsTime(planned.endsAt)]);
  expect(valuesOf("LOCATION", alone)).toEqual(["The pier"]);

  await connectMia();
  const [assignment] = harness.service.state.assignments.get(staffId)?.assigned ?? [];
  if (assignment === undefined) throw new Error("nothing is assigned");
  assignment.name = "Tea; cups,\r\nEND:VCALENDAR";
  const own = await fileOf(await calendar());
  expect(valuesOf("DESCRIPTION", own)[0]).toMatch(/^- Tea\\; cups\\, END:VCALENDAR: .+ of .+\\n- /);
  expect(own.filter((line) => line.startsWith("END:VCALENDAR"))).toHaveLength(1);
});

test("the file says that someone is excused, and lists nothing for them to do", async () => {
  await connectMia();
  const kept = harness.service.state.assignments.get(staffId);
  const [entry] = kept?.history ?? [];
  if (kept === undefined || entry === undefined) throw new Error("nothing is marked");
  const week_start = new Date(inThisWeek(1)).toISOString();
  const week_end = new Date(inThisWeek(8) - 1).toISOString();
  const history = [...kept.history, { ...entry, week_start, week_end, timeoff: true, passed: false }];
  harness.service.state.assignments.set(staffId, { ...kept, history });
  expect(valuesOf("DESCRIPTION", await fileOf(await calendar()))[0]).toBe("You're excused that week.");
  harness.service.state.assignments.set(staffId, kept);
});

test("the file doesn't ask someone to connect who is, but isn't on the workspace's staff", async () => {
  const { ctx } = harness.app;
  await ctx.store.accounts.disconnect(guildId, playgroundIds.mia);
  const guest = { discordUserId: playgroundIds.mia, userId: "99999", displayName: "Mia", memberName: "Mia" };
  await connectAccount(ctx, guest);
  expect(valuesOf("DESCRIPTION", await fileOf(await calendar()))[0]).toBe(
    "Nothing is assigned to you that week.",
  );
  await ctx.store.accounts.disconnect(guildId, playgroundIds.mia);
  await connectMia();
});

test("importing the file again replaces the first import's events, even one that moved", async () => {
  const id = "1300000000000000001";
  const planned = { id, name: "Tasting", endsAt: inThisWeek(7, 21), place: "The pier", interested: 0 };
  harness.discord.planEvents(guildId, [{ ...planned, startsAt: inThisWeek(6, 19) }]);
  harness.clock.advance(2 * 60_000);
  const first = await fileOf(await calendar());
  harness.discord.planEvents(guildId, [{ ...planned, startsAt: inThisWeek(7, 20) }]);
  harness.clock.advance(2 * 60_000);
  const second = await fileOf(await calendar());
  expect(valuesOf("UID", second)).toEqual(valuesOf("UID", first));
  expect(valuesOf("UID", second)).toContain(`event/${id}`);
  expect(valuesOf("DTSTART", second)).toContain(icsTime(inThisWeek(7, 20)));
  for (const name of ["DTSTAMP", "SEQUENCE"])
    valuesOf(name, second).forEach((value, index) =>
      expect(Number(value.replaceAll(/\D/g, ""))).toBeGreaterThan(
        Number(valuesOf(name, first)[index]?.replaceAll(/\D/g, "")),
      ),
    );
});

test("the file omits a cancelled event, and marks one cancelled occurrence of a recurring one", async () => {
  await using _text = await withoutPictures(harness);
  const recurrence = {
    start: new Date(inThisWeek(7, 18) - 21 * 24 * hourMs).toISOString(),
    end: null,
    frequency: 2,
    interval: 1,
    by_weekday: [6],
    by_n_weekday: null,
    by_month: null,
    by_month_day: null,
    by_year_day: null,
    count: null,
  };
  const planned = { startsAt: inThisWeek(7, 18), endsAt: inThisWeek(7, 19), place: "Bar", interested: 0 };
  const weekly = { ...planned, id: "1300000000000000002", name: "Training", recurrence };
  harness.discord.planEvents(guildId, [weekly, { ...planned, name: "Called off" }]);
  harness.clock.advance(2 * 60_000);
  const drawn = await calendar();
  expect(drawn.text).toMatch(/Training[\s\S]*Called off/);
  harness.discord.planEvents(guildId, [{ ...weekly, cancelled: [inThisWeek(7, 18)] }]);
  harness.clock.advance(2 * 60_000);
  const file = await fileOf(drawn);
  expect(valuesOf("SUMMARY", file)).toEqual(["Week ends at Harbour Café", "Training"]);
  expect(valuesOf("STATUS", file)).toEqual(["CANCELLED"]);
  // The end of the week takes nobody's time; an event does.
  expect(valuesOf("TRANSP", file)).toEqual(["TRANSPARENT"]);
  expect(valuesOf("X-MICROSOFT-CDO-BUSYSTATUS", file)).toEqual(["FREE"]);
  expect((await calendar()).text).not.toMatch(/Training|Called off/);

  const [usual, later] = [inThisWeek(7, 18), inThisWeek(7, 20)];
  const [before] = valuesOf("UID", await fileOf(await calendar())).slice(-1);
  harness.discord.planEvents(guildId, [{ ...weekly, moved: new Map([[usual, later]]) }]);
  harness.clock.advance(2 * 60_000);
  const moved = await fileOf(await calendar());
  expect(valuesOf("UID", moved).at(-1)).toBe(before);
  expect(valuesOf("DTSTART", moved)).toContain(icsTime(later));
  expect(valuesOf("DTSTART", moved)).not.toContain(icsTime(usual));
});

describe("a recurring event", () => {
  const ofWeek = (ahead: number, zone: string) => {
    const monday = Temporal.Instant.fromEpochMilliseconds(inThisWeek(1)).toZonedDateTimeISO("UTC");
    const first = monday.toPlainDate().add({ weeks: ahead });
    return { dates: Array.from({ length: 7 }, (_, days) => first.add({ days })), zone };
  };
  /** Its starts in the next two weeks, as `Wed 08:30`. */
  async function timesOf(
    zone: string,
    startsAt: number,
    rule: object,
  ): Promise<readonly (readonly string[])[]> {
    const recurrence = {
      start: new Date(startsAt).toISOString(),
      end: null,
      frequency: 2,
      interval: 1,
      by_weekday: null,
      by_n_weekday: null,
      by_month: null,
      by_month_day: null,
      by_year_day: null,
      count: null,
      ...rule,
    };
    const planned = { name: "Training", endsAt: startsAt + hourMs, place: "Bar", interested: 0 };
    harness.discord.planEvents(guildId, [{ ...planned, startsAt, recurrence }]);
    harness.clock.advance(2 * 60_000);
    const inWeeks = [1, 2].map((ahead) =>
      readEventsInWeek(ofWeek(ahead, zone), guildId, { channelId: orders }, harness.app.ctx),
    );
    const format = new Intl.DateTimeFormat("en-GB", {
      weekday: "short",
      hour: "2-digit",
      minute: "2-digit",
      timeZone: zone,
    });
    return (await Promise.all(inWeeks)).map((found) => (found ?? []).map(({ at }) => format.format(at)));
  }
  const inNextWeek = (weekday: number, hour: number): number => inThisWeek(weekday + 7) + hour * hourMs;

  test("is on the weekdays that its start has in UTC, wherever the server is", async () => {
    const tuesday = { by_weekday: [1] };
    const late = inNextWeek(2, 23.5);
    expect(await timesOf("Asia/Tokyo", late, tuesday)).toEqual([["Wed 08:30"], ["Wed 08:30"]]);
    const evening = await timesOf("America/Phoenix", inNextWeek(2, 2), tuesday);
    expect(evening).toEqual([["Mon 19:00"], ["Mon 19:00"]]);
    const workdays = { frequency: 3, by_weekday: [0, 1, 2, 3, 4] };
    const days = ["Tue", "Wed", "Thu", "Fri", "Sat"].map((day) => `${day} 08:30`);
    expect(await timesOf("Asia/Tokyo", inNextWeek(1, 23.5), workdays)).toEqual([days, days]);
    const nth = Math.ceil(new Date(late).getUTCDate() / 7);
    const monthly = { frequency: 1, by_n_weekday: [{ n: nth, day: 1 }] };
    expect(await timesOf("Asia/Tokyo", late, monthly)).toEqual([["Wed 08:30"], []]);
  });

  test("is on the start that Discord gives, whatever its rule says, and keeps that time of day in UTC", async () => {
    const startsAt = inNextWeek(3, 17);
    const onFridays = { by_weekday: [4] };
    expect(await timesOf("UTC", startsAt, onFridays)).toEqual([["Wed 17:00", "Fri 17:00"], ["Fri 17:00"]]);
    const onWednesdays = {
      start: new Date(startsAt - (21 * 24 - 1) * hourMs).toISOString(),
      by_weekday: [2],
    };
    expect(await timesOf("UTC", startsAt, onWednesdays)).toEqual([["Wed 17:00"], ["Wed 17:00"]]);
  });

  test("keeps its time of day in UTC when the clocks change, as Discord does", async () => {
    const [zone, hour] = ["America/New_York", 22];
    const startsAt = Temporal.Instant.from("2027-03-02T22:00:00Z").epochMilliseconds;
    const recurrence = {
      start: new Date(startsAt).toISOString(),
      end: null,
      frequency: 2,
      interval: 1,
      by_weekday: [1],
      by_n_weekday: null,
      by_month: null,
      by_month_day: null,
      by_year_day: null,
      count: null,
    };
    const planned = { name: "Training", endsAt: startsAt + hourMs, place: "Bar", interested: 0, startsAt };
    const monthly = {
      ...recurrence,
      frequency: 1,
      by_weekday: null,
      by_n_weekday: [{ n: 1 as const, day: 1 }],
    };
    const daily = { ...recurrence, frequency: 3, by_weekday: null };
    for (const rule of [recurrence, monthly, daily]) {
      harness.discord.planEvents(guildId, [{ ...planned, recurrence: rule }]);
      harness.clock.advance(2 * 60_000);
      const found = await Promise.all(
        ["2027-03-01", "2027-03-08", "2027-03-15", "2027-04-05", "2027-11-01", "2027-11-08"].map((monday) => {
          const first = Temporal.PlainDate.from(monday);
          const dates = Array.from({ length: 7 }, (_, days) => first.add({ days }));
          return readEventsInWeek({ dates, zone }, guildId, { channelId: orders }, harness.app.ctx);
        }),
      );
      const times = found.flatMap((events) => events?.map(({ at }) => new Date(at).toISOString()) ?? []);
      expect(times.length).toBeGreaterThan(2);
      for (const time of times) expect(time.slice(11)).toBe(`${hour}:00:00.000Z`);
    }
  });
});

test("a calendar shows what is due, new posts, events made here and the week before", async () => {
  const { store, now } = harness.app.ctx;
  const { workspaceId } = harness.service;
  const snapshotAt = now();
  const goal = { targetType: "minutes", target: 120, achieved: 20, timeoff: false };
  const weekOf = (userId: string, startsAt: number, passed: boolean, names: readonly string[]) => ({
    guildId,
    workspaceId,
    userId,
    snapshotAt,
    minutes: 20,
    messages: 1,
    orders: 2,
    weekStart: new Date(startsAt).toISOString().slice(0, 10),
    endsAt: startsAt + 7 * 24 * hourMs,
    assignments: names.map((name) => ({ ...goal, name, passed })),
  });
  for (const userId of ["1001", "1002", "1003"])
    await connectAccount(harness.app.ctx, {
      discordUserId: `9${userId}`,
      userId,
      displayName: userId,
      memberName: userId,
    });
  const [monday, before] = [inThisWeek(1), inThisWeek(1) - 7 * 24 * hourMs];
  const minutes = "Minutes in game";
  await store.weeks.snapshot(weekOf("1001", monday, false, [minutes, "Sessions hosted"]));
  await store.weeks.snapshot(weekOf("1002", monday, true, [minutes, "Attended", "Closing checklist"]));
  // Someone with nothing due, whose week was taken to end at the server's midnight.
  const guests = weekOf("1004", monday, false, []);
  await store.weeks.snapshot({ ...guests, endsAt: guests.endsAt + 7 * hourMs });
  await store.weeks.finalize(
    [true, false, true].map((passed, index) => weekOf(`${1001 + index}`, before, passed, [minutes])),
  );
  const server = shown(
    await harness
      .as("theo")
      .run("session create-server", { event: String([...harness.service.state.eventIds][0]) }),
  );
  await harness.as("theo").press(server, "Create server");
  const { embeds } = await calendar();
  const text = await calendarInWords();
  expect(text).toMatch(
    /⏰ \*\*Due\*\* <t:\d+:f>\nMinutes\u00a0in\u00a0game\u00a0120, Sessions\u00a0hosted\u00a0120, Attended\u00a0120, Closing\u00a0checklist\u00a0120\n/,
  );
  expect(text).toMatch(/🟢 .* Session server · <@\d+>/);
  expect(text).toMatch(/📰 Posted\u00a0\d+\u00a0\w+: “.+”\n/);
  expect(text).toMatch(/-# \d[^:\n]*–[^:\n]*: 2\u00a0of\u00a03\u00a0passed/);
  expect(embeds[0]?.image?.description).toMatch(/, UTC time\. .*Sun \d+: .*4 assignments due 23:59/);
  const [end] = valuesOf("DTSTART", await fileOf(await calendar()));
  expect(end).toBe(icsTime(inThisWeek(8) - 1_000));
});

test("many session servers, or those of other workspaces, don't hide the events", async () => {
  const { newId, store } = harness.app.ctx;
  const made = {
    guildId,
    workspaceId: harness.service.workspaceId,
    discordUserId: playgroundIds.theo,
    action: "session.create-server",
    target: undefined,
    outcome: "done",
    detail: {},
    reference: undefined,
  } as const;
  const at = { startsAt: inThisWeek(7, 19), endsAt: inThisWeek(7, 21), place: "The pier", interested: 2 };
  harness.discord.planEvents(guildId, [{ ...at, name: "Night market" }]);
  harness.clock.advance(2 * 60_000);
  for (let index = 0; index < 30; index += 1) {
    const [own, other] = [inThisWeek(1, 12) + index, inThisWeek(1, 13) + index];
    await store.audit.record({ ...made, id: newId(), at: own });
    await store.audit.record({ ...made, id: newId(), workspaceId: "another", at: other });
  }
  const text = await calendarInWords();
  expect(text).toMatch(/🟢 .* 30 session servers\n/);
  expect(text).toContain("[Night market]");
});

test("a post that announces one of the week's events isn't listed as new beside it", async () => {
  await using _text = await withoutPictures(harness);
  const line = /Posted\u00a0\d+\u00a0\w+: “Lantern evening on the pier”/;
  harness.discord.planEvents(guildId, []);
  harness.clock.advance(2 * 60_000);
  expect((await calendar()).text).toMatch(line);
  const at = { startsAt: inThisWeek(7, 19), endsAt: inThisWeek(7, 21), place: "The pier", interested: 2 };
  harness.discord.planEvents(guildId, [{ ...at, name: "Lantern Evening on the Pier" }]);
  harness.clock.advance(2 * 60_000);
  const { text } = await calendar();
  expect(text).toMatch(
    new RegExp(
      `🗓️ .* \\[Lantern Evening on the Pier\\]\\(https://discord.com/events/${guildId}/\\d+\\) · The.pier`,
    ),
  );
  expect(text).not.toMatch(line);
});

test("a digest's calendar is in chronological order, without a count of what is listed below it", async () => {
  // Before midnight in the board's zone, in summer as well.
  const at = { startsAt: inThisWeek(7, 21), endsAt: inThisWeek(7, 22), place: "The pier", interested: 2 };
  harness.discord.planEvents(guildId, [{ ...at, name: "Late tasting" }]);
  harness.clock.advance(2 * 60_000);
  const { text } = await boards.standing({ kind: "digest", options: { kinds: ["calendar"] } });
  expect(text()).toMatch(/\n\*\*Calendar\*\*\n(?:.+\n)*.*Late tasting.*\n⏰ .* 4 assignments due\n/);
});

test("a calendar in a channel has buttons for your own week and the file, with access checked", async () => {
  await boards.standing({
    kind: "calendar",
    mode: "new",
    options: {},
    zone: "UTC",
    refreshEveryMs: undefined,
    nextDueAt: harness.clock.now(),
    nextRefreshAt: undefined,
  });
  const post = boards.messages().at(-1);
  if (post === undefined) throw new Error("nothing was posted");
  expect(labelsOf(post)).toEqual(["My week", "Next week", "Add to my calendar"]);
  expect(post.text).toMatch(/⏰ \*\*Due Sun\u00a0\d+\u00a0\w+,\u00a023:59\*\*/);
  const mine = shown(await mia().press(post, "My week"));
  expect(mine).toMatchObject({ private: true, text: expect.stringContaining("Your week") });
  const monday = new Date(inThisWeek(1)).toISOString().slice(0, 10);
  harness.clock.advance(8 * 24 * hourMs);
  expect(valuesOf("UID", await fileOf(post))[0]).toMatch(new RegExp(`/${monday}$`));
  for (const label of ["My week", "Add to my calendar"]) {
    const refused = shown(await harness.as("sam").press(post, label));
    expect(refused).toMatchObject({
      private: true,
      text: expect.stringContaining("Only staff can use this"),
    });
  }
});

test.each([
  ["refuses the key", { kind: "status", status: 401 }, "this server's key"],
  ["has its limit used up", { kind: "status", status: 429, resetSeconds: 23 }, "Try again in 23 seconds"],
  ["fails", { kind: "status", status: 503 }, "is having problems"],
  ["answers nonsense", { kind: "nonsense", form: "html" }, "an answer I don't understand"],
] as const)("when the service %s, the strip stays and a sentence says so", async (_case, fault, sentence) => {
  const week = await calendar();
  harness.service.faults.add({ operation: "getCalendar", times: 20, ...fault });
  await mia().press(week, "Later");
  expect(newestText(mia())).toContain(sentence);
  expect(presentText(mia(), week)).toContain(" · this week");
});

test("a late error after a press is shown to the person who pressed, and the message stays", async () => {
  const week = await calendar();
  const { faults } = harness.service;
  faults.add({ operation: "getCalendar", kind: "status", status: 429, resetSeconds: 2 });
  faults.add({ operation: "getCalendar", kind: "status", status: 403 });
  using _ = harness.losePatience("bot");
  expect(await mia().press(week, "Reload")).toMatchObject({ kind: "message", deferred: true });
  const told = mia().read().at(-1);
  expect(told).toMatchObject({ private: true, text: expect.stringContaining("key") });
  expect(
    harness
      .as("theo")
      .read()
      .some(({ id }) => id === told?.id),
  ).toBe(false);
  expect(presentText(mia(), week)).toBe(week.text);
});

test("next week has one line for three scheduled posts of a day, and no new posts", async () => {
  const { store, now } = harness.app.ctx;
  const place = { guildId, linkKey: "cafe", channelId: playgroundIds.orders };
  for (const kind of ["standings", "leaderboard", "posts"])
    await store.schedules.create({
      ...sampleSchedule({ ...place, id: kind, makerDiscordUserId: playgroundIds.ada, createdAt: now() }),
      kind,
      rule: { kind: "cron", expression: "30 9 * * 1" },
      zone: "UTC",
    });
  const [post] = harness.service.state.posts.values();
  if (post !== undefined) Object.assign(post, { createdAt: new Date(now() - 60_000).toISOString() });
  const week = await calendar();
  expect(week.text).toContain("📰 Posted\u00a0");
  const later = async () => shown(await mia().press(await calendar(), "Later"));
  const { embeds } = await later();
  const text = await calendarInWords(later);
  expect(text.match(/📌 .*/g)).toEqual([expect.stringMatching(/3 posts$/)]);
  expect(text).not.toContain("📰");
  expect(embeds[0]?.image?.description).toMatch(/Mon \d+: 09:30 3 posts/);
});

test("a post that comes every day has one line in the week and no place in its picture", async () => {
  const { store, now } = harness.app.ctx;
  const place = { guildId, linkKey: "cafe", channelId: playgroundIds.orders };
  await store.schedules.create({
    ...sampleSchedule({ ...place, id: "daily", makerDiscordUserId: playgroundIds.ada, createdAt: now() }),
    kind: "digest",
    rule: { kind: "weekly", days: [1, 2, 3, 4, 5, 6, 7], time: "07:30" },
    zone: "UTC",
  });
  const look = async () => shown(await mia().press(await calendar(), "Later"));
  const { text, embeds } = await look();
  expect(text.match(/.*Digest.*/g)).toEqual(["📌 Digest · daily 07:30"]);
  expect(embeds[0]?.image?.description).not.toMatch(/Digest|07:30/);
  await store.guildSettings.set(guildId, "clock", "12-day");
  expect((await look()).text).toContain("📌 Digest · daily 7:30\u00a0AM");
});

describe.each(["America/Phoenix", "Africa/Lagos"])("the file of a server in %s", (zone) => {
  beforeEach(async () => {
    await harness.app.ctx.store.guildSettings.set(guildId, "zone", zone);
    harness.discord.planEvents(guildId, []);
    await connectMia();
    toNextWednesday(harness.clock);
    await runJob(weeks, jobTools(harness.app));
  });
  afterEach(() => harness.app.ctx.store.guildSettings.remove(guildId, "zone"));
  const partsOf = async (week: SeenMessage) => {
    const file = await fileOf(week);
    return [...valuesOf("DTSTART", file), ...valuesOf("DESCRIPTION", file).slice(0, 1)];
  };

  test.each([
    ["Earlier", 1],
    ["Later", 15],
  ])("has the end of the week *%s* as the service counts it, and claims nothing else", async (label, day) => {
    const week = shown(await mia().press(await calendar(), label));
    const end = icsTime(inThisWeek(day) - 1_000);
    expect(await partsOf(week)).toEqual([end, "I don't know your assignments of that week."]);
  });

  test("says that nothing is assigned this week only if that's so", async () => {
    const kept = harness.service.state.assignments.get(staffId);
    if (kept === undefined) throw new Error("nothing is assigned");
    harness.service.state.assignments.set(staffId, { ...kept, assigned: [] });
    const end = icsTime(inThisWeek(8) - 1_000);
    expect(await partsOf(await calendar())).toEqual([end, "Nothing is assigned to you that week."]);
    harness.service.state.assignments.set(staffId, kept);
  });
});

test("*Next week* below a posted calendar shows the week after it, though the server's own week isn't over", async () => {
  await harness.app.ctx.store.guildSettings.set(guildId, "zone", "America/Phoenix");
  toNextWednesday(harness.clock);
  await boards.standing({
    kind: "calendar",
    mode: "new",
    options: {},
    zone: "America/Phoenix",
    refreshEveryMs: undefined,
    nextDueAt: harness.clock.now(),
    nextRefreshAt: undefined,
  });
  const post = boards.messages().at(-1);
  if (post === undefined) throw new Error("nothing was posted");
  const monday = inThisWeek(8);
  harness.clock.advance(monday + hourMs - harness.clock.now());
  expect(valuesOf("UID", await fileOf(shown(await mia().press(post, "Next week"))))[0]).toMatch(
    new RegExp(`/${new Date(monday).toISOString().slice(0, 10)}$`),
  );
  await harness.app.ctx.store.guildSettings.remove(guildId, "zone");
});

test.each([
  // Sunday evening in Los Angeles is the service's Monday; Monday morning in Auckland is its Sunday.
  ["America/Los_Angeles", "2026-11-23T01:00:00Z", "2026-11-16", [0, -1]],
  ["Pacific/Auckland", "2026-11-22T18:00:00Z", "2026-11-23", [0, 1]],
] as const)(
  "around the start of a week in %s, the server's own week is read",
  async (zone, at, first, read) => {
    const { ctx } = harness.app;
    await ctx.store.guildSettings.set(guildId, "zone", zone);
    const now = Temporal.Instant.from(at);
    const asked: number[] = [];
    /** A service in UTC, with days only where something is planned. */
    const readWeek = (isAhead: boolean) => async (week: number) => {
      asked.push(week);
      const monday = getGuildWeek({ zone: "UTC", startsOn: "monday" }, now.epochMilliseconds, week).first;
      return Calendar.parse({
        days: [{ date: `${monday.add({ days: 3 }).toString()}T00:00:00Z` }],
        advance_calendar: isAhead,
      });
    };
    const asking = { guildId, week: 0, now: now.epochMilliseconds };
    const own = await readAskedWeek(asking, readWeek(true), ctx);
    expect(asked).toEqual(read);
    expect(listAskedDates({ ...own, week: 0 }, now)[0]?.toString()).toBe(first);

    asked.length = 0;
    const only = await readAskedWeek(asking, readWeek(false), ctx);
    const isAhead = read[1] > 0;
    // Without weeks ahead, the service's own is what there is; nothing is wrong with how it is asked.
    expect(asked).toEqual(isAhead ? [0] : read);
    expect(listAskedDates({ ...only, week: 0 }, now)[0]?.toString()).toBe("2026-11-16");
    await ctx.store.guildSettings.remove(guildId, "zone");
  },
);

test("nobody is told that nothing is planned before the numbers of whom was just connected are read", async () => {
  const { ctx } = harness.app;
  const said = async () => {
    const { text, embeds } = await calendar();
    return `${text}\n${embeds[0]?.image?.description ?? ""}`;
  };
  const userId = [...harness.service.state.assignments.keys()][0] ?? "";
  const names = { displayName: "Mia", memberName: "Mia" };
  harness.service.state.posts.clear();
  for (const each of await ctx.store.accounts.list(playgroundIds.guildId, { limit: 50, offset: 0 }))
    await ctx.store.accounts.disconnect(playgroundIds.guildId, each.discordUserId, each.userId);
  expect(await said()).not.toContain("haven't read yet");
  await connectAccount(ctx, { discordUserId: playgroundIds.mia, userId, ...names });
  const pending = await said();
  expect(pending.match(/I haven't read yet what is due/g)).toHaveLength(2);
  expect(pending).not.toContain("Nothing planned yet");
  const copy = shown(await mia().press(await calendar(), "Show in channel"));
  expect(copy.text).toContain("What is due wasn't read yet.");
  await runJob(weeks, jobTools(harness.app));
  expect(await said()).not.toContain("haven't read yet");
  await ctx.store.accounts.disconnect(playgroundIds.guildId, playgroundIds.mia, userId);
});

test("what is due is known where the server counts weeks from another day than the service", async () => {
  const { ctx } = harness.app;
  const userId = [...harness.service.state.assignments.keys()][0] ?? "";
  await connectAccount(ctx, {
    discordUserId: playgroundIds.mia,
    userId,
    displayName: "Mia",
    memberName: "Mia",
  });
  toNextWednesday(harness.clock);
  await runJob(weeks, jobTools(harness.app));
  await ctx.store.guildSettings.set(guildId, "week-start", "sunday");
  harness.service.faults.add({ operation: "getCalendar", kind: "wrong-records", count: 2 });
  const week = await calendarInWords();
  expect(week).toContain("⏰ **Due**");
  expect(week).not.toContain("haven't read yet");
  await ctx.store.guildSettings.remove(guildId, "week-start");
  await ctx.store.accounts.disconnect(guildId, playgroundIds.mia, userId);
});

describe("an event in a channel is shown only to those who see that channel, as in Discord", () => {
  const [lounge, office] = ["1100000000000000791", "1100000000000000792"];
  const { ViewChannel } = PermissionFlagsBits;
  const onlyFor = (...roleIds: readonly string[]) => [
    { id: guildId, type: OverwriteType.Role, allow: 0n, deny: ViewChannel },
    ...roleIds.map((id) => ({ id, type: OverwriteType.Role, allow: ViewChannel, deny: 0n })),
    { id: playgroundIds.applicationId, type: OverwriteType.Member, allow: ViewChannel, deny: 0n },
  ];
  const [everywhere, open, hidden] = ["Lantern walk", "Open mic", "Review of staff"];
  beforeAll(() => {
    const type = ChannelType.GuildVoice;
    harness.discord.addChannel(guildId, { id: lounge, name: "Lounge", type });
    harness.discord.addChannel(guildId, { id: office, name: "Office", type });
  });
  beforeEach(() => {
    const at = { startsAt: inThisWeek(7, 19), endsAt: inThisWeek(7, 21), interested: 0 };
    harness.discord.setOverwrites(office, onlyFor(managerRole));
    harness.discord.planEvents(guildId, [
      { ...at, name: everywhere, place: "The pier" },
      { ...at, name: open, channelId: lounge },
      { ...at, name: hidden, channelId: office },
    ]);
    harness.clock.advance(2 * 60_000);
  });
  afterAll(() => {
    harness.discord.planEvents(guildId, []);
    for (const id of [lounge, office]) harness.discord.deleteChannel(id);
  });

  /** Which of the three are told of, in words or as a picture's description. */
  const toldIn = ({ text, embeds }: Pick<SeenMessage, "text" | "embeds">) => {
    const told = `${text}\n${embeds.map(({ image }) => image?.description ?? "").join("\n")}`;
    return [everywhere, open, hidden].filter((name) => told.includes(name));
  };
  const who = (name: "ada" | "theo" | "mia") => harness.as(name, "orders");
  const post = async (channelId: string, kind: "calendar" | "digest" = "calendar") => {
    await boards.standing({
      channelId,
      kind,
      mode: "new",
      options: kind === "digest" ? { kinds: ["calendar"] } : {},
      zone: "UTC",
      refreshEveryMs: undefined,
      nextDueAt: harness.clock.now(),
      nextRefreshAt: undefined,
    });
    const posted = harness.discord.messagesIn(channelId).at(-1);
    if (posted === undefined) throw new Error("nothing was posted");
    return posted;
  };

  test("a post for everyone leaves out what is in a hidden channel, and one for managers has it", async () => {
    const posted = await post(orders);
    expect(toldIn(posted)).toEqual([everywhere, open]);
    expect(posted.text).not.toMatch(/\bUTC\stime\b/);
    expect(posted.embeds[0]?.image?.description).toContain(", UTC time. ");
    expect(toldIn(await post(managers))).toEqual([everywhere, open]);
    harness.discord.setOverwrites(office, onlyFor(managerRole, playgroundIds.adminRole));
    harness.clock.advance(2 * 60_000);
    expect(toldIn(await post(managers))).toEqual([everywhere, open, hidden]);
    expect(toldIn(await post(orders, "digest"))).toEqual([everywhere, open]);
    {
      await using _text = await withoutPictures(harness);
      const words = await post(orders);
      expect(toldIn(words)).toEqual([everywhere, open]);
      expect(words.text).toMatch(/\bUTC\stime\b/);
    }
    // Each gets what they see themselves from it.
    const filed = async (name: "theo" | "mia") =>
      valuesOf("SUMMARY", await fileOf(posted, who(name))).filter(
        (line) => line !== "Week ends at Harbour Café",
      );
    expect(await filed("theo")).toEqual([everywhere, open, hidden]);
    expect(await filed("mia")).toEqual([everywhere, open]);
  });

  test("a channel that single people see has the events that they see, too", async () => {
    const admit = (id: string) => ({ id, type: OverwriteType.Member, allow: ViewChannel, deny: 0n });
    const [otherBot, former] = ["1100000000000000793", "1100000000000000794"];
    const member = { id: otherBot, username: "music", displayName: "Music", bot: true };
    harness.discord.addMember(guildId, member, { roleIds: [] });
    const postFor = async (...overwrites: Parameters<typeof harness.discord.setOverwrites>[1]) => {
      harness.discord.setOverwrites(orders, overwrites);
      harness.clock.advance(2 * 60_000);
      return toldIn(await post(orders));
    };
    expect(await postFor(...onlyFor(), admit(playgroundIds.mia))).toEqual([everywhere, open]);
    expect(await postFor(...onlyFor(managerRole), admit(playgroundIds.mia))).toEqual([everywhere, open]);
    const theirs = [admit(playgroundIds.theo), admit(otherBot), admit(former)];
    expect(await postFor(...onlyFor(), ...theirs)).toEqual([everywhere, open, hidden]);
    const many = Array.from({ length: 21 }, (_, index) => admit(`11000000000000008${index + 10}`));
    expect(await postFor(...onlyFor(), ...many)).toEqual([everywhere, open]);
    harness.discord.setOverwrites(orders, []);
  });

  test("people see theirs in private, and what they show to a channel leaves out what isn't for it", async () => {
    expect(toldIn(shown(await who("mia").run("calendar")))).toEqual([everywhere, open]);
    // Owns the server.
    expect(toldIn(shown(await who("ada").run("calendar")))).toEqual([everywhere, open, hidden]);
    const own = shown(await who("theo").run("calendar"));
    expect(toldIn(own)).toEqual([everywhere, open, hidden]);
    expect(own.embeds[0]?.image).toBeDefined();
    const copy = shown(await who("theo").press(own, "Show in channel"));
    expect(copy).toMatchObject({ private: false });
    expect(toldIn(copy)).toEqual([everywhere, open]);
    expect(copy.embeds[0]?.image).toBeUndefined();

    const second = shown(await who("theo").run("calendar"));
    const before = harness.discord.messagesIn(orders).length;
    await harness.restart();
    expect(shown(await who("theo").press(second, "Show in channel")).text).toContain("Nothing was posted");
    expect(harness.discord.messagesIn(orders)).toHaveLength(before);
    // Where nothing is hidden from anyone, the copy is as before.
    const all = shown(await harness.as("theo", "managers").run("calendar"));
    expect(toldIn(all)).toEqual([everywhere, open, hidden]);
  });

  test("a server that hides everything from newcomers loses nothing", async () => {
    for (const channelId of [orders, lounge, office])
      harness.discord.setOverwrites(channelId, onlyFor(staffRole, managerRole));
    harness.clock.advance(2 * 60_000);
    expect(toldIn(await post(orders))).toEqual([everywhere, open, hidden]);
    const own = shown(await who("mia").run("calendar"));
    expect(toldIn(own)).toEqual([everywhere, open, hidden]);
    const copy = shown(await who("mia").press(own, "Show in channel"));
    expect(toldIn(copy)).toEqual([everywhere, open, hidden]);
    expect(copy.embeds[0]?.image).toBeDefined();
    for (const channelId of [orders, lounge]) harness.discord.setOverwrites(channelId, []);
  });

  test("Discord is asked who sees what once a minute at most, and not if no event is in a channel", async () => {
    const asked = () =>
      harness.discord.requests.filter(({ path }) =>
        [`/guilds/${guildId}`, `/guilds/${guildId}/channels`].some((end) => path.endsWith(end)),
      ).length;
    const before = asked();
    const own = shown(await who("theo").run("calendar"));
    await who("mia").run("calendar");
    await fileOf(own, who("theo"));
    expect(asked()).toBe(before + 2);
    const at = { startsAt: inThisWeek(7, 19), endsAt: inThisWeek(7, 21), interested: 0 };
    harness.discord.planEvents(guildId, [
      { ...at, name: everywhere, place: "The pier" },
      { ...at, startsAt: inThisWeek(15, 19), endsAt: inThisWeek(15, 20), name: hidden, channelId: office },
    ]);
    harness.clock.advance(2 * 60_000);
    expect(toldIn(shown(await who("theo").run("calendar")))).toEqual([everywhere]);
    expect(asked()).toBe(before + 2);
  });

  test.each(["channels", ""])(
    "if Discord doesn't say who sees what, no event is told of: /%s",
    async (of) => {
      harness.discord.faults.failRequests({
        pathEnd: `/guilds/${guildId}${of && `/${of}`}`,
        status: 403,
        times: 9,
      });
      const failed = await calendarInWords(async () => shown(await who("theo").run("calendar")));
      expect(failed).not.toContain(hidden);
      expect(failed).toContain("I couldn't read this server's Discord events");
      harness.discord.faults.clear();
      expect(toldIn(shown(await who("theo").run("calendar")))).toEqual([everywhere, open, hidden]);
    },
  );
});
