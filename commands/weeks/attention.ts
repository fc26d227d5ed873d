import {
  type Goal,
  parseGoal,
  type OutcomeAssignment,
  type WeekOutcome,
  type WeekSummary,
} from "./results.ts";

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

type Need<A> = Pick<WeekSummary<A>, "outcome" | "missing" | "behind">;

/**
 * The worst first; ties are ordered by the progress of the goal that tells why, then by how many are missing. People
 * who only miss a tick box come last.
 */
export function compareNeed<A extends OutcomeAssignment>(a: Need<A>, b: Need<A>): number {
  return (
    order.indexOf(a.outcome) - order.indexOf(b.outcome) ||
    computeNeedShare(a) - computeNeedShare(b) ||
    b.missing.length - a.missing.length
  );
}

function computeNeedShare<A extends OutcomeAssignment>(summary: Need<A>): number {
  const goal = findWorstGoal(summary);
  return goal === undefined || parseGoal(goal.targetType) === "checkbox" ? 1 : computeShare(goal);
}

/** Why someone is behind, or what they haven't reached yet; `undefined` if nothing is missing. */
export function findWorstGoal<A extends OutcomeAssignment>({
  missing,
  behind,
}: Pick<WeekSummary<A>, "missing" | "behind">): A | undefined {
  return findTellingGoal(behind) ?? findTellingGoal(missing);
}

/**
 * The goal furthest from its target; a tick box, which is done or not, only if there is nothing else. In a tie, minutes
 * come first.
 */
export function findTellingGoal<A extends OutcomeAssignment>(assignments: readonly A[]): A | undefined {
  const is = (goal: Goal, { targetType }: A): number => Number(parseGoal(targetType) === goal);
  return assignments.toSorted(
    (a, b) =>
      is("checkbox", a) - is("checkbox", b) ||
      computeShare(a) - computeShare(b) ||
      is("minutes", b) - is("minutes", a),
  )[0];
}

function computeShare({ achieved, target }: OutcomeAssignment): number {
  return Math.min(1, achieved / target);
}
