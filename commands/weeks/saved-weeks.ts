import { formatTableTime } from "../../src/ui/csv-file.ts";
import { getMarkedOutcome, type MarkedOutcome, summarizeWeek, parseGoal } from "./results.ts";
import type { Week, WeekAssignment } from "./store.ts";
import { outcomeTexts, unmarkedText } from "./text.ts";
import type { PastOutcome, ProfilePicture, ProfileWeek } from "./draw.ts";
import { type Dates, formatDateAs } from "../../src/ui/time.ts";

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
  "Activity read",
] as const;

/** @param zone in which it says when the numbers are of */
export function listWeekCells(
  week: Week,
  { now, zone }: { readonly now: number; readonly zone: string },
): readonly (string | number | undefined)[] {
  const { outcome, passed, counted } = summarizeWeek(week, now);
  const isUnmarked = week.endsAt <= now && getMarkedOutcome(week) === "unmarked";
  return [
    week.weekStart,
    week.minutes,
    week.messages,
    week.orders,
    passed,
    counted,
    isUnmarked ? unmarkedText : outcomeTexts[outcome],
    week.assignments?.map(formatAssignment).join("; "),
    formatTableTime(Temporal.Instant.fromEpochMilliseconds(week.snapshotAt), zone),
  ];
}

function formatAssignment({ name, achieved, target, passed, timeoff }: WeekAssignment): string {
  return `${name}: ${achieved} of ${target}, ${timeoff ? "excused" : passed ? "passed" : "not passed"}`;
}

const outcomes: Readonly<Record<MarkedOutcome, PastOutcome>> = {
  passed: "passed",
  failed: "failed",
  excused: "excused",
  unmarked: "none",
  none: "none",
};

/** How many weeks that are over a picture shows; the one that isn't over may stand beside them. */
export const weeksInPictures = 12;

/** The week that isn't over as it was just read; what couldn't be read stays as it was saved. */
type ReadWeek = Pick<Week, "minutes" | "assignments">;

/**
 * Saved weeks as a picture shows them, oldest first.
 * @param weeks newest first
 */
export function toWeeksInPicture(
  weeks: readonly Week[],
  dates: Dates,
  read?: ReadWeek,
): Pick<ProfilePicture, "weeks" | "target" | "targetSince" | "current"> {
  const now = dates.now.epochMilliseconds;
  const [saved, ...before] = weeks;
  const newest =
    saved !== undefined && read !== undefined && saved.endsAt > now ? withRead(saved, read, now) : saved;
  const all =
    newest === undefined
      ? []
      : [newest, ...before]
          .slice(0, newest.endsAt > now ? weeksInPictures + 1 : weeksInPictures)
          .toReversed();
  const targets = all.map(findMinutesTarget);
  const shown = all.map((week, index): ProfileWeek => ({
    label: formatDateAs(
      Temporal.PlainDate.from(week.weekStart),
      { day: "numeric", month: "short" },
      dates.dateStyle,
    ),
    minutes: week.minutes,
    // The current week counts apart, whatever is reached already.
    outcome: week.endsAt > now ? "so-far" : judge(week, targets[index]),
  }));
  const outcome = newest !== undefined && newest.endsAt > now && summarizeWeek(newest, now).outcome;
  const current = outcome === "behind" || outcome === "passed" ? outcome : undefined;
  const target = targets.at(-1);
  const other = targets.findLastIndex((each) => each !== undefined && each !== target);
  return { weeks: shown, target, targetSince: other + 1, current };
}

function withRead(week: Week, { minutes, assignments }: ReadWeek, now: number): Week {
  return {
    ...week,
    minutes: minutes ?? week.minutes,
    ...(assignments !== undefined && { assignments, snapshotAt: now }),
  };
}

function judge(week: Week, target: number | undefined): PastOutcome {
  const outcome = outcomes[getMarkedOutcome(week)];
  const hasMinutes = target !== undefined && (week.minutes ?? 0) >= target;
  return outcome === "failed" && hasMinutes ? "failed-otherwise" : outcome;
}

function findMinutesTarget(week: Week): number | undefined {
  const goal = week.assignments?.find(
    ({ targetType, target }) => parseGoal(targetType) === "minutes" && target > 0,
  );
  return goal?.target;
}
