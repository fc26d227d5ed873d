import type { Assignment, AssignmentWeek } from "../../src/api/contract/assignments.ts";
import { goalOf, type Standing, standingOf } from "../../src/domain/goals.ts";
import { elapsedShare, weekStartMs } from "../../src/domain/weeks.ts";
import { inert } from "../../src/text/inert.ts";
import { readInstant } from "../../src/text/time.ts";
import { joined } from "../shared/lines.ts";
import { figureWords, standingMarks } from "./words.ts";

/** How an assignment stands at a moment of its week; the history tells when that began. */
export function standingNow(
  { completed: done, target, target_type: targetType, due }: Assignment,
  history: readonly AssignmentWeek[],
  now: Temporal.Instant,
): Standing {
  const elapsed = elapsedOf(readInstant(due), history, now);
  return standingOf({ goal: goalOf(targetType), done, target, elapsed });
}

/** What counts this week, a short line each: `🟧 Minutes in game 84 of 120 min`. */
export function shortLines(
  assigned: readonly Assignment[],
  history: readonly AssignmentWeek[],
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

function elapsedOf(
  due: Temporal.Instant | undefined,
  history: readonly AssignmentWeek[],
  now: Temporal.Instant,
): number {
  if (due === undefined) return 0;
  const dueMs = due.epochMilliseconds;
  const weekEndsMs = history
    .map(({ week_end }) => readInstant(week_end)?.epochMilliseconds)
    .filter((endMs) => endMs !== undefined);
  return elapsedShare(weekStartMs(dueMs, weekEndsMs), dueMs, now.epochMilliseconds);
}
