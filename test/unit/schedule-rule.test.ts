import { Cron } from "croner";
import { Locale } from "discord.js";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { describeRule, parseDays, parseTime } from "../../commands/boards/rule-text.ts";
import {
  findCronProblem,
  findDueBeforeWeekEnd,
  findLastDue,
  findNextDue,
  findTimeAfterWeekEnd,
  findTimeBeforeWeekEnd,
  isDueOnEitherDay,
  listClockChanges,
  listNextDues,
  parseRule,
  type ScheduleRule,
} from "../../commands/boards/rule.ts";
import { dateStyles } from "../../src/ui/formats.ts";
import { listLikelyZones, parseZone, searchZones, findZonesNamed } from "../../src/domain/zones.ts";

const dayMs = 24 * 60 * 60_000;
const weekMs = 7 * dayMs;
const ms = (text: string) => Temporal.Instant.from(text).epochMilliseconds;
const iso = (due: number | undefined) =>
  due === undefined ? undefined : Temporal.Instant.fromEpochMilliseconds(due).toString();

const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map(([hour, minute]) => `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`);
const rules: fc.Arbitrary<Exclude<ScheduleRule, { kind: "cron" }>> = fc.oneof(
  fc.record({
    kind: fc.constant("weekly" as const),
    days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
    time,
  }),
  fc.record({ kind: fc.constant("monthly" as const), day: fc.integer({ min: 1, max: 31 }), time }),
);

/** As croner counts, another implementation: the due time after that, and not on a day that isn't meant. */
function dueByCroner(rule: Exclude<ScheduleRule, { kind: "cron" }>, zone: string, afterMs: number): number {
  const [hour, minute] = rule.time.split(":").map(Number);
  const days =
    rule.kind === "weekly" ? `* * ${rule.days.join(",")}` : `${rule.day < 29 ? rule.day : "28-31"} * *`;
  const cron = new Cron(`${minute} ${hour} ${days}`, { timezone: zone, paused: true });
  for (let from = new Date(afterMs); ;) {
    const run = cron.nextRun(from);
    if (run === null) throw new Error("it is never due");
    const date = Temporal.Instant.fromEpochMilliseconds(run.getTime()).toZonedDateTimeISO(zone);
    if (rule.kind === "weekly" || date.day === Math.min(rule.day, date.daysInMonth)) return run.getTime();
    from = run;
  }
}

/** Whether the clocks skip the end of a day in that time; croner loses what is due then. */
function skipsEndOfDay(zone: string, fromMs: number, untilMs: number): boolean {
  const from = Temporal.Instant.fromEpochMilliseconds(fromMs).toZonedDateTimeISO(zone);
  const change = from.getTimeZoneTransition("next");
  if (change === null || change.epochMilliseconds > untilMs) return false;
  const skippedFrom = change.subtract({ seconds: 1 }).toPlainDateTime().add({ seconds: 1 });
  const isSkipped = Temporal.PlainDateTime.compare(skippedFrom, change.toPlainDateTime()) < 0;
  return (
    (isSkipped && !skippedFrom.toPlainDate().equals(change.toPlainDate())) ||
    skipsEndOfDay(zone, change.epochMilliseconds, untilMs)
  );
}

