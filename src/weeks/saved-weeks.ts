import { summarizeWeek, type WeekOutcome } from "../domain/week-results.ts";
import type { Week, WeekAssignment } from "../store/weeks.ts";
import { outcomeTexts } from "../ui/week-text.ts";
import { parseGoal } from "../domain/assignment-status.ts";
import type { PastOutcome, ProfilePicture, ProfileWeek } from "../pictures/profile.ts";

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
  "Activity read (UTC)",
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

const outcomes: Readonly<Partial<Record<WeekOutcome, PastOutcome>>> = {
  passed: "passed",
  failed: "failed",
  excused: "excused",
};

/** Saved weeks as a picture shows them, oldest first. @param weeks newest first @param now epoch milliseconds */
export function toWeeksInPicture(
  weeks: readonly Week[],
  now: number,
): Pick<ProfilePicture, "weeks" | "target" | "current"> {
  const shown = weeks.map((week): ProfileWeek => {
    const date = Temporal.PlainDate.from(week.weekStart);
    return {
      label: date.toLocaleString("en-GB", { day: "numeric", month: "short" }),
      minutes: week.minutes,
      // The current week counts apart, whatever is reached already.
      outcome: week.endsAt > now ? "so-far" : (outcomes[summarizeWeek(week, now).outcome] ?? "none"),
    };
  });
  const [newest] = weeks;
  const outcome = newest !== undefined && newest.endsAt > now && summarizeWeek(newest, now).outcome;
  const current = outcome === "behind" || outcome === "passed" ? outcome : undefined;
  return { weeks: shown.toReversed(), target: findMinutesTarget(newest), current };
}

/** The newest week's goal; earlier weeks may have had another. */
function findMinutesTarget(week: Week | undefined): number | undefined {
  const goal = week?.assignments?.find(
    ({ targetType, target }) => parseGoal(targetType) === "minutes" && target > 0,
  );
  return goal?.target;
}
