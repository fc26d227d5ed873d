import { expect, test } from "vitest";
import { dateStyles, parseDateStyle, toFormatsForOthers, usualDateStyle } from "../../src/ui/formats.ts";
import {
  describeDates,
  describeWeek,
  formatClockIn,
  formatDate,
  formatDateInFull,
  formatDayAndClockIn,
  formatHour,
  formatMoment,
  formatShortAge,
  formatShortDate,
  formatShortDateIn,
  formatShortDates,
  formatShortHour,
  type TimestampStyle,
} from "../../src/ui/time.ts";
import { formatTitleWithWeek } from "../../commands/weeks/text.ts";
import { someContext } from "../support/render-context.ts";

const noon = Temporal.Instant.from("2026-11-24T12:00:00Z");
const formats = { ...someContext(), now: noon };
const american = { ...formats, dateStyle: dateStyles["12-month"] };
const inBerlin = { ...toFormatsForOthers(formats), writtenZone: "Europe/Berlin" };
const end = Temporal.Instant.from("2026-11-29T22:59:59Z");
const spaced = (text: string | undefined) => text?.replaceAll(/[\u00a0\u202f]/g, " ");
const day = (text: string) => Temporal.PlainDate.from(text);

test.each([
  ["R", "Sun 29 Nov, 23:59", "Sun Nov 29, 11:59 PM"],
  ["F", "Sun 29 Nov, 23:59", "Sun Nov 29, 11:59 PM"],
  ["f", "29 Nov, 23:59", "Nov 29, 11:59 PM"],
  ["D", "29 Nov", "Nov 29"],
  ["d", "29 Nov", "Nov 29"],
  ["t", "23:59", "11:59 PM"],
] as const)("a moment of style %s is written out in a zone as %s, or %s", (style, usual, others) => {
  expect(spaced(formatMoment(end, style, inBerlin))).toBe(usual);
  expect(spaced(formatMoment(end, style, { ...inBerlin, dateStyle: dateStyles["12-month"] }))).toBe(others);
});

test("a written moment tells its year unless it's the one of the zone's present day", () => {
  const said = (at: string) => spaced(formatMoment(Temporal.Instant.from(at), "f", inBerlin));
  expect(said("2026-01-01T00:00:00Z")).toBe("1 Jan, 01:00");
  expect(said("2025-12-31T23:00:00Z")).toBe("1 Jan, 00:00");
  expect(said("2025-01-01T00:00:00Z")).toBe("1 Jan 2025, 01:00");
});

test.each([
  ["Europe/Berlin", "Mon 23 Nov, 00:59"],
  ["Europe/London", "Sun 22 Nov, 23:59"],
  ["America/New_York", "Sun 22 Nov, 18:59"],
  ["Asia/Tokyo", "Mon 23 Nov, 08:59"],
])("the end of a week in UTC is written in %s as any other moment is", (writtenZone, words) => {
  const at = Temporal.Instant.from("2026-11-22T23:59:59Z");
  expect(spaced(formatMoment(at, "R", { ...inBerlin, writtenZone }))).toBe(words);
});

test("for a reader a moment is a mark of Discord's; one that counts becomes exact in a text that stays", () => {
  const styles: readonly TimestampStyle[] = ["t", "T", "d", "D", "f", "F", "R"];
  const stamp = end.epochMilliseconds / 1_000;
  expect(styles.map((style) => formatMoment(end, style, formats))).toEqual(
    styles.map((style) => `<t:${stamp}:${style}>`),
  );
  expect(styles.map((style) => formatMoment(end, style, toFormatsForOthers(formats)))).toEqual(
    ["t", "T", "d", "D", "f", "F", "f"].map((style) => `<t:${stamp}:${style}>`),
  );
});

test("an order's age becomes when it came in", () => {
  const lasting = toFormatsForOthers(formats);
  const before = (hours: number) => noon.subtract({ hours }).toString();
  const stampOf = (hours: number) => noon.epochMilliseconds / 1_000 - hours * 3_600;
  expect([0, 3, 50, 24 * 20].map((hours) => spaced(formatShortAge(before(hours), formats)))).toEqual([
    "now",
    "3 h",
    "2 d",
    "2 wk",
  ]);
  expect([0, 3, 50].map((hours) => formatShortAge(before(hours), lasting))).toEqual([
    `<t:${stampOf(0)}:t>`,
    `<t:${stampOf(3)}:t>`,
    `<t:${stampOf(50)}:d>`,
  ]);
});

