import type { Assignment, AssignmentWeek, StaffAssignments } from "../../src/api/contract/assignments.ts";
import { goalOf, type Standing, standingOf } from "../../src/domain/goals.ts";
import { isTimeOff } from "../../src/domain/past-weeks.ts";
import { resetMs } from "../../src/domain/week-span.ts";
import { expectedShare } from "../../src/domain/weeks.ts";
import { inert } from "../../src/text/inert.ts";
import { readInstant } from "../../src/text/time.ts";
import { joined } from "../shared/lines.ts";
import { figureWords, standingMarks } from "./words.ts";

/** How an assignment stands at a moment of the week that its due moment ends, by the rule of the team boards. */
export function standingNow(
  { completed: done, target, target_type: targetType, due }: Assignment,
  history: readonly AssignmentWeek[],
  now: Temporal.Instant,
): Standing | "excused" {
  if (target > 0 && isTimeOff(history, now.epochMilliseconds)) return "excused";
  const dueMs = readInstant(due)?.epochMilliseconds;
  const elapsed = dueMs === undefined ? 0 : expectedShare(resetMs(dueMs), now.epochMilliseconds);
  return standingOf({ goal: goalOf(targetType), done, target, elapsed });
}

/** What counts this week, a short line each: `🟧 Minutes in game 84 of 120 min`. */
export function shortLines(
  { assigned, history }: StaffAssignments,
  now: Temporal.Instant,
): readonly string[] {
  return assigned
    .filter(({ active }) => active)
    .map((assignment) => {
      const { completed: done, target, target_type: targetType } = assignment;
      const mark = standingMarks[standingNow(assignment, history, now)];
      const figures = figureWords({ name: assignment.name, done, target, targetType });
      return joined([mark, inert(assignment.name, 60) || "Unnamed", figures], " ");
    });
}
