import {
  isCounted,
  computeLeastByNow,
  parseGoal,
  type WeekAssignment,
  type WeekOutcome,
  type WeekSummary,
  findGoalToShow,
} from "../weeks/index.ts";
import type { PersonProgress } from "./progress-rows.ts";
import type { TeamPicture } from "./draw.ts";
import { joinParts, truncate } from "../../src/ui/lines.ts";
import { formatNumber } from "../../src/ui/numbers.ts";
import type { Person } from "../../src/pictures/kit/shapes.ts";

export interface TeamPictureMember {
  readonly person: Person;
  readonly summary: Pick<WeekSummary, "outcome" | "missing" | "behind">;
  readonly assignments: readonly WeekAssignment[];
}

/** As many as a bar shows apart. */
const maxSteps = 8;

/** How much of a goal should be reached by now, from 0 to 1. */
type GetExpected = (goal: WeekAssignment) => number;

/**
 * @param expectedBy that moment in words, for a picture that has to stay correct for days
 */
export function createTeamPicture(
  members: readonly TeamPictureMember[],
  getExpected: GetExpected,
  expectedBy?: string,
): TeamPicture {
  const outcomes = Map.groupBy(members, ({ summary }) => summary.outcome);
  return {
    kind: "team",
    rows: members.map((member) => toRow(member, getExpected)),
    expectedBy,
    expected: describeExpected(members, getExpected),
    counts: [...outcomes].map(([outcome, those]: [WeekOutcome, unknown[]]) => ({
      outcome,
      count: those.length,
    })),
  };
}

/** `34 min`, if the goals in minutes that bars show have one target and are due at one time. */
function describeExpected(
  members: readonly TeamPictureMember[],
  getExpected: GetExpected,
): string | undefined {
  const goals = members
    .flatMap((member) => findGoalToShow(member) ?? [])
    .filter(({ targetType }) => parseGoal(targetType) === "minutes");
  const [first] = goals;
  if (first === undefined) return undefined;
  const share = getExpected(first);
  const areAlike = goals.every((goal) => goal.target === first.target && getExpected(goal) === share);
  return areAlike ? `${formatNumber(Math.ceil(first.target * share))} min` : undefined;
}

function toRow(
  { person, summary, assignments }: TeamPictureMember,
  getExpected: GetExpected,
): PersonProgress {
  const goal = findGoalToShow({ summary, assignments });
  return { person, outcome: summary.outcome, ...computeBar(goal, goal && getExpected(goal)) };
}

/** A goal's progress. @param elapsed the share of the week that counts, from 0 to 1; `undefined` once it is over */
export function computeBar(
  shown: WeekAssignment | undefined,
  elapsed: number | undefined,
): Omit<PersonProgress, "person" | "outcome"> {
  if (shown === undefined) return { share: 0, expected: 0, numbers: "", goal: "" };
  const { targetType, achieved, target, name } = shown;
  const goal = parseGoal(targetType);
  return {
    share: Math.min(1, achieved / target),
    steps: isCounted(goal) && target <= maxSteps ? target : undefined,
    expected: elapsed === undefined ? 0 : computeLeastByNow({ goal, target, elapsed }) / target,
    numbers: describeGoalNumbers(shown, elapsed === undefined ? "not done" : "to do"),
    goal: goal === "checkbox" || goal === "other" ? truncate(name, 80) : "",
  };
}

/** `84 of 120 min`, `1 of 2 hosted`, `done`. */
function describeGoalNumbers(
  { targetType, achieved, target }: Pick<WeekAssignment, "targetType" | "achieved" | "target">,
  undone: string,
): string {
  const goal = parseGoal(targetType);
  if (goal === "checkbox") return achieved >= target ? "done" : undone;
  const unit = goal === "minutes" ? "min" : goal === "other" ? "" : goal;
  return joinParts([`${formatNumber(achieved)} of ${formatNumber(target)}`, unit], " ");
}
