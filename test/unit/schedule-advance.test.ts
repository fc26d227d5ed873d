import { expect, test } from "vitest";
import { advance } from "../../src/schedules/advance.ts";
import type { ScheduleRule } from "../../src/schedules/rule.ts";

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

test("of posts every five minutes for four days, the last is posted and all the others are skipped", () => {
  const now = from + 4 * dayMs + minuteMs;
  const past: ReturnType<typeof advance>["past"][number][] = [];
  let next: number | undefined = from;
  for (let steps = 0; next !== undefined && next <= now; steps += 1) {
    expect(steps).toBeLessThan(10);
    const step: ReturnType<typeof advance> = advance(rule, "UTC", next, now);
    past.push(...step.past);
    next = step.to;
  }
  expect(past).toHaveLength(4 * 24 * 12 + 1);
  const posted = past.filter(({ skipReason }) => skipReason === undefined);
  expect(posted).toEqual([{ dueAt: from + 4 * dayMs, isLate: false, skipReason: undefined }]);
  expect(next).toBe(from + 4 * dayMs + 5 * minuteMs);
});
