import { sortNewestFirst } from "../kit/counted.ts";
import type { ActivityEntry, ActivityTotals } from "../../src/api/contract/activity.ts";
import { minuteMs, dayMs } from "../../src/time.ts";
import { joinParts } from "../../src/ui/lines.ts";
import { formatNumber, pluralize } from "../../src/ui/numbers.ts";
import { formatDuration, parseInstant, timestamp, labelAge } from "../../src/ui/time.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import type { StoredSettings } from "../../src/store/guild-settings.ts";

/** How long a gift can appear among the visits of a week. */
const lookBackMs = 15 * dayMs;
const maxGifts = 500;

/** Givers of this server's gifts, by activity id; the workspace may not mark a gift as one. */
export type OwnGifts = ReadonlyMap<string, string>;

/** The gifts to this workspace of the last weeks, from the audit log. They only help to describe visits: empty on failure. */
export async function readOwnGifts({
  store,
  guildId,
  workspaceId,
  now,
  log,
}: Pick<LinkedContext, "store" | "guildId" | "workspaceId" | "now" | "log">): Promise<OwnGifts> {
  try {
    const since = now() - lookBackMs;
    const entries = await Promise.all(
      ["activity.gift", "request.approve"].map((action) =>
        store.audit.list(guildId, { action, outcome: "done", workspaceId, since }, { limit: maxGifts }),
      ),
    );
    return new Map(
      entries
        .flat()
        .flatMap((entry) => (entry.target === undefined ? [] : [[entry.target, entry.discordUserId]])),
    );
  } catch (error) {
    log.warn("couldn't read gifts from the audit log", { guildId, error });
    return new Map();
  }
}

export const durationUnits = ["milliseconds", "seconds", "minutes"] as const;
export type DurationUnit = (typeof durationUnits)[number];

declare module "../../src/store/guild-settings.ts" {
  interface FeatureSettings {
    /** One of `durationUnits`, in place of what the visits tell. */
    readonly "duration-unit": string;
  }
}

/** As an admin chose it; `undefined` if the visits have to tell it. */
export function parseChosenUnit(settings: StoredSettings): DurationUnit | undefined {
  return durationUnits.find((unit) => unit === settings.get("duration-unit"));
}

/**
 * Beside lengths that were read in a chosen unit, since the choice may be wrong.
 * @param told the unit that the visits' beginnings and ends tell
 */
export function describeChosenUnit(
  chosen: DurationUnit | undefined,
  told: DurationUnit | undefined,
): string | undefined {
  if (chosen === undefined) return undefined;
  return told === undefined || told === chosen
    ? `Lengths read as ${chosen}`
    : `⚠️ Lengths read as ${chosen}, but their times say ${told}`;
}

const msIn: Readonly<Record<DurationUnit, number>> = { milliseconds: 1, seconds: 1_000, minutes: minuteMs };

/** The parts of a visit that reveal the unit of its duration. */
export interface TimedEntry {
  readonly startMs: number | undefined;
  readonly endMs: number | undefined;
  /** False while the visit is in progress. */
  readonly ended: boolean | undefined;
  /** False for time that a person entered or gave: its length needn't match its start and end. */
  readonly tracked: boolean;
  readonly duration: number | undefined;
  /** In the same unknown unit; may or may not be included in `duration`. */
  readonly idle: number | undefined;
}

/** Durations may exclude idle time, so they may be shorter than the visit, but longer only by rounding. */
const shortest = 0.2;
const longest = 1.1;

/**
 * The unit of these entries' durations, found by comparing them with the time between start and end.
 * `undefined` if nothing reveals it, or if the entries contradict one another.
 */
export function guessUnit(entries: readonly TimedEntry[]): DurationUnit | undefined {
  const votes = entries.map(voteForUnit).filter((vote) => vote !== undefined);
  return durationUnits.find((unit) => {
    const count = votes.filter((vote) => vote === unit).length;
    return count > 0 && count * 3 >= votes.length * 2;
  });
}

function voteForUnit({
  startMs,
  endMs,
  ended,
  tracked,
  duration,
  idle = 0,
}: TimedEntry): DurationUnit | undefined {
  if (!tracked || ended === false || startMs === undefined || endMs === undefined) return undefined;
  const spanMs = endMs - startMs;
  if (duration === undefined || duration <= 0 || spanMs <= 0) return undefined;
  const fitting = durationUnits.filter(
    (unit) => fits(duration, unit, spanMs) || fits(duration + Math.max(0, idle), unit, spanMs),
  );
  // A very short visit fits more than one unit, because durations are rounded.
  return fitting.length === 1 ? fitting[0] : undefined;
}

function fits(value: number, unit: DurationUnit, spanMs: number): boolean {
  const oneMs = msIn[unit];
  return (value + 1) * oneMs >= spanMs * shortest && (value - 1) * oneMs <= spanMs * longest;
}

export function toMs(value: number, unit: DurationUnit): number {
  return value * msIn[unit];
}

export function fromMinutes(minutes: number, unit: DurationUnit): number {
  return (minutes * msIn.minutes) / msIn[unit];
}

/** How much more than the gift a week's total may have grown, since the person may have played meanwhile. */
const playedMeanwhileMinutes = 90;

/**
 * Whether a weekly total that grew by `grownBy` minutes is consistent with a gift of `givenMinutes` counted
 * in minutes.
 */
export function isGrowthInMinutes(givenMinutes: number, grownBy: number): boolean {
  return grownBy >= givenMinutes - 1 && grownBy <= givenMinutes + playedMeanwhileMinutes;
}

/**
 * Lengths one after another in whole minutes, as the service adds them up: seconds carry over to the next one, so that
 * the minutes add up to those of the sum.
 */
export function toWholeMinutes(lengthsMs: readonly number[]): readonly number[] {
  let [sumMs, minutes] = [0, 0];
  return lengthsMs.map((lengthMs) => {
    const before = minutes;
    sumMs += lengthMs;
    // The parts of a visit may add up to a trace less than its length.
    minutes = Math.floor(Math.round(sumMs) / minuteMs);
    return minutes - before;
  });
}

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
  const running = findRunningVisit(entries);
  const visit = running ?? findLastVisit(entries);
  const at = visit && findLastMoment(visit);
  if (running !== undefined)
    return at === undefined ? "in the game" : `in the game since ${timestamp(at, "t")}`;
  return at && labelAge("last visit", at);
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