describe("a due time", () => {
  it("is the one croner counts in every zone, unless the clocks skip the end of a day", () => {
    fc.assert(
      fc.property(
        rules,
        fc.constantFrom("UTC", ...Intl.supportedValuesOf("timeZone")),
        fc.integer({ min: ms("2024-01-01T00:00:00Z"), max: ms("2032-12-31T00:00:00Z") }),
        (rule, zone, afterMs) => {
          const due = dueByCroner(rule, zone, afterMs);
          fc.pre(!skipsEndOfDay(zone, afterMs - dayMs, due));
          expect(iso(findNextDue(rule, zone, afterMs))).toBe(iso(due));
        },
      ),
      { numRuns: 600 },
    );
  });

  it("is the one croner counts at every minute around the changes of clocks", () => {
    for (const zone of ["Europe/Berlin", "America/New_York", "Africa/Cairo", "Australia/Lord_Howe"]) {
      const start = Temporal.Instant.from("2027-01-01T00:00:00Z").toZonedDateTimeISO(zone);
      for (let change = start.getTimeZoneTransition("next"); change !== null && change.year === 2027;) {
        const eve = change.subtract({ hours: 30 }).epochMilliseconds;
        for (let minute = 0; minute < 5 * 60; minute += 15) {
          const at = Temporal.PlainTime.from("00:00")
            .add({ minutes: minute })
            .toString({ smallestUnit: "minute" });
          const daily: ScheduleRule = { kind: "weekly", days: [1, 2, 3, 4, 5, 6, 7], time: at };
          for (let afterMs = eve; afterMs < eve + 3 * dayMs; afterMs += 5 * 60 * 60_000)
            expect([zone, at, iso(findNextDue(daily, zone, afterMs))]).toEqual([
              zone,
              at,
              iso(dueByCroner(daily, zone, afterMs)),
            ]);
        }
        change = change.getTimeZoneTransition("next");
      }
    }
  });

  it("is midnight when the clocks skip the hour before it", () => {
    const due = (rule: ScheduleRule) =>
      listNextDues(rule, "America/Nuuk", ms("2026-03-28T12:00:00Z"), 2).map(iso);
    expect(due({ kind: "weekly", days: [1, 2, 3, 4, 5, 6, 7], time: "23:30" })).toEqual([
      "2026-03-29T01:00:00Z",
      "2026-03-30T00:30:00Z",
    ]);
    expect(due({ kind: "weekly", days: [6], time: "23:00" })).toEqual([
      "2026-03-29T01:00:00Z",
      "2026-04-05T00:00:00Z",
    ]);
    expect(due({ kind: "monthly", day: 28, time: "23:59" })).toEqual([
      "2026-03-29T01:00:00Z",
      "2026-04-29T00:59:00Z",
    ]);
  });

  it("is right after the gap in spring, and occurs once in autumn", () => {
    const rule: ScheduleRule = { kind: "weekly", days: [1, 2, 3, 4, 5, 6, 7], time: "02:30" };
    const around = (after: string) => listNextDues(rule, "Europe/Berlin", ms(after), 3).map(iso);
    expect(around("2026-03-28T12:00:00Z")).toEqual([
      "2026-03-29T01:00:00Z",
      "2026-03-30T00:30:00Z",
      "2026-03-31T00:30:00Z",
    ]);
    expect(around("2026-10-24T12:00:00Z")).toEqual([
      "2026-10-25T00:30:00Z",
      "2026-10-26T01:30:00Z",
      "2026-10-27T01:30:00Z",
    ]);
  });

  it("is the same for each of several hours a day by a cron rule", () => {
    const rule: ScheduleRule = { kind: "cron", expression: "30 2,14 * * *" };
    const from = (after: string) => listNextDues(rule, "Europe/Berlin", ms(after), 3).map(iso);
    expect(from("2026-03-28T14:00:00Z")).toEqual([
      "2026-03-29T01:00:00Z",
      "2026-03-29T12:30:00Z",
      "2026-03-30T00:30:00Z",
    ]);
    expect(from("2026-10-24T14:00:00Z")).toEqual([
      "2026-10-25T00:30:00Z",
      "2026-10-25T13:30:00Z",
      "2026-10-26T01:30:00Z",
    ]);
  });

  it("is the last day of a month that is too short", () => {
    const dues = listNextDues(
      { kind: "monthly", day: 31, time: "09:00" },
      "UTC",
      ms("2028-01-15T00:00:00Z"),
      4,
    );
    expect(dues.map(iso)).toEqual([
      "2028-01-31T09:00:00Z",
      "2028-02-29T09:00:00Z",
      "2028-03-31T09:00:00Z",
      "2028-04-30T09:00:00Z",
    ]);
  });
});

