import { expect, test } from "vitest";
import { findLastWeek } from "../../src/domain/week-boundaries.ts";
import { countFailedInRow, findLastWeekEnd, findWeekResult } from "../../commands/weeks/results.ts";
import { describeStreak } from "../../commands/weeks/text.ts";

const at = (text: string): number => Temporal.Instant.from(text).epochMilliseconds;
/** The night in which clocks go back: midnight in Berlin, before the change and after it. */
const ends = [at("2026-10-25T22:00:00Z"), at("2026-10-25T23:00:00Z")] as const;
const before = ends.map((endMs) => endMs - 7 * 24 * 60 * 60_000);

test("two people whose weeks end an hour apart share one ranking, with the week before it", () => {
  const histories = ends.map((endMs, index) => [
    { endMs, year: 2026, week_number: 43, passed: true, target: 120 },
    { endMs: before[1 - index], year: 2026, week_number: 42, passed: false, target: 120 },
  ]);
  const last = findLastWeekEnd(histories.flat(), at("2026-10-26T08:00:00Z"));
  expect(last).toBe(ends[1]);
  for (const history of histories)
    expect(findWeekResult(history, last ?? 0)).toMatchObject({
      mark: "passed",
      before: "failed",
      entries: [history[0]],
    });
});

test("the results of a month ago aren't those of the last week, and a week's stay until the next one ends", () => {
  const now = at("2026-11-23T08:00:00Z");
  const entry = (endMs: number) => ({ endMs, year: 2026, week_number: 1, passed: true, target: 120 });
  const ending = (daysAgo: number) => now - daysAgo * 24 * 60 * 60_000;
  expect(findLastWeekEnd([entry(ending(30)), entry(ending(37))], now)).toBeUndefined();
  expect(findLastWeekEnd([entry(ending(8))], now)).toBeUndefined();
  expect(findLastWeekEnd([entry(ending(7) + 1), entry(ending(14))], now)).toBe(ending(7) + 1);
  expect(findLastWeekEnd([entry(ending(-3)), entry(ending(30))], now)).toBeUndefined();
  expect(findLastWeekEnd([], now)).toBeUndefined();
  const ofLargeTeam = Array.from({ length: 200_000 }, (_, index) => entry(ending(1 + 7 * (index % 104))));
  expect(findLastWeekEnd(ofLargeTeam, now)).toBe(ending(1));
  const saved = (...daysAgo: readonly number[]) => daysAgo.map((days) => ({ endsAt: ending(days) }));
  expect(findLastWeek(saved(30, 37), now)).toBeUndefined();
  expect(findLastWeek(saved(8), now)).toBeUndefined();
  expect(findLastWeek(saved(-1, 6, 13), now)).toEqual({ endsAt: ending(6) });
});

test("consecutive failed weeks are counted; an excused one neither counts nor ends the streak", () => {
  const weekMs = 7 * 24 * 60 * 60_000;
  const marks = ["failed", "excused", "failed", "failed", "passed", "failed"];
  const history = marks.map((mark, ago) => ({
    endMs: ends[0] - ago * weekMs,
    year: 2026,
    week_number: 43 - ago,
    passed: mark === "passed",
    timeoff: mark === "excused",
    target: 120,
  }));
  const inRow = (ago: number) => findWeekResult(history, ends[0] - ago * weekMs)?.failedInRow;
  expect([0, 1, 2, 3, 4, 5].map(inRow)).toEqual([3, 0, 2, 1, 0, 1]);
});

test("a streak longer than what is counted isn't said to have ended there", () => {
  expect([1, 2, 11].map(describeStreak)).toEqual(["", "2nd fail in a row", "11th fail in a row"]);
  expect(describeStreak(countFailedInRow(() => "failed"))).toBe("12 or more fails in a row");
});
