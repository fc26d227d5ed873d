import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { getCalendarWeek } from "../../src/domain/week-boundaries.ts";
import { parseTypedDays, type TypedCalendar } from "../../src/domain/typed-dates.ts";
import { parseTypedDuration } from "../../src/domain/typed-durations.ts";
import { dayMs, minuteMs } from "../../src/time.ts";
import { dateStyles } from "../../src/ui/formats.ts";
import { withUnit } from "../../src/ui/numbers.ts";
import {
  type Dates,
  describeDates,
  describeWait,
  describeWeek,
  formatDate,
  formatDateInFull,
  formatDayAndClockIn,
  formatDuration,
  formatShortDate,
  formatShortDateIn,
  formatShortDates,
  formatShortMomentIn,
  formatShortWeekTitle,
  formatWeekdayAndDate,
  formatWeekOf,
} from "../../src/ui/time.ts";

const day = (text: string) => Temporal.PlainDate.from(text);

/** On a Friday. */
const calendar: TypedCalendar = {
  today: day("2026-11-27"),
  weekStart: day("2026-11-23"),
  style: dateStyles["24-day"],
};
const read = (typed: string, style: TypedCalendar["style"] = calendar.style): string | undefined => {
  const days = parseTypedDays(typed, { ...calendar, style });
  if (days === undefined) return undefined;
  const { first, last } = days;
  return first.equals(last) ? first.toString() : `${first.toString()} to ${last.toString()}`;
};

