import { summaryOf } from "../../src/domain/week-outcome.ts";
import type { Week, WeekAssignment } from "../../src/store/weeks.ts";
import { outcomeWords } from "./week-words.ts";

/** The columns that tell of one week, in the order of `weekCells`. */
export const weekHead = [
  "Week from",
  "Minutes",
  "Messages",
  "Orders",
  "Passed",
  "Of",
  "Outcome",
  "Assignments",
  "Read (UTC)",
] as const;

export function weekCells(week: Week, now: number): readonly (string | number | undefined)[] {
  const { outcome, passed, counted } = summaryOf(week, now);
  return [
    week.weekStart,
    week.minutes,
    week.messages,
    week.orders,
    passed,
    counted,
    outcomeWords[outcome],
    week.assignments?.map(assignmentText).join("; "),
    Temporal.Instant.fromEpochMilliseconds(week.takenAt).toString({ smallestUnit: "second" }),
  ];
}

function assignmentText({ name, achieved, target, passed, timeoff }: WeekAssignment): string {
  return `${name}: ${achieved} of ${target}, ${timeoff ? "excused" : passed ? "passed" : "not passed"}`;
}
