import { parseGoal } from "../domain/assignment-status.ts";
import { summarizeWeek, type WeekOutcome } from "../domain/week-results.ts";
import type { PastOutcome, ProfilePicture, ProfileWeek } from "../pictures/profile.ts";
import type { Week } from "../store/weeks.ts";

const outcomes: Readonly<Partial<Record<WeekOutcome, PastOutcome>>> = {
  passed: "passed",
  failed: "failed",
  excused: "excused",
};

/** Saved weeks as a picture shows them, oldest first. @param weeks newest first @param now epoch milliseconds */
export function toWeeksInPicture(
  weeks: readonly Week[],
  now: number,
): Pick<ProfilePicture, "weeks" | "target" | "isBehind"> {
  const shown = weeks.map((week): ProfileWeek => {
    const date = Temporal.PlainDate.from(week.weekStart);
    const outcome = outcomes[summarizeWeek(week, now).outcome] ?? "none";
    return {
      label: date.toLocaleString("en-GB", { day: "numeric", month: "short" }),
      minutes: week.minutes,
      // The current week counts apart until everything in it is reached.
      outcome: week.endsAt > now && outcome !== "passed" ? "so-far" : outcome,
    };
  });
  const [newest] = weeks;
  const isBehind = newest !== undefined && summarizeWeek(newest, now).outcome === "behind";
  return { weeks: shown.toReversed(), target: findMinutesTarget(newest), isBehind };
}

/** The newest week's goal; earlier weeks may have had another. */
function findMinutesTarget(week: Week | undefined): number | undefined {
  const goal = week?.assignments?.find(
    ({ targetType, target }) => parseGoal(targetType) === "minutes" && target > 0,
  );
  return goal?.target;
}
