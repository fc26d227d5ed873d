import { minuteMs } from "../time.ts";
import type { NewDelivery } from "../store/deliveries.ts";
import type { Schedule } from "../store/schedules.ts";
import { findNextDue, type ScheduleRule } from "./rule.ts";

/** A post this much after its due time says that it is late. */
export const lateAfterMs = 2 * minuteMs;
/**
 * Due times counted and recorded in one turn of the event loop; a long outage of a frequent rule takes several. Counting
 * one takes up to 0.4 ms.
 */
export const maxDuesAtOnce = 120;

export interface Progress {
  /** The next due time; still in the past if more are left than one step takes. */
  readonly to: number | undefined;
  readonly past: readonly NewDelivery[];
}

const missedReason = "It was due while the bot was away, and a later one was posted instead.";

/**
 * Handles a schedule's past due times: the last is posted, marked late if it is; earlier ones are skipped, since what
 * they would have shown is over.
 */
export function advance(rule: ScheduleRule, zone: string, from: number, now: number): Progress {
  const dues: number[] = [];
  let due: number | undefined = from;
  while (due !== undefined && due <= now && dues.length < maxDuesAtOnce) {
    dues.push(due);
    due = findNextDue(rule, zone, due);
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

/** What a new schedule says of its posts: there are none. */
export const notPostedYet = {
  state: "active",
  pausedReason: undefined,
  lastRunAt: undefined,
  lastOutcome: undefined,
  lastReason: undefined,
  messageId: undefined,
  messageHash: undefined,
  lastAsOf: undefined,
  lastPingedAt: undefined,
} as const satisfies Partial<Schedule>;