const stepMs = 5 * 60_000;
const utcCron = (expression: string) => new Cron(expression, { timezone: "UTC", paused: true });
const cron = (expression: string): ScheduleRule => ({ kind: "cron", expression });

/** Every five minutes as clocks show them, without any arithmetic of the rules: when each time is due. */
function listByWatching(
  expression: string,
  zone: string,
  fromMs: number,
  untilMs: number,
): readonly number[] {
  const pattern = utcCron(expression);
  const isHourly = ["*", "*/1", "0-23"].includes(expression.split(" ")[1] ?? "");
  const dues: number[] = [];
  let latest = Number.NEGATIVE_INFINITY;
  for (let at = fromMs; at <= untilMs; at += stepMs) {
    const shown = Temporal.Instant.fromEpochMilliseconds(at)
      .toZonedDateTimeISO(zone)
      .toPlainDateTime()
      .toZonedDateTime("UTC").epochMilliseconds;
    if (isHourly) {
      if (pattern.match(new Date(shown))) dues.push(at);
      continue;
    }
    const first = Number.isFinite(latest) ? latest + stepMs : shown;
    for (let each = first; each <= shown; each += stepMs)
      if (pattern.match(new Date(each)) && dues.at(-1) !== at) dues.push(at);
    latest = Math.max(latest, shown);
  }
  return dues;
}

const expressions = [
  "30 2 * * *",
  "*/30 2 * * *",
  "0 */2 * * *",
  "15,45 1-3 * * *",
  "30 23 * * *",
  "*/20 23 * * 6",
  "*/5 0,23 28-31 3,10 *",
  "0 * * * *",
  "*/10 * * * *",
  "*/20 */1 * * *",
  "30 0-23 * * *",
  "40 * * 3,10 0",
];
/** With gaps of an hour at night and at the end of a day, of half an hour and on a Friday. */
const changingZones = [
  "Europe/Berlin",
  "America/New_York",
  "America/Nuuk",
  "Australia/Lord_Howe",
  "Africa/Cairo",
  "Atlantic/Azores",
  "America/Havana",
];

describe("a cron rule around the changes of clocks", () => {
  it.each(changingZones)("is due in %s as someone who watches the clock would say", (zone) => {
    const start = Temporal.Instant.from("2026-12-01T00:00:00Z").toZonedDateTimeISO(zone);
    let changes = 0;
    for (let change = start.getTimeZoneTransition("next"); change !== null && changes < 2; changes += 1) {
      const from = change.subtract({ hours: 4 }).epochMilliseconds;
      const until = change.add({ hours: 4 }).epochMilliseconds;
      for (const expression of expressions) {
        const watched = listByWatching(expression, zone, from, until).filter((due) => due > from);
        const counted = listNextDues(cron(expression), zone, from, 60).filter((due) => due <= until);
        expect([expression, zone, counted.map(iso)]).toEqual([expression, zone, watched.map(iso)]);
      }
      change = change.getTimeZoneTransition("next");
    }
    expect(changes).toBe(2);
  });

  it("is due once for each of several times in an hour that comes twice", () => {
    const night = {
      zone: "Europe/Berlin",
      from: ms("2026-10-24T22:00:00Z"),
      until: ms("2026-10-25T05:00:00Z"),
    };
    const dues = (expression: string) =>
      listNextDues(cron(expression), night.zone, night.from, 20)
        .filter((due) => due < night.until)
        .map(iso);
    expect(dues("*/30 2 * * *")).toEqual(["2026-10-25T00:00:00Z", "2026-10-25T00:30:00Z"]);
    expect(dues("0 */2 * * *")).toEqual(["2026-10-25T00:00:00Z", "2026-10-25T03:00:00Z"]);
    expect(dues("0 * * * *")).toHaveLength(6);
  });

  it("is due right after the gap, also when the clocks skip the end of a day", () => {
    const after = (zone: string, expression: string, from: string) =>
      listNextDues(cron(expression), zone, ms(from), 2).map(iso);
    expect(after("Europe/Berlin", "0 */2 * * *", "2026-03-29T00:00:00Z")).toEqual([
      "2026-03-29T01:00:00Z",
      "2026-03-29T02:00:00Z",
    ]);
    for (const expression of ["0 23 * * *", "30 23 * * *", "15,59 23 * * 6-7"])
      expect(after("America/Nuuk", expression, "2026-03-28T12:00:00Z")[0]).toBe("2026-03-29T01:00:00Z");
  });
});