describe("a typed date", () => {
  test.each([
    ["2026-11-02", ["2026-11-02", "2026/11/02", "2026.11.2", "20261102", " 2 Nov, 2026 "]],
    ["2026-11-28", ["28 Nov", "28 November", "Nov 28", "November 28th", "28.11.", "28.11", "28.11.2026"]],
    [
      "2026-11-28",
      ["28/11", "11/28", "28/11/2026", "28. 11. 2026", "28.11.26", "the 28th of November", "28nov"],
    ],
    ["2025-12-28", ["28 Dec", "28.12.", "28/12", "Sun 28 Dec 2025"]],
    ["2026-11-28", ["28th", "the 28th", "28 Nov 26", "28 Nov '26"]],
    ["2026-11-05", ["5th"]],
    ["2026-10-31", ["the 31st"]],
    ["2026-11-21 to 2026-11-22", ["last weekend"]],
    ["2026-11-28 to 2026-11-29", ["this weekend"]],
    ["2026-11-16 to 2026-11-22", ["week 47", "KW 47", "wk47", "W47"]],
    ["2026-11-30 to 2026-12-06", ["week 49 2026"]],
    ["2025-12-29 to 2026-01-04", ["week 1"]],
    ["2020-12-28 to 2021-01-03", ["week 53"]],
    ["2026-11-27", ["today", "Today", "TODAY", "now", "Friday", "fri", "Fri.", "Fri 27 Nov"]],
    ["2026-11-26", ["yesterday", "Thu", "thurs", "1 day ago", "a day ago", "last Thursday"]],
    ["2026-11-25", ["the day before yesterday", "2 days ago"]],
    ["2026-11-23", ["Mon", "Monday", "this Monday", "last monday", "on Monday"]],
    ["2026-11-20", ["last Friday", "a week ago"]],
    ["2026-11-28", ["tomorrow", "this Saturday"]],
    ["2026-11-21", ["Sat", "last Saturday"]],
    ["2026-12-01", ["next Tuesday", "1 Dec", "Tue 1 Dec"]],
    ["2026-12-14", ["Mon 14 Dec"]],
    ["2024-02-29", ["29 Feb"]],
    ["2026-11-16 to 2026-11-22", ["last week", "Last week", "week of 16 Nov", "week of 18 Nov", "16–22 Nov"]],
    ["2026-11-23 to 2026-11-29", ["this week", "week of 23 November", "23-29.11.2026", "23 to 29 nov"]],
    ["2026-11-30 to 2026-12-06", ["next week", "30 Nov – 6 Dec", "Nov 30 – Dec 6"]],
    ["2025-12-28 to 2026-01-03", ["28 Dec – 3 Jan", "28 Dec 2025 – 3 Jan 2026"]],
    ["2024-03-03 to 2024-04-05", ["3 Mar – 5 Apr 2024", "Mar 3 – Apr 5, 2024", "3 Mar 2024 – 5 Apr 2024"]],
    ["2023-12-28 to 2024-01-03", ["28 Dec – 3 Jan 2024", "28.12. – 3.1.2024", "Thu 28 Dec – Wed 3 Jan 2024"]],
    ["2026-12-28 to 2027-01-03", ["28 Dec – 3 Jan 2027", "Mon 28 Dec – Sun 3 Jan 2027"]],
    ["2026-11-23 to 2026-11-26", ["Mon–Thu", "Monday to Thursday"]],
    ["2026-11-20 to 2026-11-23", ["Fri–Mon", "Friday to Monday"]],
    ["2026-10-01 to 2026-10-31", ["last month", "October", "oct 2026", "2026-10", "10/2026"]],
    ["2026-11-21 to 2026-11-27", ["last 7 days", "past 7 days"]],
    [
      "2026-11-22",
      ["Yesterday · Sun 22 Nov", "7 days ago · 2026-11-22", "Sun 22 Nov, 23:59", "Sun 22 Nov, 11:59 PM"],
    ],
  ])("is %s however it is written", (meant, all) => {
    for (const typed of all) expect(read(typed), typed).toBe(meant);
  });

  test.each([
    "qqq",
    "",
    "30 Feb",
    "31.11.",
    "13/13",
    "2026-13-01",
    "Mon 24 Nov",
    "99",
    "last",
    "week of",
    "29 Feb 2026",
    "28 Nov – Mon",
    "week 54",
    "week 0",
    "week 53 2025",
    "32nd",
    "0th",
  ])("isn't guessed: %j", (typed) => expect(read(typed)).toBeUndefined());

  test("is read in the server's order where both are possible, and tells the other one", () => {
    const readIn = (style: TypedCalendar["style"]) => parseTypedDays("5/11", { ...calendar, style });
    const [dayFirst, monthFirst] = [readIn(dateStyles["24-day"]), readIn(dateStyles["12-month"])];
    expect([dayFirst?.first, dayFirst?.otherwise].map(String)).toEqual(["2026-11-05", "2026-05-11"]);
    expect([monthFirst?.first, monthFirst?.otherwise].map(String)).toEqual(["2026-05-11", "2026-11-05"]);
    for (const typed of ["11/28", "28/11", "11/11", "5.11.", "5 Nov"])
      expect(parseTypedDays(typed, calendar)?.otherwise, typed).toBeUndefined();
    expect(read("5.11.", dateStyles["12-month"])).toBe("2026-11-05");
  });

  test("may be in the next year without naming it, when that is near or its weekday says so", () => {
    const atEnd = { ...calendar, today: day("2026-12-30"), weekStart: day("2026-12-28") };
    for (const [typed, meant] of [
      ["1 Jan", "2027-01-01"],
      ["Fri 1 Jan", "2027-01-01"],
      ["Mon 11 Jan", "2027-01-11"],
      ["11 Jan", "2026-01-11"],
      ["Sun 11 Jan", "2026-01-11"],
    ] as const)
      expect(parseTypedDays(typed, atEnd)?.first.toString(), typed).toBe(meant);
  });

  test("is in the last such month that has begun, however near the next one is", () => {
    for (const [today, typed, meant] of [
      ["2026-12-28", "January", "2026-01-01"],
      ["2026-11-27", "Dec", "2025-12-01"],
      ["2027-01-01", "January", "2027-01-01"],
      ["2027-01-03", "December", "2026-12-01"],
    ] as const)
      expect(parseTypedDays(typed, { ...calendar, today: day(today) })?.first.toString(), typed).toBe(meant);
  });

  test("is in the week of that number whose days a week from Sunday shares most of", () => {
    for (const [typed, meant] of [
      ["week 47", "2026-11-15"],
      ["week 1", "2025-12-28"],
      ["week 48 2025", "2025-11-23"],
    ] as const) {
      const fromSunday = { ...calendar, weekStart: day("2026-11-22") };
      expect(parseTypedDays(typed, fromSunday)?.first.toString(), typed).toBe(meant);
    }
  });

  const anyDay = fc.integer({ min: 0, max: 365 * 40 }).map((days) => day("2010-01-01").add({ days }));
  const anyStyle = fc.constantFrom(...Object.values(dateStyles));
  const anyStart = fc.constantFrom("monday", "sunday");
  const settings = fc.record({ today: anyDay, style: anyStyle, startsOn: anyStart });
  const toCalendar = ({
    today,
    style,
    startsOn,
  }: {
    today: Temporal.PlainDate;
    style: Dates["dateStyle"];
    startsOn: "monday" | "sunday";
  }) => {
    const at = today.toZonedDateTime({ timeZone: "UTC", plainTime: "12:00" });
    const weekStart = day(getCalendarWeek(at.epochMilliseconds, startsOn, "UTC").weekStart);
    const dates: Dates = { now: at.toInstant(), dateStyle: style };
    return { typed: { today, weekStart, style }, dates, weekStart };
  };

  test("is what the bot writes for that day", () => {
    fc.assert(
      fc.property(settings, fc.integer({ min: -7, max: 300 }), (setting, ago) => {
        const { typed, dates } = toCalendar(setting);
        const meant = setting.today.subtract({ days: ago });
        const at = meant.toZonedDateTime({ timeZone: "UTC", plainTime: "18:05" }).epochMilliseconds;
        const far = meant.subtract({ years: 5 });
        const now = dates.now.epochMilliseconds;
        const written: readonly (readonly [string, Temporal.PlainDate])[] = [
          [meant.toString(), meant],
          [formatShortDate(meant, dates), meant],
          [formatDate(meant, dates), meant],
          [formatDateInFull(meant, dates.dateStyle), meant],
          [formatWeekdayAndDate(meant, dates.dateStyle), meant],
          [formatWeekdayAndDate(meant, dates.dateStyle, { weekday: "long", month: "long" }), meant],
          [formatShortDateIn("UTC", at, dates), meant],
          [formatDayAndClockIn("UTC", at, dates.dateStyle, now), meant],
          [formatShortMomentIn("UTC", at, dates), meant],
          [formatShortDate(far, dates), far],
          [formatDate(far, dates), far],
        ];
        for (const [text, date] of written) {
          const days = parseTypedDays(text, typed);
          expect([days?.first.toString(), days?.last.toString()], text).toEqual([
            date.toString(),
            date.toString(),
          ]);
          expect(days?.otherwise).toBeUndefined();
        }
      }),
    );
  });

  test("is what the bot writes for a week or a range of days", () => {
    fc.assert(
      fc.property(
        settings,
        fc.integer({ min: 0, max: 200 }),
        fc.integer({ min: 1, max: 100 }),
        (setting, ago, length) => {
          const { typed, dates, weekStart } = toCalendar(setting);
          const first = weekStart.subtract({ weeks: ago % 40 });
          const last = first.add({ days: 6 });
          const from = setting.today.subtract({ days: ago + length });
          const to = from.add({ days: length });
          const written: readonly (readonly [string, Temporal.PlainDate, Temporal.PlainDate])[] = [
            [describeWeek(first, dates), first, last],
            [formatWeekOf(first, dates), first, last],
            [
              formatWeekOf(first.subtract({ weeks: 100 }), dates),
              first.subtract({ weeks: 100 }),
              last.subtract({ weeks: 100 }),
            ],
            [formatShortWeekTitle(first, dates), first, last],
            [describeDates(first, "short", dates), first, last],
            [describeDates(first, "long", dates), first, last],
            [formatShortDates(from, to, dates), from, to],
          ];
          for (const [text, start, end] of written) {
            const days = parseTypedDays(text, typed);
            expect([days?.first.toString(), days?.last.toString()], text).toEqual([
              start.toString(),
              end.toString(),
            ]);
          }
        },
      ),
    );
  });

  test("never takes long or fails, whatever is typed", () => {
    const piece = fc.constantFrom(
      "28",
      "11",
      ".",
      "/",
      "-",
      " ",
      "Nov",
      "Mon",
      "week of",
      "last",
      "to",
      "2026",
      "ago",
      "–",
      "th",
    );
    const text = fc.oneof(
      fc.string(),
      fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join("")),
    );
    fc.assert(
      fc.property(text, (typed) => {
        const days = parseTypedDays(typed, calendar);
        if (days !== undefined)
          expect(Temporal.PlainDate.compare(days.first, days.last)).toBeLessThanOrEqual(0);
      }),
    );
    expect(parseTypedDays("1 ".repeat(50_000), calendar)).toBeUndefined();
  });
});

