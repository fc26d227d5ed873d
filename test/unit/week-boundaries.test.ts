import { describe, expect, it } from "vitest";
import { findWeekResult, groupPastWeeks } from "../../commands/weeks/results.ts";
import {
  parseDate,
  findDayIndexAt,
  findWeekEndMs,
  computeElapsedFraction,
  computeExpectedShare,
  getWeekStartMs,
} from "../../src/domain/week-boundaries.ts";

const at = (text: string): number => Temporal.Instant.from(text).epochMilliseconds;
const dayMs = 86_400_000;

const entry = (year: number, week_number: number, passed: boolean, timeoff = false) => ({
  // The first week has the fourth of January.
  week_start: `${new Temporal.PlainDate(year, 1, 4).add({ weeks: week_number - 1 }).toString()}T00:00:00Z`,
  week_end: `${new Temporal.PlainDate(year, 1, 4).add({ weeks: week_number }).toString()}T00:00:00Z`,
  year,
  week_number,
  passed,
  timeoff,
  target: 120,
});

describe("the day of a moment", () => {
  // Clocks go back in this week: its Sunday has 25 hours.
  const starts = ["2026-10-23T22:00Z", "2026-10-24T22:00Z", "2026-10-25T23:00Z"].map(at);

  it.each([
    ["before the first day", "2026-10-23T21:59:59Z", undefined],
    ["the first moment of a day", "2026-10-23T22:00Z", 0],
    ["the last hour of the long day", "2026-10-25T22:30Z", 1],
    ["the last day", "2026-10-26T12:00Z", 2],
    ["after the last day", "2026-10-26T23:00Z", undefined],
  ])("%s", (_case, moment, index) => {
    expect(findDayIndexAt(starts, at(moment))).toBe(index);
  });

  it("is none without days", () => {
    expect(findDayIndexAt([], 0)).toBeUndefined();
  });
});

describe("the date of a day's first moment", () => {
  it.each([
    ["midnight in UTC", "2026-11-16T00:00:00.000Z", "2026-11-16"],
    ["midnight in Berlin, written in UTC", "2026-11-15T23:00:00Z", "2026-11-16"],
    ["midnight in Los Angeles, written in UTC", "2026-11-16T08:00:00Z", "2026-11-16"],
    ["midnight with its own offset", "2026-11-16T00:00:00+01:00", "2026-11-16"],
  ])("%s", (_case, text, date) => {
    expect(String(parseDate(text))).toBe(date);
  });

  it("is unknown for an invalid time", () => {
    expect(parseDate("soon")).toBeUndefined();
  });
});

describe("the start of a week", () => {
  const due = at("2026-10-25T23:00Z");

  it("is where the week before ended, even when the clocks changed", () => {
    expect(getWeekStartMs(due, [at("2026-10-11T22:00Z"), at("2026-10-18T22:00Z")])).toBe(
      at("2026-10-18T22:00Z"),
    );
  });

  it("is seven days before the end when no earlier week is known", () => {
    expect(getWeekStartMs(due, [at("2026-09-01T00:00Z")])).toBe(due - 7 * dayMs);
  });
});

describe("the elapsed share of a week", () => {
  it.each([
    [0, 100, -5, 0],
    [0, 100, 25, 0.25],
    [0, 100, 200, 1],
    [100, 100, 99, 0],
    [100, 100, 100, 1],
  ])("from %d to %d at %d is %d", (start, end, now, share) => {
    expect(computeElapsedFraction(start, end, now)).toBe(share);
  });
});

