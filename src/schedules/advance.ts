import { nextDue, type ScheduleRule } from "./rule.ts";
import { minuteMs } from "../time.ts";

/** Later than this after its time, a post says that it is late. */
export const lateAfterMs = 2 * minuteMs;
/** Due times that are written down in one step; a long outage of a frequent rule takes several. */
const stepLength = 250;

export interface PastDue {
  readonly dueAt: number;
  readonly isLate: boolean;
  readonly skipReason: string | undefined;
}

export interface Progress {
  /** The next due time; still past when there are more than one step takes. */
  readonly to: number | undefined;
  readonly past: readonly PastDue[];
}

const missedReason = "It fell due while the bot was away, and so did a later time, which was posted instead.";

/**
 * What to do with the due times of a schedule that have passed: the last of them is posted, marked late when it is;
 * those before it are skipped, since what they would have shown is over.
 */
export function advance(rule: ScheduleRule, zone: string, from: number, now: number): Progress {
  const dues: number[] = [];
  let due: number | undefined = from;
  while (due !== undefined && due <= now && dues.length < stepLength) {
    dues.push(due);
    due = nextDue(rule, zone, due);
  }
  const isThrough = due === undefined || due > now;
  return {
    to: due,
    past: dues.map((dueAt, index) =>
      isThrough && index === dues.length - 1
        ? { dueAt, isLate: now - dueAt > lateAfterMs, skipReason: undefined }
        : { dueAt, isLate: true, skipReason: missedReason },
    ),
  };
}
