import { sortNewestFirst } from "../kit/counted.ts";
import type { ActivityEntry, ActivityTotals } from "../../src/api/contract/activity.ts";
import { type DurationUnit, guessUnit, toMs, toWholeMinutes } from "./units.ts";
import { minuteMs } from "../../src/time.ts";
import { joinParts } from "../../src/ui/lines.ts";
import { formatNumber, pluralize } from "../../src/ui/numbers.ts";
import { formatDuration, parseInstant, timestamp, labelAge } from "../../src/ui/time.ts";
import type { OwnGifts } from "./own-gifts.ts";

/** Newest first, if their starts can be parsed. */
export function sortEntries(entries: readonly ActivityEntry[]): readonly ActivityEntry[] {
  return sortNewestFirst(entries, ({ start }) => parseInstant(start)?.epochMilliseconds);
}

/** Visits of this week, then those that ended before it began. Visits without a time count as this week's. */
export function splitAtReset(entries: readonly ActivityEntry[], weekStartMs: number | undefined) {
  const isEarlier = (entry: ActivityEntry): boolean => {
    const lastMs = findLastMoment(entry)?.epochMilliseconds;
    return !isRunning(entry) && lastMs !== undefined && weekStartMs !== undefined && lastMs < weekStartMs;
  };
  return {
    current: entries.filter((entry) => !isEarlier(entry)),
    earlier: entries.filter(isEarlier),
  };
}

function findLastMoment({ start, end }: ActivityEntry): Temporal.Instant | undefined {
  return parseInstant(end) ?? parseInstant(start);
}

export function isRunning({ ended, end }: ActivityEntry): boolean {
  return ended === false && parseInstant(end) === undefined;
}

/** Gifted by someone, as far as the workspace or the bot knows. */
export function isGift({ _id, gifted_by }: ActivityEntry, ownGifts: OwnGifts): boolean {
  return gifted_by !== undefined || (_id !== undefined && ownGifts.has(_id));
}

/** The unit of a response's durations, judged by its tracked visits; gifts and manual entries tell nothing. */
export function guessUnitOfEntries(
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

/**
 * How long each visit is shown to be, in milliseconds, so that those of a week add up to its whole minutes; not those
 * whose length or unit is unknown.
 * @param entries of one week
 */
export function measureVisits(
  entries: readonly ActivityEntry[],
  unit: DurationUnit | undefined,
): ReadonlyMap<ActivityEntry, number> {
  if (unit === undefined) return new Map();
  const known = sortEntries(entries)
    .toReversed()
    .flatMap((entry) => {
      const { duration } = entry;
      return duration === undefined || duration < 0 ? [] : [{ entry, lengthMs: toMs(duration, unit) }];
    });
  const minutes = toWholeMinutes(known.map(({ lengthMs }) => lengthMs));
  return new Map(
    known.map(({ entry, lengthMs }, index) => [entry, (minutes[index] ?? 0) * minuteMs || lengthMs]),
  );
}

/** `1 h 24 min`, or the bare number with a note that its unit is unknown. */
export function formatUnitDuration(value: number, unit: DurationUnit | undefined): string {
  if (unit === undefined || value < 0) return `${formatNumber(value)} (unit unknown)`;
  return formatDuration(toMs(value, unit));
}

/** `84 min` as `1 h 24 min`. */
export function formatMinutes(minutes: number): string {
  const isWritten = minutes >= 60 && Number.isFinite(minutes * minuteMs);
  return isWritten ? formatDuration(minutes * minuteMs) : `${formatNumber(minutes)} min`;
}

/** `**1 h 24 min** in the game · 52 messages`. */
export function formatTotals({ minutes, messages }: ActivityTotals): string {
  return joinParts([
    minutes === undefined ? "Minutes unknown" : `**${formatMinutes(minutes)}** in the game`,
    messages !== undefined && pluralize(messages, "message"),
  ]);
}

/** `last visit: 2 days ago`, or `in the game since 10:24`; `undefined` if no tracked visit says. Gifts aren't visits. */
export function describeLastVisit(entries: readonly ActivityEntry[]): string | undefined {
  const last = findLastVisit(entries);
  const at = last && findLastMoment(last);
  if (last === undefined || at === undefined) return undefined;
  return isRunning(last) ? `in the game since ${timestamp(at, "t")}` : labelAge("last visit", at);
}

/** The visit that someone is in the game for, as far as the workspace tracks it. Its start may be unreadable. */
export function findRunningVisit(entries: readonly ActivityEntry[]): ActivityEntry | undefined {
  const last = findLastVisit(entries);
  // What has no time at all may well be the newest.
  const undated = entries.find(
    (entry) => isVisit(entry) && isRunning(entry) && findLastMoment(entry) === undefined,
  );
  return last !== undefined && isRunning(last) ? last : undated;
}

function findLastVisit(entries: readonly ActivityEntry[]): ActivityEntry | undefined {
  const visits = entries.filter(isVisit);
  return sortNewestFirst(visits, (entry) => findLastMoment(entry)?.epochMilliseconds)[0];
}

function isVisit({ gifted_by, manual_punch }: ActivityEntry): boolean {
  return gifted_by === undefined && manual_punch !== true;
}
