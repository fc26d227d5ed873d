import type { StoredSettings } from "../../src/store/guild-settings.ts";
import { dayMs, hourMs, minuteMs } from "../../src/time.ts";

declare module "../../src/store/guild-settings.ts" {
  interface FeatureSettings {
    /** How many months saved weeks are kept; two years by default. */
    readonly "weeks-kept": string;
  }
}

/** People read per minute; two requests each, so that most of the limit is left for others. */
export const peoplePerMinute = 15;

/** How often a week is saved during the week: the most that an outage at the reset can cost. */
const usualMs = 6 * hourMs;
/** Before the end, everyone gets one more snapshot in any case. */
const lateMs = 3 * hourMs;
const minClosingMs = 15 * minuteMs;

/** Clocks differ, so right before the end nobody knows which week a number belongs to. */
const quietBeforeMs = 2 * minuteMs;
/** After the end, the service resets its totals and marks the past week. */
const quietAfterMs = 15 * minuteMs;

/** Whether a week is about to end or just ended, so that its numbers can't be trusted. */
export function isRollingOver(endsAt: number, now: number): boolean {
  return now >= endsAt - quietBeforeMs && now < getRolloverEnd(endsAt);
}

/** When it is over, the numbers can be trusted again. */
export function getRolloverEnd(endsAt: number): number {
  return endsAt + quietAfterMs;
}

export interface SnapshotState {
  readonly snapshotAt: number | undefined;
  readonly endsAt: number | undefined;
}

/** Whether someone's current week is due to be read, in a workspace of this many people. */
export function isSnapshotDue({ snapshotAt, endsAt }: SnapshotState, people: number, now: number): boolean {
  if (snapshotAt === undefined || endsAt === undefined) return true;
  if (isRollingOver(endsAt, now)) return false;
  return (
    snapshotAt < Math.max(now - usualMs, ...listFinalSnapshotTimes(endsAt, people).filter((at) => at <= now))
  );
}

/** When a person's week is due to be read next; now if it already is. */
export function computeNextSnapshotAt(state: SnapshotState, people: number, now: number): number {
  const { snapshotAt, endsAt } = state;
  if (snapshotAt === undefined || endsAt === undefined || isSnapshotDue(state, people, now)) return now;
  const times = [snapshotAt + usualMs + 1, ...listFinalSnapshotTimes(endsAt, people)];
  const next = Math.min(...times.filter((at) => at > snapshotAt && at > now));
  // Nothing is read while the week changes, and everyone right after it.
  return next < endsAt - quietBeforeMs ? next : getRolloverEnd(endsAt);
}

/** When everyone is read again before the end: early enough to read them all in time. */
function listFinalSnapshotTimes(endsAt: number, people: number): readonly number[] {
  const closingMs = minClosingMs + Math.ceil(people / peoplePerMinute) * minuteMs;
  return [endsAt - Math.max(lateMs, 2 * closingMs), endsAt - closingMs];
}

/** How many months a server may keep saved weeks; the last is the default. */
export const keptMonths = [3, 12, 24] as const;
export type KeptMonths = (typeof keptMonths)[number];

/** From the server's stored settings. */
export function parseKeptMonths(settings: StoredSettings): KeptMonths {
  const chosen = Number(settings.get("weeks-kept"));
  return keptMonths.find((months) => months === chosen) ?? 24;
}

/** Weeks that ended before this are deleted. All months count as equally long. */
export function computeOldestKept(months: KeptMonths, now: number): number {
  return now - months * (365 / 12) * dayMs;
}