test("a running week is this week to its reader, and has no name of its own where the text stays", () => {
  const week = { weekStart: "2026-11-23", endsAt: noon.epochMilliseconds + 1 };
  expect(formatTitleWithWeek("Most minutes", week, formats)).toBe("Most minutes this\u00a0week");
  expect(formatTitleWithWeek("Most minutes", week, toFormatsForOthers(formats))).toBe("Most minutes");
  const over = { ...week, endsAt: noon.epochMilliseconds };
  expect(formatTitleWithWeek("Most minutes", over, formats)).toBe("Most minutes, week of 23\u00a0November");
});

test("dates are written with the day or the month first, and with their year if it's another one", () => {
  const each = (write: (dates: typeof formats) => string) => [write(formats), write(american)].map(spaced);
  expect(each((dates) => formatDate("2026-11-23", dates))).toEqual(["23 November", "November 23"]);
  expect(each((dates) => formatDate("2027-01-04", dates))).toEqual(["4 January 2027", "January 4, 2027"]);
  expect(each((dates) => formatShortDate("2027-01-04", dates))).toEqual(["4 Jan 2027", "Jan 4, 2027"]);
  expect(each((dates) => describeWeek("2026-11-23", dates))).toEqual([
    "week of 23 November",
    "week of November 23",
  ]);
  expect(each(({ dateStyle }) => formatDateInFull("2026-11-16", dateStyle))).toEqual([
    "16 November 2026",
    "November 16, 2026",
  ]);
  expect(each((dates) => formatShortDates(day("2026-10-12"), day("2026-10-25"), dates))).toEqual([
    "12–25 Oct",
    "Oct 12–25",
  ]);
  expect(each((dates) => formatShortDates(day("2025-10-12"), day("2025-10-25"), dates))).toEqual([
    "12–25 Oct 2025",
    "Oct 12–25, 2025",
  ]);
  expect(each((dates) => formatShortDates(day("2026-10-26"), day("2026-11-15"), dates))).toEqual([
    "26 Oct – 15 Nov",
    "Oct 26 – Nov 15",
  ]);
  expect(each((dates) => describeDates(day("2026-11-09"), "long", dates))).toEqual([
    "9–15 November",
    "November 9–15",
  ]);
  expect(each((dates) => describeDates(day("2026-11-30"), "long", dates))).toEqual([
    "30 Nov – 6 Dec",
    "Nov 30 – Dec 6",
  ]);
  const at = Date.parse("2025-11-29T22:30:00Z");
  expect(each((dates) => formatShortDateIn("Asia/Tokyo", at, dates))).toEqual([
    "30 Nov 2025",
    "Nov 30, 2025",
  ]);
  expect(each(({ dateStyle }) => formatDayAndClockIn("UTC", at, dateStyle))).toEqual([
    "Sat 29 Nov, 22:30",
    "Sat Nov 29, 10:30 PM",
  ]);
});

test("clocks have 24 hours or 12, with midnight and noon as people know them", () => {
  const at = (time: string) => Date.parse(`2026-11-24T${time}:00Z`);
  const [day24, day12] = [dateStyles["24-day"], dateStyles["12-day"]];
  expect(["00:05", "09:00", "12:00", "23:59"].map((time) => formatClockIn("UTC", at(time), day24))).toEqual([
    "00:05",
    "09:00",
    "12:00",
    "23:59",
  ]);
  expect(
    ["00:05", "09:00", "12:00", "23:59"].map((time) => spaced(formatClockIn("UTC", at(time), day12))),
  ).toEqual(["12:05 AM", "9:00 AM", "12:00 PM", "11:59 PM"]);
  expect([0, 9, 12, 24].map((hour) => formatHour(hour, day24))).toEqual(["00:00", "09:00", "12:00", "00:00"]);
  expect([0, 9, 12, 24].map((hour) => spaced(formatHour(hour, day12)))).toEqual([
    "12 AM",
    "9 AM",
    "12 PM",
    "12 AM",
  ]);
  expect([0, 9, 12, 17].map((hour) => formatShortHour(hour, day12))).toEqual(["12am", "9am", "12pm", "5pm"]);
  expect([0, 9, 12, 17].map((hour) => formatShortHour(hour, day24))).toEqual(["00", "09", "12", "17"]);
});

test("an unknown style of another version is the usual one", () => {
  expect(parseDateStyle(new Map([["clock", "12-month"]]))).toEqual({ dates: "month-first", clock: 12 });
  expect(parseDateStyle(new Map([["clock", "36-year"]]))).toBe(usualDateStyle);
  expect(parseDateStyle(new Map())).toBe(usualDateStyle);
});