describe("the last due time", () => {
  it("is the newest that isn't later, of every kind of rule in every zone", () => {
    fc.assert(
      fc.property(
        fc.oneof(rules, fc.constantFrom(...expressions.map(cron))),
        fc.constantFrom("UTC", ...changingZones, ...Intl.supportedValuesOf("timeZone")),
        fc.integer({ min: ms("2000-01-01T00:00:00Z"), max: ms("2032-12-31T00:00:00Z") }),
        (rule, zone, untilMs) => {
          const last = findLastDue(rule, zone, untilMs) ?? Number.NaN;
          expect(last).toBeLessThanOrEqual(untilMs);
          expect(iso(findNextDue(rule, zone, last - 1))).toBe(iso(last));
          expect(findNextDue(rule, zone, last)).toBeGreaterThan(untilMs);
          expect(iso(findLastDue(rule, zone, last))).toBe(iso(last));
        },
      ),
      { numRuns: 600 },
    );
  });

  it("doesn't exist before the first leap day", () => {
    expect(findLastDue(cron("0 9 31 2 *"), "UTC", ms("2026-11-21T12:00:00Z"))).toBeUndefined();
  });
});

describe("the changes of clocks that concern a rule", () => {
  const changes = (rule: ScheduleRule, zone: string) =>
    listClockChanges(rule, zone, ms("2026-11-28T10:00:00Z")).map(({ direction, at, times, isHourly }) => [
      direction,
      iso(at),
      times.map((each) => each.toString({ smallestUnit: "minute" }).slice(11)).join(" "),
      isHourly,
    ]);

  it("are the next of each direction, with the times they skip or repeat", () => {
    expect(changes(cron("*/30 2 * * *"), "Europe/Berlin")).toEqual([
      ["forward", "2027-03-28T01:00:00Z", "02:00 02:30", false],
      ["back", "2027-10-31T01:00:00Z", "02:00 02:30", false],
    ]);
    expect(changes(cron("*/20 * * * *"), "America/New_York")).toEqual([
      ["forward", "2027-03-14T07:00:00Z", "02:00 02:20 02:40", true],
      ["back", "2027-11-07T06:00:00Z", "01:00 01:20 01:40", true],
    ]);
    const daily: ScheduleRule = { kind: "weekly", days: [1, 2, 3, 4, 5, 6, 7], time: "23:30" };
    expect(changes(daily, "America/Nuuk")).toEqual([
      ["forward", "2027-03-28T01:00:00Z", "23:30", false],
      ["back", "2027-10-31T01:00:00Z", "23:30", false],
    ]);
  });

  it("are none for other times, other days, and zones without such changes", () => {
    expect(changes(cron("0 9 * * *"), "Europe/Berlin")).toEqual([]);
    expect(changes({ kind: "weekly", days: [1], time: "02:30" }, "Europe/Berlin")).toEqual([]);
    expect(changes(cron("*/30 * * * *"), "Asia/Tokyo")).toEqual([]);
  });
});

