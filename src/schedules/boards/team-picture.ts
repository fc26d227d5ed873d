import { parseGoal } from "../../domain/assignment-status.ts";
import {
  type OutcomeAssignment,
  tellingGoal,
  type WeekOutcome,
  type WeekSummary,
} from "../../domain/week-results.ts";
import type { TeamPicture, TeamPictureRow } from "../../pictures/team.ts";
import { formatNumber } from "../../ui/numbers.ts";
import type { Portrait } from "../../ui/portraits.ts";

type NamedAssignment = OutcomeAssignment & { readonly name: string };

export interface TeamPictureMember {
  readonly person: Portrait;
  readonly summary: Pick<WeekSummary<NamedAssignment>, "outcome" | "missing">;
  readonly assignments: readonly NamedAssignment[];
}

/** Half days: the line moves so rarely that it alone doesn't cause new uploads of a live message. */
const expectedSteps = 14;

/** @param expected how much of a goal should be reached by now, from 0 to 1 */
export function teamPicture(
  title: string,
  members: readonly TeamPictureMember[],
  expected: number,
): TeamPicture {
  const outcomes = Map.groupBy(members, ({ summary }) => summary.outcome);
  return {
    kind: "team",
    title,
    rows: members.map(toRow),
    counts: [...outcomes].map(([outcome, those]: [WeekOutcome, unknown[]]) => ({
      outcome,
      count: those.length,
    })),
    expected: Math.floor(expected * expectedSteps) / expectedSteps,
  };
}

function toRow({ person, summary: { outcome, missing }, assignments }: TeamPictureMember): TeamPictureRow {
  const goal = tellingGoal(missing) ?? tellingGoal(assignments.filter(({ target }) => target > 0));
  if (goal === undefined || outcome === "excused")
    return { person, outcome, share: 0, numbers: "", goal: "", more: 0 };
  const share = Math.min(1, goal.achieved / goal.target);
  // Minutes say by their numbers what they are.
  const name = parseGoal(goal.targetType) === "minutes" ? "" : goal.name.slice(0, 80);
  const more = Math.max(0, missing.length - 1);
  return { person, outcome, share, numbers: describeGoalNumbers(goal), goal: name, more };
}

/** `84 of 120 min`, `1 of 2`, `done`. */
export function describeGoalNumbers({
  targetType,
  achieved,
  target,
}: Pick<NamedAssignment, "targetType" | "achieved" | "target">): string {
  const goal = parseGoal(targetType);
  if (goal === "checkbox") return achieved >= target ? "done" : "not yet";
  return `${formatNumber(achieved)} of ${formatNumber(target)}${goal === "minutes" ? " min" : ""}`;
}
