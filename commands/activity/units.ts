import { minuteMs } from "../../src/time.ts";

export const durationUnits = ["milliseconds", "seconds", "minutes"] as const;
export type DurationUnit = (typeof durationUnits)[number];

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
  let sumMs = 0;
  return lengthsMs.map((lengthMs) => {
    const before = Math.floor(sumMs / minuteMs);
    sumMs += lengthMs;
    return Math.floor(sumMs / minuteMs) - before;
  });
}
