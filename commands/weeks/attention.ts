import { type Goal, parseGoal, type WeekOutcome, type WeekSummary } from "./results.ts";
import type { WeekAssignment } from "./rows.ts";

/** Those who need attention come first. */
const order: readonly WeekOutcome[] = [
  "failed",
  "behind",
  "on-track",
  "passed",
  "excused",
  "nothing",
  "unknown",
];

type Need = Pick<WeekSummary, "outcome" | "missing" | "behind">;

/**
 * The worst first; ties are ordered by the progress of the goal that tells why, then by how many are missing. People
 * who only miss a tick box come last.
 */
export function compareNeed(a: Need, b: Need): number {
  return (
    order.indexOf(a.outcome) - order.indexOf(b.outcome) ||
    computeNeedShare(a) - computeNeedShare(b) ||
    b.missing.length - a.missing.length
  );
}

function computeNeedShare(summary: Need): number {
  const goal = findWorstGoal(summary);
  return goal === undefined || parseGoal(goal.targetType) === "checkbox" ? 1 : computeShare(goal);
}

/** Why someone is behind, or what they haven't reached yet; `undefined` if nothing is missing. */
export function findWorstGoal({
  missing,
  behind,
}: Pick<WeekSummary, "missing" | "behind">): WeekAssignment | undefined {
  return findTellingGoal(behind) ?? findTellingGoal(missing);
}

/**
 * The goal furthest from its target; a tick box, which is done or not, only if there is nothing else. In a tie, minutes
 * come first.
 */
export function findTellingGoal(assignments: readonly WeekAssignment[]): WeekAssignment | undefined {
  const is = (goal: Goal, { targetType }: WeekAssignment): number => Number(parseGoal(targetType) === goal);
  return assignments.toSorted(
    (a, b) =>
      is("checkbox", a) - is("checkbox", b) ||
      computeShare(a) - computeShare(b) ||
      is("minutes", b) - is("minutes", a),
  )[0];
}

function computeShare({ achieved, target }: WeekAssignment): number {
  return Math.min(1, achieved / target);
}
