import { expect, test } from "vitest";
import { findLastWeekEnd, findWeekResult } from "../../src/domain/week-results.ts";

const at = (text: string): number => Temporal.Instant.from(text).epochMilliseconds;
/** The night in which clocks go back: midnight in Berlin, before the change and after it. */
const ends = [at("2026-10-25T22:00:00Z"), at("2026-10-25T23:00:00Z")] as const;
const before = ends.map((endMs) => endMs - 7 * 24 * 60 * 60_000);

test("two people whose weeks end an hour apart share one ranking, with the week before it", () => {
  const histories = ends.map((endMs, index) => [
    { endMs, year: 2026, week_number: 43, passed: true },
    { endMs: before[1 - index], year: 2026, week_number: 42, passed: false },
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

test("consecutive failed weeks are counted; an excused one neither counts nor ends the streak", () => {
  const weekMs = 7 * 24 * 60 * 60_000;
  const marks = ["failed", "excused", "failed", "failed", "passed", "failed"];
  const history = marks.map((mark, ago) => ({
    endMs: ends[0] - ago * weekMs,
    year: 2026,
    week_number: 43 - ago,
    passed: mark === "passed",
    timeoff: mark === "excused",
  }));
  const inRow = (ago: number) => findWeekResult(history, ends[0] - ago * weekMs)?.failedInRow;
  expect([0, 1, 2, 3, 4, 5].map(inRow)).toEqual([3, 0, 2, 1, 0, 1]);
});
