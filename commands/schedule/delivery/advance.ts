import {
  type NewDelivery,
  type Schedule,
  findLastDue,
  findNextDue,
  type ScheduleRule,
} from "../../boards/index.ts";
import { minuteMs } from "../../../src/time.ts";

/** A post this much after its due time says that it is late. */
export const lateAfterMs = 2 * minuteMs;
/** Missed due times that are recorded, the last ones: a rule for every five minutes misses a hundred thousand in a year. */
export const maxMissedRecorded = 120;

export interface Progress {
  /** The next due time; none if the rule is never due again. */
  readonly to: number | undefined;
  readonly past: readonly NewDelivery[];
}

const missedReason = "It was due while the bot was away, and a later one was posted instead.";

/**
 * Handles a schedule's past due times: the last is posted, marked late if it is; earlier ones are skipped, since what
 * they would have shown is over.
 */
export function advance(rule: ScheduleRule, zone: string, from: number, now: number): Progress {
  if (from > now) return { to: from, past: [] };
  const dues: number[] = [];
  let due = findLastDue(rule, zone, now);
  while (due !== undefined && due > from && dues.length < maxMissedRecorded) {
    dues.push(due);
    due = findLastDue(rule, zone, due - 1);
  }
  if (dues.length < maxMissedRecorded) dues.push(from);
  return {
    to: findNextDue(rule, zone, now),
    past: dues
      .toReversed()
      .map((dueAt, index) =>
        index === dues.length - 1
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
