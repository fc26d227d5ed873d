import { isCounted, computeLeastByNow, parseGoal } from "../../domain/assignment-status.ts";
import type { OutcomeAssignment, WeekOutcome, WeekSummary } from "../../domain/week-results.ts";
import type { TeamPicture, TeamPictureRow } from "../../pictures/team.ts";
import { joinParts } from "../../ui/lines.ts";
import { formatNumber } from "../../ui/numbers.ts";
import type { Portrait } from "../../ui/people.ts";
import { findGoalToShow } from "../../ui/week-text.ts";

type NamedAssignment = OutcomeAssignment & { readonly name: string };

export interface TeamPictureMember {
  readonly person: Portrait;
  readonly summary: Pick<WeekSummary<NamedAssignment>, "outcome" | "missing" | "behind">;
  readonly assignments: readonly NamedAssignment[];
}

/** Half days: the line moves so rarely that it alone doesn't cause new uploads of a live message. */
const expectedSteps = 14;
/** As many as a bar shows apart. */
const maxSteps = 8;
/** Between the line and the longest bar of those behind it. */
const leastGap = 0.01;

/**
 * @param expected how much of a goal should be reached by now, from 0 to 1
 * @param expectedBy that moment in words, for a picture that has to stay correct for days
 */
export function createTeamPicture(
  members: readonly TeamPictureMember[],
  expected: number,
  expectedBy?: string,
): TeamPicture {
  const outcomes = Map.groupBy(members, ({ summary }) => summary.outcome);
  const pace = { expected, line: computePaceLine(members, expected) };
  return {
    kind: "team",
    rows: members.map((member) => toRow(member, pace)),
    expectedBy,
    counts: [...outcomes].map(([outcome, those]: [WeekOutcome, unknown[]]) => ({
      outcome,
      count: those.length,
    })),
  };
}

/** Where bars of minutes should reach by now, rounded so that nobody's is on the wrong side of it. */
function computePaceLine(members: readonly TeamPictureMember[], expected: number): number {
  const rounded = Math.floor(expected * expectedSteps) / expectedSteps;
  if (rounded === 0) return 0;
  const shares = (wanted: WeekOutcome): readonly number[] =>
    members.flatMap(({ summary, assignments }) => {
      const goal = summary.outcome === wanted ? findGoalToShow({ summary, assignments }) : undefined;
      return goal !== undefined && parseGoal(goal.targetType) === "minutes"
        ? [goal.achieved / goal.target]
        : [];
    });
  const [behind, onTrack] = [Math.max(0, ...shares("behind")), Math.min(1, ...shares("on-track"))];
  return behind < onTrack ? Math.min(onTrack, Math.max(rounded, behind + leastGap)) : rounded;
}

interface Pace {
  /** From 0 to 1. */
  readonly expected: number;
  /** The same for bars of minutes. */
  readonly line: number;
}

function toRow(
  { person, summary, assignments }: TeamPictureMember,
  { expected, line }: Pace,
): TeamPictureRow {
  const { outcome } = summary;
  const told = findGoalToShow({ summary, assignments });
  if (told === undefined) return { person, outcome, share: 0, expected: 0, numbers: "", goal: "" };
  const { targetType, achieved, target } = told;
  const goal = parseGoal(targetType);
  return {
    person,
    outcome,
    share: Math.min(1, achieved / target),
    steps: isCounted(goal) && target <= maxSteps ? target : undefined,
    expected: computeLeastByNow({ goal, target, elapsed: isCounted(goal) ? expected : line }) / target,
    numbers: describeGoalNumbers(told),
    goal: goal === "checkbox" || goal === "other" ? told.name.slice(0, 80) : "",
  };
}

/** `84 of 120 min`, `1 of 2 hosted`, `done`. */
function describeGoalNumbers({
  targetType,
  achieved,
  target,
}: Pick<NamedAssignment, "targetType" | "achieved" | "target">): string {
  const goal = parseGoal(targetType);
  if (goal === "checkbox") return achieved >= target ? "done" : "to do";
  const unit = goal === "minutes" ? "min" : goal === "other" ? "" : goal;
  return joinParts([`${formatNumber(achieved)} of ${formatNumber(target)}`, unit], " ");
}
