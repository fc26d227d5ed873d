import { goalOf, standingOf } from "./goals.ts";
import { expectedShare } from "./weeks.ts";

export type WeekOutcome = "passed" | "failed" | "excused" | "behind" | "on-the-way" | "nothing" | "unknown";

export interface OutcomeAssignment {
  readonly targetType: string;
  readonly target: number;
  readonly achieved: number;
  readonly passed: boolean;
  readonly timeoff: boolean;
}

export interface OutcomeWeek<A> {
  readonly endsAt: number;
  readonly assignments: readonly A[] | undefined;
  /** When the figures were read. */
  readonly takenAt: number;
}

export interface WeekSummary<A> {
  readonly outcome: WeekOutcome;
  readonly passed: number;
  /** Excused assignments, and those without a target, do not count. */
  readonly counted: number;
  readonly missing: readonly A[];
}

/** What came of a week, or how it stands: what was read while it lasted is judged by how much of it was over then. */
export function summaryOf<A extends OutcomeAssignment>(
  week: OutcomeWeek<A> | undefined,
  now: number,
): WeekSummary<A> {
  if (week?.assignments === undefined) return { outcome: "unknown", passed: 0, counted: 0, missing: [] };
  const asked = week.assignments.filter(({ target }) => target > 0);
  const counting = asked.filter(({ timeoff }) => !timeoff);
  const missing = counting.filter(({ passed }) => !passed);
  const counts = { passed: counting.length - missing.length, counted: counting.length, missing };
  if (asked.length === 0) return { outcome: "nothing", ...counts };
  if (counting.length === 0) return { outcome: "excused", ...counts };
  if (missing.length === 0) return { outcome: "passed", ...counts };
  if (week.endsAt <= now) return { outcome: "failed", ...counts };
  const elapsed = expectedShare(week.endsAt, week.takenAt);
  const isBehind = missing.some(
    ({ targetType, target, achieved }) =>
      standingOf({ goal: goalOf(targetType), done: achieved, target, elapsed }) === "behind",
  );
  return { outcome: isBehind ? "behind" : "on-the-way", ...counts };
}

/** Who needs a look first. */
const order: readonly WeekOutcome[] = [
  "failed",
  "behind",
  "on-the-way",
  "passed",
  "excused",
  "nothing",
  "unknown",
];

/** The worst first; of those who stand alike, whoever is farthest from a target. */
export function compareNeed<A extends OutcomeAssignment>(a: WeekSummary<A>, b: WeekSummary<A>): number {
  return order.indexOf(a.outcome) - order.indexOf(b.outcome) || leastShare(a) - leastShare(b);
}

function leastShare<A extends OutcomeAssignment>({ missing }: WeekSummary<A>): number {
  return Math.min(1, ...missing.map(({ achieved, target }) => achieved / target));
}
