import { expect, test } from "vitest";
import { advance, maxMissedRecorded } from "../../commands/schedule/delivery/advance.ts";
import type { ScheduleRule } from "../../commands/boards/rule.ts";

const rule: ScheduleRule = { kind: "cron", expression: "*/5 * * * *" };
const from = Date.UTC(2026, 10, 16, 9, 0);
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

test.each([
  ["1:59 min", 119_000, false],
  ["2:01 min", 121_000, true],
])("a post that is %s late says so: %s", (_, lateMs, isLate) => {
  expect(advance(rule, "UTC", from, from + lateMs).past).toEqual([
    { dueAt: from, isLate, skipReason: undefined },
  ]);
});

test("of posts every five minutes for four days, the last is posted and those before it are skipped", () => {
  const now = from + 4 * dayMs + minuteMs;
  const { past, to } = advance(rule, "UTC", from, now);
  expect(past).toHaveLength(maxMissedRecorded);
  const posted = past.filter(({ skipReason }) => skipReason === undefined);
  expect(posted).toEqual([{ dueAt: from + 4 * dayMs, isLate: false, skipReason: undefined }]);
  expect(past.map(({ dueAt }) => dueAt)).toEqual(
    Array.from(past, (_, index) => from + 4 * dayMs - (past.length - 1 - index) * 5 * minuteMs),
  );
  expect(to).toBe(from + 4 * dayMs + 5 * minuteMs);
});

test("all due times of a short outage are recorded, the first of them too", () => {
  const { past, to } = advance(rule, "UTC", from, from + 10 * minuteMs);
  expect(past.map(({ dueAt }) => dueAt)).toEqual([from, from + 5 * minuteMs, from + 10 * minuteMs]);
  expect(to).toBe(from + 15 * minuteMs);
  expect(advance(rule, "UTC", from, from - 1)).toEqual({ to: from, past: [] });
});

test("a time that an earlier rule stored is recorded, though this rule doesn't have it", () => {
  const now = from + 2 * minuteMs;
  expect(advance(rule, "UTC", from + minuteMs, now)).toEqual({
    past: [{ dueAt: from + minuteMs, isLate: false, skipReason: undefined }],
    to: from + 5 * minuteMs,
  });
});

test.each<[string, ScheduleRule]>([
  ["every five minutes", rule],
  ["every day", { kind: "weekly", days: [1, 2, 3, 4, 5, 6, 7], time: "09:00" }],
  ["every month", { kind: "monthly", day: 31, time: "02:30" }],
])("a post that was due %s since 1970 is caught up with in one step", (_, long) => {
  const { past, to } = advance(long, "Europe/Berlin", 0, from);
  expect(past.length).toBeLessThanOrEqual(maxMissedRecorded);
  expect(past.filter(({ skipReason }) => skipReason === undefined)).toEqual(past.slice(-1));
  expect(past.at(-1)?.dueAt).toBeLessThanOrEqual(from);
  expect(to).toBeGreaterThan(from);
});
