import { describe, expect, test } from "vitest";
import { countHandled } from "../../commands/order/status.ts";
import { parseWeekSpan, getCalendarWeek, getWeekEndingAt } from "../../src/domain/week-boundaries.ts";
import { isSnapshotDue, isRollingOver, computeNextSnapshotAt } from "../../commands/weeks/snapshot-policy.ts";

const ms = (text: string) => Temporal.Instant.from(text).epochMilliseconds;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

describe("a week", () => {
  test.each([
    ["the last millisecond", "2026-11-22T23:59:59.999Z", "2026-11-16"],
    ["the first moment of the next", "2026-11-23T00:00:00Z", "2026-11-16"],
    ["midnight in New York", "2026-11-23T05:00:00Z", "2026-11-16"],
    ["midnight in Tokyo", "2026-11-22T15:00:00Z", "2026-11-16"],
    ["midnight in Sydney in summer", "2026-11-22T13:00:00Z", "2026-11-16"],
    ["midnight in New York after the clocks went back", "2026-11-02T05:00:00Z", "2026-10-26"],
  ])("is named after its first day when it ends at %s", (_case, due, weekStart) => {
    expect(getWeekEndingAt(ms(due)).weekStart).toBe(weekStart);
  });

  test("has one end, whether its last moment is given or the next one's first", () => {
    expect(getWeekEndingAt(ms("2026-11-22T23:59:59.999Z"))).toEqual(
      getWeekEndingAt(ms("2026-11-23T00:00:00Z")),
    );
    expect(parseWeekSpan("2026-11-16T00:00:00Z", ms("2026-11-22T23:59:59.999Z"))).toEqual(
      getWeekEndingAt(ms("2026-11-23T00:00:00Z")),
    );
    expect(parseWeekSpan("soon", 5)).toBeUndefined();
  });

  test("runs from midnight to midnight of the guild by default, even when the clocks change", () => {
    const sunday = ms("2026-03-29T12:00:00Z");
    expect(getCalendarWeek(sunday, "monday", "Europe/Berlin")).toEqual({
      weekStart: "2026-03-23",
      endsAt: ms("2026-03-29T22:00:00Z"),
    });
    expect(getCalendarWeek(sunday, "sunday", "Europe/Berlin")).toEqual({
      weekStart: "2026-03-29",
      endsAt: ms("2026-04-04T22:00:00Z"),
    });
  });
});

describe("a snapshot", () => {
  const endsAt = ms("2026-11-23T00:00:00Z");
  const due = (beforeEndMs: number, takenBeforeEndMs: number, people = 10) =>
    isSnapshotDue({ snapshotAt: endsAt - takenBeforeEndMs, endsAt }, people, endsAt - beforeEndMs);

  test("is due at once, then every six hours, then twice before the end, and not at its very end", () => {
    expect(isSnapshotDue({ snapshotAt: undefined, endsAt: undefined }, 1, endsAt)).toBe(true);
    expect(due(50 * hourMs, 55 * hourMs)).toBe(false);
    expect(due(50 * hourMs, 57 * hourMs)).toBe(true);
    expect(due(2.9 * hourMs, 3.1 * hourMs)).toBe(true);
    expect(due(2.8 * hourMs, 2.9 * hourMs)).toBe(false);
    expect(due(15 * minuteMs, 20 * minuteMs)).toBe(true);
    expect(due(5 * minuteMs, 14 * minuteMs)).toBe(false);
    expect(due(1 * minuteMs, 20 * minuteMs)).toBe(false);
  });

  test("is due next at the predicted moment", () => {
    for (const people of [1, 40, 1_000])
      for (let takenMs = 7 * 24 * hourMs; takenMs > 3 * minuteMs; takenMs -= 47 * minuteMs) {
        const state = { snapshotAt: endsAt - takenMs, endsAt };
        const next = computeNextSnapshotAt(state, people, state.snapshotAt + 1);
        const isOver = next >= endsAt;
        expect(next - state.snapshotAt).toBeLessThanOrEqual(6 * hourMs + 1);
        if (isOver) expect(next).toBe(endsAt + 15 * minuteMs);
        expect(isSnapshotDue(state, people, Math.min(next, endsAt - 2 * minuteMs) - 1)).toBe(false);
        if (!isOver) expect(isSnapshotDue(state, people, next)).toBe(true);
      }
  });

  test("begins earlier where more people have to be read", () => {
    expect(due(60 * minuteMs, 70 * minuteMs, 10)).toBe(false);
    expect(due(60 * minuteMs, 90 * minuteMs, 1_000)).toBe(true);
  });

  test("waits while the week changes", () => {
    expect(isRollingOver(endsAt, endsAt - 3 * minuteMs)).toBe(false);
    expect(isRollingOver(endsAt, endsAt - minuteMs)).toBe(true);
    expect(isRollingOver(endsAt, endsAt + 14 * minuteMs)).toBe(true);
    expect(isRollingOver(endsAt, endsAt + 15 * minuteMs)).toBe(false);
  });
});

test("an order counts once for its taker and its preparer, and not at all when it was cancelled", () => {
  const handled = countHandled([
    { submitted_by: "5", prepared_by: "5" },
    { submitted_by: "5", prepared_by: "6", status: "completed" },
    { submitted_by: "5", prepared_by: "6", status: "cancelled" },
    // The preparer left.
    { submitted_by: "7", prepared_by: "6", status: "finding_new_colleague" },
    {},
  ]);
  expect([...handled]).toEqual([
    ["5", 2],
    ["6", 1],
    ["7", 1],
  ]);
});
