import type { ActivityEntry } from "../../src/api/contract/activity.ts";
import { type DurationUnit, unitOf } from "../../src/domain/durations.ts";
import { newestFirst } from "../../src/domain/order-filter.ts";
import { readInstant } from "../../src/text/time.ts";
import type { OwnGifts } from "./own-gifts.ts";

/** Newest first, as far as their starts can be read. */
export function inOrder(entries: readonly ActivityEntry[]): readonly ActivityEntry[] {
  return newestFirst(entries, ({ start }) => readInstant(start)?.epochMilliseconds);
}

/** Those of this week, then those that were over before it began. What has no moment counts as of this week. */
export function atReset(entries: readonly ActivityEntry[], weekStartMs: number | undefined) {
  const isEarlier = (entry: ActivityEntry): boolean => {
    const lastMs = (readInstant(entry.end) ?? readInstant(entry.start))?.epochMilliseconds;
    return !isRunning(entry) && lastMs !== undefined && weekStartMs !== undefined && lastMs < weekStartMs;
  };
  return {
    current: entries.filter((entry) => !isEarlier(entry)),
    earlier: entries.filter(isEarlier),
  };
}

export function isRunning({ ended, end }: ActivityEntry): boolean {
  return ended === false && readInstant(end) === undefined;
}

/** Given by somebody, as the workspace says or as it is known here. */
export function isGift({ _id, gifted_by }: ActivityEntry, ownGifts: OwnGifts): boolean {
  return gifted_by !== undefined || (_id !== undefined && ownGifts.has(_id));
}

/** The unit of an answer's durations, judged by the tracked visits in it; gifts and what was entered by hand tell nothing. */
export function unitOfEntries(
  entries: readonly ActivityEntry[],
  ownGifts: OwnGifts,
): DurationUnit | undefined {
  return unitOf(
    entries.map((entry) => ({
      startMs: readInstant(entry.start)?.epochMilliseconds,
      endMs: readInstant(entry.end)?.epochMilliseconds,
      ended: entry.ended,
      tracked: !isGift(entry, ownGifts) && entry.manual_punch !== true,
      duration: entry.duration,
      idle: entry.tracked_idle,
    })),
  );
}