describe("a typed length of time", () => {
  test.each([
    [
      90,
      [
        "90",
        "90 min",
        "90min",
        "90 minutes",
        "1:30",
        "1:30 h",
        "1 h 30",
        "1h30",
        "1h30m",
        "1 h 30 min",
        "1.5h",
        "1,5 h",
        "1½ h",
      ],
    ],
    [
      90,
      [
        "an hour and a half",
        "one and a half hours",
        "1 hour 30 minutes",
        "1 hour and 30 minutes",
        "1 hr, 30 mins",
        "９０",
      ],
    ],
    [90, ["~90", "90'", "1:30:00", "1 Std. 30 Min.", "1 heure 30", "1,5 Stunden", "1 hora 30 minutos"]],
    [60, ["an hour", "1 hour", "one hour", "60 min", "1:00", "1h", "about an hour"]],
    [30, ["half an hour", "half hour", "a half hour", "½ h", "0.5 h", ".5h"]],
    [15, ["a quarter of an hour", "quarter hour", "15 m"]],
    [45, ["three quarters of an hour", "45", "0:45"]],
    [84, ["1 h 24 min", "1:24"]],
    [120, ["two hours", "2 hours", "Two Hours", "120"]],
    [150, ["two and a half hours", "2.5 h", "2 hours and a half"]],
    [1440, ["a day", "1 d", "24 h"]],
    [10_080, ["10 080 min", "10\u202f080\u00a0min", "10,080 min", "10.080 Minuten", "10,080", "7 days"]],
    [7.5, ["0.125 h", "0,125 h", "7.5 m"]],
    [0.75, ["45 s"]],
  ])("is %s minutes however it is written", (minutes, all) => {
    for (const typed of all) expect(parseTypedDuration(typed), typed).toBe(minutes);
  });

  test.each([
    "soon",
    "",
    "-5",
    "1:75",
    "h",
    "min",
    "1 2",
    "5 h ago",
    "1 h x",
    "half",
    "a",
    "Monday",
    "12 apples",
    "1:30:30",
    "5 stones",
  ])("isn't guessed: %j", (typed) => expect(parseTypedDuration(typed)).toBeUndefined());

  test("is what the bot writes for it", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20_000 }),
        fc.integer({ min: 1, max: 59 }),
        (minutes, seconds) => {
          expect(parseTypedDuration(formatDuration(minutes * minuteMs))).toBe(minutes);
          expect(parseTypedDuration(withUnit(minutes, "min"))).toBe(minutes);
          expect(parseTypedDuration(formatDuration(seconds * 1_000))).toBeCloseTo(seconds / 60, 2);
          const waitMs = Math.min(minutes * minuteMs, dayMs);
          if (waitMs >= 2 * minuteMs)
            expect(parseTypedDuration(describeWait(waitMs))).toBe(waitMs / minuteMs);
        },
      ),
    );
  });

  test("takes no long time and never fails, whatever is typed", () => {
    fc.assert(
      fc.property(fc.string(), (typed) => {
        const minutes = parseTypedDuration(typed);
        if (minutes !== undefined) expect(minutes).toBeGreaterThanOrEqual(0);
      }),
    );
    expect(parseTypedDuration("1 h ".repeat(20_000))).toBeDefined();
  });
});

test("a short date has its year if that is another one in its zone", () => {
  const dates: Dates = { now: Temporal.Instant.from("2026-12-20T12:00Z"), dateStyle: dateStyles["24-day"] };
  const write = (zone: string, at: string) => formatShortDateIn(zone, Date.parse(at), dates);
  expect(write("America/Los_Angeles", "2026-01-01T03:00Z")).toBe("31 Dec 2025");
  expect(write("Pacific/Auckland", "2025-12-31T20:00Z")).toBe("1 Jan");
  expect(write("Europe/Berlin", "2026-01-01T12:00Z")).toBe("1 Jan");
});
