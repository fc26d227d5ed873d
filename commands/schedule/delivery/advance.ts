import {
  type NewDelivery,
  type Schedule,
  findLastDue,
  findNextDue,
  type ScheduleRule,
  parseRule,
} from "../../boards/index.ts";
import { minuteMs } from "../../../src/time.ts";
import type { ClockSetBack } from "../../../src/jobs/job.ts";
import { nextTurn } from "../../../src/turns.ts";

/** A post this much after its due time says that it is late. */
export const lateAfterMs = 2 * minuteMs;
/** Missed due times that are recorded, the last ones: a rule for every five minutes misses a hundred thousand in a year. */
export const maxMissedRecorded = 120;

interface Progress {
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
  pausedCause: undefined,
  lastRunAt: undefined,
  lastOutcome: undefined,
  lastReason: undefined,
  messageId: undefined,
  messageHash: undefined,
  lastAsOf: undefined,
  lastPingedAt: undefined,
} as const satisfies Partial<Schedule>;

const batchSize = 100;

/** Schedules are due again at the times that a clock that was ahead skipped. Nothing is posted twice. */
export const bringForward: ClockSetBack = async (tools, { now, byMs }) => {
  const { deliveries, schedules } = tools.ctx.store;
  await deliveries.bringForward(now, byMs);
  await schedules.bringRefreshForward(now, byMs);
  await deliveries.removeUntriedAfter(now);
  for (let afterId = ""; tools.stopping?.aborted !== true;) {
    const batch = await schedules.dueLater(now, afterId, batchSize);
    const earlier = batch.flatMap(({ id, guildId, rule: stored, zone, nextDueAt: from }) => {
      const rule = parseRule(stored, zone);
      const to = rule && findNextDue(rule, zone, now);
      const isEarlier = from !== undefined && to !== undefined && to < from;
      return isEarlier ? [{ scheduleId: id, guildId, from, to, deliveries: [] }] : [];
    });
    if (earlier.length > 0) await deliveries.advance(earlier);
    const last = batch.at(-1);
    if (last === undefined || batch.length < batchSize) return;
    afterId = last.id;
    await nextTurn();
  }
};