describe("a cron rule", () => {
  it.each([
    ["0 9 * * 1", undefined],
    ["*/5 * * * *", undefined],
    ["0 9 29 2 *", undefined],
    ["* * * * *", "too-often"],
    ["0,2 9 * * *", "too-often"],
    ["58 23 * * *", undefined],
    ["0,57 * * * *", "too-often"],
    ["0 9 31 2 *", "never"],
    ["0 0 9 * * *", "count"],
    ["@daily", "count"],
    ["hello", "count"],
  ])("%j is judged as %s", (expression, problem) => {
    expect(findCronProblem(expression, ms("2026-11-21T12:00:00Z"))?.kind).toBe(problem);
  });

  it.each([
    ["99 9 * * *", "minute", "99", undefined],
    ["0 22-2 * * *", "hour", "22-2", "22-23,0-2"],
    ["0 9 * 11-2 *", "month", "11-2", "11-12,1-2"],
    ["0 9 * nov-feb *", "month", "nov-feb", "11-12,1-2"],
    ["0 9 * * fri-mon", "day of week", "fri-mon", "5-6,0-1"],
    ["0 9 28-3 * *", "day of month", "28-3", "28-31,1-3"],
    ["0/15 9 * * *", "minute", "0/15", "0-59/15"],
    ["0 25-26 * * *", "hour", "25-26", undefined],
    ["0 9 L-2 * *", "day of month", "L-2", undefined],
    ["0 9 * * noday", "day of week", "noday", undefined],
  ])(
    "%j has a part that isn't understood, and sometimes another spelling",
    (expression, part, text, instead) => {
      const problem = findCronProblem(expression, ms("2026-11-21T12:00:00Z"));
      expect(problem).toEqual({ kind: "part", part, text, ...(instead !== undefined && { instead }) });
      const corrected = instead === undefined ? undefined : expression.replace(text, instead);
      if (corrected !== undefined)
        expect(findCronProblem(corrected, ms("2026-11-21T12:00:00Z"))).toBeUndefined();
    },
  );

  it.each([
    ["0 9 1 * 1", true],
    ["0 9 */2 * 1-5", true],
    ["0 9 1 * *", false],
    ["0 9 ? * 1", false],
    ["0 9 1 * +1", false],
  ])("%j posts on either day: %j, as croner counts", (expression, isEither) => {
    expect(isDueOnEitherDay(expression)).toBe(isEither);
    const [minute, hour, dayOfMonth, month, dayOfWeek] = expression.split(" ");
    const isDue =
      (...days: readonly [string | undefined, string | undefined]) =>
      (date: Temporal.PlainDate) =>
        utcCron(`${minute} ${hour} ${days[0]} ${month} ${days[1]}`).match(
          new Date(`${date.toString()}T09:00:00Z`),
        );
    const dates = Array.from({ length: 60 }, (_, days) =>
      Temporal.PlainDate.from("2026-11-01").add({ days }),
    );
    const only = dates.filter((date) => isDue(dayOfMonth, "*")(date) && isDue("*", dayOfWeek)(date));
    const all = dates.filter(isDue(dayOfMonth, dayOfWeek));
    expect(all.length > only.length).toBe(isEither);
  });

  it("that is stored can be read again, and is damaged where it couldn't be counted", () => {
    expect(parseRule(cron("0 9 * * 1"), "Europe/Berlin")).toEqual(cron("0 9 * * 1"));
    for (const damaged of [cron("0 22-2 * * *"), cron("nonsense"), { kind: "cron" }, null, "0 9 * * 1"])
      expect(parseRule(damaged, "Europe/Berlin")).toBeUndefined();
    for (const zone of ["Mars/Olympus", "", "Europe/Berlin;"])
      expect(parseRule(cron("0 9 * * 1"), zone)).toBeUndefined();
  });
});

describe("typed days", () => {
  it.each([
    ["mon, thu", [1, 4]],
    ["Monday and Friday", [1, 5]],
    ["mo-fr", [1, 2, 3, 4, 5]],
    ["Fri to Mon", [1, 5, 6, 7]],
    ["every day", [1, 2, 3, 4, 5, 6, 7]],
    ["weekdays", [1, 2, 3, 4, 5]],
    ["sundays", [7]],
    ["Mon through Fri", [1, 2, 3, 4, 5]],
    ["M-F", [1, 2, 3, 4, 5]],
    ["each Monday", [1]],
    ["all days", [1, 2, 3, 4, 5, 6, 7]],
    ["business days", [1, 2, 3, 4, 5]],
    ["constructor", undefined],
    ["mon, blursday", undefined],
    ["", undefined],
  ])("%j are read as %j", (text, days) => {
    expect(parseDays(text)).toEqual(days);
  });
});

