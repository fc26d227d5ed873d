import { summarizeWeek } from "../domain/week-results.ts";
import type { Week, WeekAssignment } from "../store/weeks.ts";
import { outcomeTexts } from "./week-text.ts";

/** The columns that describe one week, in the order of `listWeekCells`. */
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

export function listWeekCells(week: Week, now: number): readonly (string | number | undefined)[] {
  const { outcome, passed, counted } = summarizeWeek(week, now);
  return [
    week.weekStart,
    week.minutes,
    week.messages,
    week.orders,
    passed,
    counted,
    outcomeTexts[outcome],
    week.assignments?.map(formatAssignment).join("; "),
    Temporal.Instant.fromEpochMilliseconds(week.snapshotAt).toString({ smallestUnit: "second" }),
  ];
}

function formatAssignment({ name, achieved, target, passed, timeoff }: WeekAssignment): string {
  return `${name}: ${achieved} of ${target}, ${timeoff ? "excused" : passed ? "passed" : "not passed"}`;
}
