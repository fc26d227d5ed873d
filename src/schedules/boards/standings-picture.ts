import { parseGoal } from "../../domain/assignment-status.ts";
import { toMarkedAssignment } from "../../domain/week-results.ts";
import type { Person } from "../../pictures/kit/shapes.ts";
import { maxStandingsBars, type StandingsPicture } from "../../pictures/standings.ts";
import { withUnit } from "../../ui/numbers.ts";
import { findGoalToShow } from "../../ui/week-text.ts";
import { type FinalRow, selectBest, summarizeFailure } from "./standings-render.ts";
import { computeBar } from "./team-picture.ts";

/** So many of those who failed have a bar, however many passed. */
const maxFailedBars = 5;

export function createStandingsPicture(
  title: string,
  rows: readonly FinalRow[],
  toPerson: (row: FinalRow) => Person,
): StandingsPicture {
  const groups = (["failed", "passed", "excused"] as const)
    .map((outcome) => ({ outcome, marked: rows.filter(({ result }) => result?.mark === outcome) }))
    .filter(({ marked }) => marked.length > 0);
  const people = groups.reduce((sum, { marked }) => sum + marked.length, 0);
  // More people need room for names without a bar.
  const maxBars = people > maxStandingsBars ? maxStandingsBars - 2 : maxStandingsBars;
  const failed = groups.find(({ outcome }) => outcome === "failed")?.marked.length ?? 0;
  const passed = people - failed;
  const failedBars = Math.max(maxFailedBars, maxBars - passed);
  const bars = { failed: failedBars, passed: maxBars - Math.min(failed, failedBars), excused: 0 };
  const shown = groups.flatMap(({ outcome, marked }) =>
    marked.map((row, index) => ({ row, outcome, goal: index < bars[outcome] ? findShown(row) : undefined })),
  );
  return {
    kind: "standings",
    title,
    best: selectBest(rows).map(({ row, minutes: numbers }) => ({
      person: toPerson(row),
      numbers: withUnit(numbers, "min"),
    })),
    rows: shown.map(({ row, outcome, goal }) => {
      const bar = { person: toPerson(row), outcome, ...computeBar(goal, undefined) };
      return goal && outcome === "passed" ? { ...bar, numbers: withUnit(goal.achieved, "min") } : bar;
    }),
    counts: groups.map(({ outcome, marked }) => ({ outcome, count: marked.length })),
  };
}

/** Why someone failed, or the minutes of someone who passed. */
function findShown(row: FinalRow) {
  const goals = (row.result?.entries ?? []).map(toMarkedAssignment).filter(({ target }) => target > 0);
  if (row.result?.mark === "failed")
    return findGoalToShow({ summary: summarizeFailure(row), assignments: goals });
  return goals.filter(isMinutes).toSorted((a, b) => b.achieved - a.achieved)[0];
}

function isMinutes({ targetType }: { readonly targetType: string }): boolean {
  return parseGoal(targetType) === "minutes";
}
