import { parseGoal } from "../../domain/assignment-status.ts";
import type { OutcomeAssignment, WeekOutcome, WeekSummary } from "../../domain/week-results.ts";
import type { TeamPicture, TeamPictureRow } from "../../pictures/team.ts";
import { joinParts } from "../../ui/lines.ts";
import { formatNumber } from "../../ui/numbers.ts";
import type { Portrait } from "../../ui/portraits.ts";
import { goalToTell } from "../../ui/week-text.ts";

type NamedAssignment = OutcomeAssignment & { readonly name: string };

export interface TeamPictureMember {
  readonly person: Portrait;
  readonly summary: Pick<WeekSummary<NamedAssignment>, "outcome" | "missing" | "behind">;
  readonly assignments: readonly NamedAssignment[];
}

/** Half days: the line moves so rarely that it alone doesn't cause new uploads of a live message. */
const expectedSteps = 14;
/** Between the line and the longest bar of those behind it. */
const leastGap = 0.01;

/** @param expected how much of a goal should be reached by now, from 0 to 1 */
export function teamPicture(members: readonly TeamPictureMember[], expected: number): TeamPicture {
  const outcomes = Map.groupBy(members, ({ summary }) => summary.outcome);
  return {
    kind: "team",
    rows: members.map(toRow),
    counts: [...outcomes].map(([outcome, those]: [WeekOutcome, unknown[]]) => ({
      outcome,
      count: those.length,
    })),
    expected: lineFor(members, expected),
  };
}

/** Where bars should reach by now, rounded so that nobody's bar is on the wrong side of it. */
function lineFor(members: readonly TeamPictureMember[], expected: number): number {
  const rounded = Math.floor(expected * expectedSteps) / expectedSteps;
  if (rounded === 0) return 0;
  const shares = (wanted: WeekOutcome): readonly number[] =>
    members.flatMap(({ summary, assignments }) => {
      const goal = summary.outcome === wanted ? goalToTell({ summary, assignments }) : undefined;
      // What is counted in whole pieces may be short of the line and on track.
      return goal !== undefined && parseGoal(goal.targetType) === "minutes"
        ? [goal.achieved / goal.target]
        : [];
    });
  const [behind, onTrack] = [Math.max(0, ...shares("behind")), Math.min(1, ...shares("on-track"))];
  return behind < onTrack ? Math.min(onTrack, Math.max(rounded, behind + leastGap)) : rounded;
}

function toRow({ person, summary, assignments }: TeamPictureMember): TeamPictureRow {
  const { outcome } = summary;
  const goal = goalToTell({ summary, assignments });
  if (goal === undefined) return { person, outcome, share: 0, numbers: "", goal: "" };
  const share = Math.min(1, goal.achieved / goal.target);
  const isNamed = ["checkbox", "other"].includes(parseGoal(goal.targetType));
  const name = isNamed ? goal.name.slice(0, 80) : "";
  return { person, outcome, share, numbers: describeGoalNumbers(goal), goal: name };
}

/** `84 of 120 min`, `1 of 2 hosted`, `done`. */
export function describeGoalNumbers({
  targetType,
  achieved,
  target,
}: Pick<NamedAssignment, "targetType" | "achieved" | "target">): string {
  const goal = parseGoal(targetType);
  if (goal === "checkbox") return achieved >= target ? "done" : "not yet";
  const unit = goal === "minutes" ? "min" : goal === "other" ? "" : goal;
  return joinParts([`${formatNumber(achieved)} of ${formatNumber(target)}`, unit], " ");
}