describe("past weeks", () => {
  const later = at("2026-12-31T00:00:00Z");

  it("get one result each, oldest first, across the turn of the year", () => {
    const history = [
      entry(2026, 2, true),
      entry(2026, 1, true),
      entry(2025, 52, true),
      entry(2026, 1, false),
      entry(2025, 52, true),
    ];
    expect(groupPastWeeks(history, 8, later).map(({ mark }) => mark)).toEqual(["passed", "failed", "passed"]);
  });

  it("leave out excused entries unless there is nothing else", () => {
    const history = [
      entry(2026, 1, false, true),
      entry(2026, 1, true),
      entry(2026, 2, false, true),
      entry(2026, 3, false, true),
      entry(2026, 3, false),
    ];
    expect(groupPastWeeks(history, 8, later).map(({ mark }) => mark)).toEqual([
      "passed",
      "excused",
      "failed",
    ]);
  });

  it("leave out goals without a target, and a week of nothing else, as saved weeks do", () => {
    const history = [
      entry(2026, 1, false),
      { ...entry(2026, 1, true), target: 0 },
      entry(2026, 2, true),
      { ...entry(2026, 2, false), target: 0 },
      { ...entry(2026, 3, true), target: 0 },
    ];
    const weeks = groupPastWeeks(history, 8, later);
    expect(weeks.map(({ mark, entries }) => [mark, entries.length])).toEqual([
      ["failed", 1],
      ["passed", 1],
    ]);
    expect(
      findWeekResult(
        history.map((each) => ({ ...each, endMs: later })),
        later,
      )?.mark,
    ).toBe("failed");
    expect(findWeekResult([{ ...entry(2026, 3, true), target: 0, endMs: later }], later)).toBeUndefined();
  });

  it("are over: time off that was marked ahead isn't one of them", () => {
    const history = [entry(2026, 1, true), entry(2026, 2, false, true), entry(2026, 3, false, true)];
    expect(groupPastWeeks(history, 8, at("2026-01-14T12:00:00Z")).map(({ mark }) => mark)).toEqual([
      "passed",
    ]);
  });

  it("are limited to the last ones", () => {
    const history = Array.from({ length: 12 }, (_, index) => entry(2026, index + 1, true));
    const weeks = groupPastWeeks(history, 8, later);
    expect(weeks).toHaveLength(8);
    expect(weeks.at(-1)?.entries[0]?.week_number).toBe(12);
  });
});

describe("the expected part of a target", () => {
  const end = at("2026-11-23T00:00:00Z");

  it.each([
    ["the first minute of the week", "2026-11-16T00:01:00Z", 0],
    ["the end of its first day", "2026-11-16T23:59:59Z", 0],
    ["the day after", "2026-11-17T00:00:00Z", 1 / 7],
    ["noon of the fourth day", "2026-11-19T12:00:00Z", 3 / 7],
    ["the last minute", "2026-11-22T23:59:00Z", 6 / 7],
    ["the end", "2026-11-23T00:00:00Z", 1],
  ])("by %s", (_case, moment, share) => {
    expect(computeExpectedShare(end, at(moment))).toBeCloseTo(share, 5);
  });
});

describe("the end of a week by what is due in it", () => {
  const now = at("2026-11-24T12:00:00Z");
  const [wednesday, sunday] = ["2026-11-25T18:00:00Z", "2026-11-29T23:59:59Z"];
  const due = (...moments: readonly string[]) => moments.map((each) => ({ active: true, due: each }));
  const endOf = (goals: Parameters<typeof findWeekEndMs>[0], ...marked: readonly string[]) => {
    const endMs = findWeekEndMs(goals, now, marked.map(at));
    return endMs === undefined ? undefined : new Date(endMs).toISOString().replace(".000", "");
  };

  it("is the moment that most of it shares, not the first", () => {
    expect(endOf(due(wednesday, sunday, sunday))).toBe(sunday);
    expect(endOf(due(sunday, wednesday, sunday, "2026-11-26T10:00:00Z"))).toBe(sunday);
  });
  it("is the last one where no moment is shared by more", () => {
    expect(endOf(due(sunday, wednesday))).toBe(sunday);
    expect(endOf(due(wednesday))).toBe(wednesday);
  });
  it("isn't given by what isn't active, is over, or is due after more than a week", () => {
    const inactive = due(wednesday, wednesday).map((each) => ({ ...each, active: false }));
    expect(endOf([...inactive, ...due(sunday)])).toBe(sunday);
    expect(endOf([...due("2026-11-24T11:00:00Z", "2026-11-24T11:00:00Z"), ...due(sunday)])).toBe(sunday);
    expect(endOf([...due("2026-12-24T12:00:00Z", "2026-12-24T12:00:00Z"), ...due(sunday)])).toBe(sunday);
    expect(endOf(due("2026-12-24T12:00:00Z"))).toBeUndefined();
    expect(endOf([])).toBeUndefined();
  });
  it("is a week after the one that was marked last, rather than when a single assignment is due", () => {
    expect(endOf(due(wednesday), "2026-11-15T23:59:59Z", "2026-11-22T23:59:59Z")).toBe(sunday);
    expect(endOf(due(wednesday, wednesday, sunday), "2026-11-22T23:59:59Z")).toBe(sunday);
    // Weeks may begin to end on another day.
    expect(endOf(due(wednesday, wednesday), "2026-11-22T23:59:59Z")).toBe(wednesday);
  });
});