it("a hundred thousand characters are no days and no time, and aren't scanned", () => {
  const { user } = process.threadCpuUsage();
  for (const piece of [" to ", "mon to ", "- ", " ", "1"]) {
    const typed = piece.repeat(100_000 / piece.length);
    expect(parseDays(typed)).toBeUndefined();
    expect(parseTime(typed)).toBeUndefined();
  }
  expect(process.threadCpuUsage().user - user).toBeLessThan(1_000_000);
});

describe("a typed time", () => {
  it.each([
    ["18:00", "18:00"],
    ["18.30", "18:30"],
    ["1830", "18:30"],
    ["9", "09:00"],
    ["6pm", "18:00"],
    ["6:30 PM", "18:30"],
    ["12am", "00:00"],
    ["12 pm", "12:00"],
    ["7p", "19:00"],
    ["at 18:00", "18:00"],
    ["noon", "12:00"],
    ["24:00", undefined],
    ["13pm", undefined],
    ["7:60", undefined],
    ["soon", undefined],
  ])("%j is read as %j", (text, read) => {
    expect(parseTime(text)).toBe(read);
  });
});

describe("a week that ends on Sunday at midnight in UTC", () => {
  const knownEnd = ms("2026-11-23T00:00:00Z");
  const rule = (days: readonly number[], at: string): ScheduleRule => ({ kind: "weekly", days, time: at });
  const early = (of: ScheduleRule, zone: string) => {
    const found = findDueBeforeWeekEnd(of, zone, { knownEnd, afterMs: ms("2026-12-02T12:00:00Z") });
    return found && [iso(found.dueAt), iso(found.endsAt)];
  };

  it.each<[string, ScheduleRule, readonly string[] | undefined]>([
    ["Australia/Sydney", rule([1], "10:59"), ["2026-12-06T23:59:00Z", "2026-12-07T00:00:00Z"]],
    ["Australia/Sydney", rule([1], "11:00"), undefined],
    ["Europe/London", rule([7], "18:00"), ["2026-12-06T18:00:00Z", "2026-12-07T00:00:00Z"]],
    ["America/New_York", rule([7], "19:00"), undefined],
    ["Australia/Sydney", rule([1, 4], "09:00"), ["2026-12-06T22:00:00Z", "2026-12-07T00:00:00Z"]],
    // The next day's post is about the new week.
    ["Australia/Sydney", rule([1, 2, 3, 4, 5], "09:00"), undefined],
  ])("comes after a post in %s by %j, or doesn't", (zone, of, expected) => {
    expect(early(of, zone)).toEqual(expected);
  });

  it("has a first full hour after it, all year, if the day is the same", () => {
    expect(findTimeAfterWeekEnd(rule([1], "09:00"), "Australia/Sydney", knownEnd)).toBe("11:00");
    expect(findTimeAfterWeekEnd(rule([1], "09:00"), "Asia/Kathmandu", knownEnd)).toBe("06:00");
    expect(findTimeAfterWeekEnd(rule([7], "18:00"), "Etc/GMT", knownEnd)).toBeUndefined();
  });
});

