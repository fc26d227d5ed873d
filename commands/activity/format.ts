import type { ActivityEntry, ActivityTotals } from "../../src/api/contract/activity.ts";
import { type DurationUnit, guessUnit, toMs } from "../../src/domain/activity-units.ts";
import { newestFirst } from "../../src/domain/order-filter.ts";
import { formatNumber } from "../../src/ui/numbers.ts";
import { formatDuration, parseInstant } from "../../src/ui/time.ts";
import type { OwnGifts } from "./own-gifts.ts";

/** Newest first, as far as their starts can be read. */
export function inOrder(entries: readonly ActivityEntry[]): readonly ActivityEntry[] {
  return newestFirst(entries, ({ start }) => parseInstant(start)?.epochMilliseconds);
}

/** Those of this week, then those that were over before it began. What has no moment counts as of this week. */
export function atReset(entries: readonly ActivityEntry[], weekStartMs: number | undefined) {
  const isEarlier = (entry: ActivityEntry): boolean => {
    const lastMs = (parseInstant(entry.end) ?? parseInstant(entry.start))?.epochMilliseconds;
    return !isRunning(entry) && lastMs !== undefined && weekStartMs !== undefined && lastMs < weekStartMs;
  };
  return {
    current: entries.filter((entry) => !isEarlier(entry)),
    earlier: entries.filter(isEarlier),
  };
}

export function isRunning({ ended, end }: ActivityEntry): boolean {
  return ended === false && parseInstant(end) === undefined;
}

/** Given by somebody, as the workspace says or as it is known here. */
function isGift({ _id, gifted_by }: ActivityEntry, ownGifts: OwnGifts): boolean {
  return gifted_by !== undefined || (_id !== undefined && ownGifts.has(_id));
}

/** The unit of an answer's durations, judged by the tracked visits in it; gifts and what was entered by hand tell nothing. */
export function unitOfEntries(
  entries: readonly ActivityEntry[],
  ownGifts: OwnGifts,
): DurationUnit | undefined {
  return guessUnit(
    entries.map((entry) => ({
      startMs: parseInstant(entry.start)?.epochMilliseconds,
      endMs: parseInstant(entry.end)?.epochMilliseconds,
      ended: entry.ended,
      tracked: !isGift(entry, ownGifts) && entry.manual_punch !== true,
      duration: entry.duration,
      idle: entry.tracked_idle,
    })),
  );
}

/** `1 h 24 min`, or the bare figure with the word that its unit is unknown. */
export function durationText(value: number, unit: DurationUnit | undefined): string {
  if (unit === undefined || value < 0) return `${formatNumber(value)} (unit unknown)`;
  return formatDuration(toMs(value, unit));
}

/** `84 min`, and in hours once there are some: `1 h 24 min (84 min)`. */
export function minutesText(minutes: number): string {
  const plainly = `${formatNumber(minutes)} min`;
  const isSpoken = minutes >= 60 && Number.isFinite(minutes * 60_000);
  return !isSpoken ? plainly : `${formatDuration(minutes * 60_000)} (${plainly})`;
}

export function totalsFields({ minutes, messages }: ActivityTotals) {
  return [
    {
      name: "Time in the game",
      value: minutes === undefined ? "▫️ not told" : minutesText(minutes),
      inline: true,
    },
    {
      name: "Chat messages",
      value: messages === undefined ? "▫️ not told" : formatNumber(messages),
      inline: true,
    },
  ];
}
