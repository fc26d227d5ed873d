import { toMarkedAssignment, describeStreak, findGoalToShow } from "../../weeks/index.ts";
import type { Person } from "../../../src/pictures/kit/shapes.ts";
import type { PersonProgress } from "../progress-rows.ts";
import type { StandingsPicture } from "./draw.ts";
import { withUnit } from "../../../src/ui/numbers.ts";
import { type FinalRow, getMinutes, selectBest, summarizeFailure } from "./render.ts";
import { computeBar } from "../picture.ts";

export function createStandingsPicture(
  title: string,
  rows: readonly FinalRow[],
  toPerson: (row: FinalRow) => Person,
): StandingsPicture {
  const groups = (["failed", "passed", "excused"] as const)
    .map((outcome) => ({ outcome, marked: rows.filter(({ result }) => result?.mark === outcome) }))
    .filter(({ marked }) => marked.length > 0);
  return {
    kind: "standings",
    title,
    best: selectBest(rows).map(({ row, minutes }) => ({
      person: toPerson(row),
      numbers: withUnit(minutes, "min"),
    })),
    rows: groups.flatMap(({ outcome, marked }) =>
      marked.map((row) => ({
        person: toPerson(row),
        outcome,
        ...(outcome === "failed" ? computeFailureBar(row) : computeBar(undefined, undefined)),
        note: outcome === "passed" && getMinutes(row) > 0 ? withUnit(getMinutes(row), "min") : undefined,
      })),
    ),
    counts: groups.map(({ outcome, marked }) => ({ outcome, count: marked.length })),
  };
}

/** How far they got, and how often they have failed before. */
function computeFailureBar(row: FinalRow): Omit<PersonProgress, "person" | "outcome"> {
  const goals = (row.result?.entries ?? []).map(toMarkedAssignment).filter(({ target }) => target > 0);
  const bar = computeBar(findGoalToShow({ summary: summarizeFailure(row), assignments: goals }), undefined);
  return { ...bar, goal: describeStreak(row.result?.failedInRow ?? 1) || bar.goal };
}