describe("the time shortly before weeks end", () => {
  it.each([
    ["Europe/London", "2026-11-23T00:00:00Z", 7, "18:00"],
    // Weeks from Sunday to Saturday, in the workspace's own zone.
    ["America/New_York", "2026-11-22T05:00:00Z", 6, "18:00"],
    ["Europe/Berlin", "2026-11-21T23:00:00Z", 6, "18:00"],
    // Midnight in UTC is in the afternoon, in summer or in winter, or the next morning.
    ["America/Chicago", "2026-11-23T00:00:00Z", 7, "17:00"],
    ["America/Los_Angeles", "2026-11-22T00:00:00Z", 6, "15:00"],
    ["Australia/Sydney", "2026-11-23T00:00:00Z", 7, "18:00"],
    ["Asia/Tokyo", "2026-11-22T00:00:00Z", 6, "18:00"],
    ["Pacific/Auckland", "2026-11-22T11:00:00Z", 7, "18:00"],
  ])("is found in %s for weeks that end at %s", (zone, end, day, at) => {
    const endsAt = ms(end);
    expect(findTimeBeforeWeekEnd(zone, endsAt)).toEqual({ day, time: at });
    const rule: ScheduleRule = { kind: "weekly", days: [day], time: at };
    for (const due of listNextDues(rule, zone, endsAt, 52)) {
      const beforeEnd = weekMs - ((due - endsAt) % weekMs);
      expect(beforeEnd).toBeLessThanOrEqual(dayMs);
    }
  });
});

describe("a rule in words", () => {
  it.each<[ScheduleRule, string]>([
    [{ kind: "weekly", days: [4, 1], time: "18:00" }, "every Monday and Thursday at 18:00"],
    [{ kind: "weekly", days: [1, 2, 3, 4, 5, 6, 7], time: "09:00" }, "every day at 09:00"],
    [{ kind: "weekly", days: [1, 3, 5], time: "09:00" }, "every Monday, Wednesday and Friday at 09:00"],
    [{ kind: "monthly", day: 1, time: "09:00" }, "on the 1st of every month at 09:00"],
    [
      { kind: "monthly", day: 30, time: "09:00" },
      "on the 30th of every month at 09:00, or on its last day if it's shorter",
    ],
    [{ kind: "monthly", day: 31, time: "09:00" }, "on the last day of every month at 09:00"],
  ])("%j reads %j", (rule, words) => {
    expect(describeRule(rule, dateStyles["24-day"])).toBe(words);
  });

  it("has the server's clock", () => {
    const rule: ScheduleRule = { kind: "monthly", day: 1, time: "18:30" };
    expect(describeRule(rule, dateStyles["12-month"])).toBe("on the 1st of every month at 6:30\u00a0PM");
  });
});

describe("zones", () => {
  it("are found by city and region, ignoring case, accents and underscores", () => {
    expect(searchZones("berl", 3)).toEqual(["Europe/Berlin"]);
    expect(searchZones("são paulo", 3)).toContain("America/Sao_Paulo");
    expect(searchZones("new york", 3)).toContain("America/New_York");
    expect(searchZones("", 25)).toHaveLength(25);
    expect(searchZones("", 1)).toEqual(["UTC"]);
  });

  it("have their current names, and are found by the former ones, too", () => {
    for (const typed of ["Asia/Calcutta", "asia/kolkata", "Asia/Kolkata"])
      expect(parseZone(typed)).toBe("Asia/Kolkata");
    expect(parseZone("Europe/Kiev")).toBe("Europe/Kyiv");
    expect(parseZone("America/Buenos_Aires")).toBe("America/Argentina/Buenos_Aires");
    for (const typed of ["calcutta", "kolkata"]) {
      expect(searchZones(typed, 25)).toEqual(["Asia/Kolkata"]);
      expect(findZonesNamed(typed, 25)).toEqual(["Asia/Kolkata"]);
    }
    expect(findZonesNamed("kiev", 25)).toEqual(["Europe/Kyiv"]);
    for (const former of ["Asia/Calcutta", "Europe/Kiev", "Asia/Saigon", "America/Godthab"])
      expect(searchZones("", 1_000)).not.toContain(former);
    for (const locale of ["en-IN", "hi"]) expect(listLikelyZones(locale)[0]).toBe("Asia/Kolkata");
    expect(listLikelyZones("uk")[0]).toBe("Europe/Kyiv");
  });

  it.each([
    ["Beijing", ["Asia/Shanghai"]],
    ["mumbai", ["Asia/Kolkata"]],
    ["Germany", ["Europe/Berlin"]],
    ["india", ["Asia/Kolkata"]],
    ["JST", ["Asia/Tokyo"]],
    ["UK", ["Europe/London"]],
    // Its own name comes first: there is another in Canada.
    ["Sydney", ["Australia/Sydney"]],
    // A country, and an island in the Atlantic.
    ["Georgia", ["Asia/Tbilisi"]],
  ])("are called by cities, countries and letters that only one has: %s", (typed, zones) => {
    expect(findZonesNamed(typed, 3)).toEqual(zones);
  });

  it("are found by letters only where they are as far from UTC as those say", () => {
    const winter = Temporal.Instant.from("2027-01-15T12:00Z");
    for (const [letters, offset] of [
      ["EST", "-05:00"],
      ["CET", "+01:00"],
      ["JST", "+09:00"],
    ] as const)
      expect(winter.toZonedDateTimeISO(searchZones(letters, 1)[0] ?? "").offset).toBe(offset);
    const isElsewhere = (zone: string) => winter.toZonedDateTimeISO(zone).offset !== "-05:00";
    expect(searchZones("EST", 6).filter(isElsewhere)).toEqual([]);
    expect(searchZones("Winnipeg", 1)).toEqual(["America/Winnipeg"]);
  });

  it("are several where a country has some of its name", () => {
    const [first, ...others] = findZonesNamed("argentina", 25);
    expect(first).toBe("America/Argentina/Buenos_Aires");
    expect(others).toContain("America/Argentina/Cordoba");
  });

  it.each([
    ["EST", "America/New_York"],
    ["edt", "America/New_York"],
    ["ET", "America/New_York"],
    ["Pacific Time", "America/Los_Angeles"],
    ["PST", "America/Los_Angeles"],
    ["CET", "Europe/Berlin"],
    ["IST", "Asia/Kolkata"],
    ["GMT", "Europe/London"],
    ["UTC+2", "Europe/Athens"],
    ["gmt −3", "America/Sao_Paulo"],
    ["+05:30", "Asia/Kolkata"],
    ["USA", "America/New_York"],
    ["Brazil", "America/Sao_Paulo"],
  ])("that many call so are suggested with the most populated first: %s", (typed, zone) => {
    expect(searchZones(typed, 5)).toContain(zone);
    expect(parseZone(typed)).toBeUndefined();
  });

  it("are suggested for every locale of Discord, those that discord.js doesn't list, and nonsense", () => {
    // `ar` and `he` are in Discord's OpenAPI document of July 2026, but not among discord.js' locales.
    expect(Object.values<string>(Locale)).not.toEqual(expect.arrayContaining(["ar"]));
    expect(listLikelyZones("ar")[0]).toBe("Africa/Cairo");
    expect(listLikelyZones("he")[0]).toBe("Asia/Jerusalem");
    for (const locale of [...Object.values(Locale), "ar", "he", "xx-YY", "", "!", "en_US", "tlh-Piqd-419"]) {
      const zones = listLikelyZones(locale);
      expect([locale, zones.length]).toEqual([locale, Math.min(25, new Set(zones).size)]);
      expect(zones).toContain("UTC");
      for (const zone of zones) expect(parseZone(zone)).toBe(zone);
    }
  });

  it("are all zones that have a time", () => {
    for (const zone of searchZones("", 1_000))
      expect(() => Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone)).not.toThrow();
  });

  it("are read as properly written, and an offset is refused", () => {
    expect(parseZone("europe/berlin")).toBe("Europe/Berlin");
    expect(parseZone("America/New York")).toBe("America/New_York");
    expect(parseZone("utc")).toBe("UTC");
    expect(parseZone("+02:00")).toBeUndefined();
    expect(parseZone("Atlantis")).toBeUndefined();
    expect(parseZone("EST")).toBeUndefined();
    expect(parseZone("US/Eastern")).toBe("America/New_York");
  });
});
