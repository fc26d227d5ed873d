import { parseZone } from "./zones.ts";
import type { StoredSettings } from "../store/guild-settings.ts";
import { dayMs, hourMs, secondMs, weekMs } from "../time.ts";

/**
 * Which of the days contains `nowMs`. Days are given by their starts in ascending order; each ends where the
 * next begins.
 */
export function findDayIndexAt(startsMs: readonly number[], nowMs: number): number | undefined {
  const index = startsMs.findLastIndex((startMs) => startMs <= nowMs);
  const startMs = startsMs[index];
  if (startMs === undefined) return undefined;
  const endMs = startsMs[index + 1] ?? startMs + dayMs;
  return nowMs < endMs ? index : undefined;
}

/**
 * When the week that ends at `dueMs` began: at the end of the week before it if known, otherwise seven days
 * earlier. The two differ by an hour when the clocks change.
 * @param countedMs when it began by the calendar, if that is known
 */
export function getWeekStartMs(dueMs: number, weekEndsMs: readonly number[], countedMs?: number): number {
  const assumedMs = dueMs - weekMs;
  const known = weekEndsMs.filter((endMs) => Math.abs(endMs - assumedMs) <= dayMs);
  const [nearest] = known.toSorted((a, b) => Math.abs(a - assumedMs) - Math.abs(b - assumedMs));
  return nearest ?? countedMs ?? assumedMs;
}

/**
 * How much of a target should be reached by now, 0 to 1: the share of the week's days that are over. Nobody is behind
 * with a day's part while that day lasts, so never on the first one.
 */
export function computeExpectedShare(endMs: number, nowMs: number): number {
  const days = Math.floor((nowMs - (endMs - weekMs)) / dayMs);
  return Math.min(7, Math.max(0, days)) / 7;
}

/** The elapsed share of the time from start to end, 0 to 1. */
export function computeElapsedFraction(startMs: number, endMs: number, nowMs: number): number {
  if (endMs <= startMs) return nowMs < endMs ? 0 : 1;
  return Math.min(1, Math.max(0, (nowMs - startMs) / (endMs - startMs)));
}

/**
 * From a zone's midnight to a time on the same date in UTC: right for all zones from 13:45 ahead of it (the Chatham
 * Islands, and Auckland in summer at 13:00) to 10 hours behind it (Honolulu). The few people beyond share their moments
 * with far more on the other side of the date line.
 */
const toSameDate = { hours: 13, minutes: 45 };

/** The date that starts at this time; `undefined` if the text isn't a valid time. */
export function parseDate(isoText: string): Temporal.PlainDate | undefined {
  try {
    if (!/(z|[+-]00:?00)$/i.test(isoText)) return Temporal.PlainDate.from(isoText);
    return Temporal.Instant.from(isoText).add(toSameDate).toZonedDateTimeISO("UTC").toPlainDate();
  } catch {
    return undefined;
  }
}

/** One week, named by the date of its first day: responses differ slightly about its moments. */
export interface WeekSpan {
  /** `2026-11-16`. */
  readonly weekStart: string;
  /** Epoch milliseconds, exclusive. */
  readonly endsAt: number;
}

/** The week that ends at a due time, using the known ends of other weeks. */
export function getWeekEndingAt(dueMs: number, weekEndsMs: readonly number[] = []): WeekSpan {
  const weekStart = getFirstDay(getWeekStartMs(dueMs, weekEndsMs));
  return { weekStart, endsAt: ceilToSecond(dueMs) };
}

interface DueGoal {
  readonly active: boolean;
  /** ISO 8601. */
  readonly due: string;
}

/** Two moments this near are the same week's end: the clocks may have changed in between. */
export const isSameEnd = (one: number, other: number): boolean => Math.abs(one - other) <= 2 * hourMs;

/**
 * When a week ends, in epoch milliseconds, by what is due in it: the moment that most of the active assignments share,
 * or the last of them. One that is due earlier has a date of its own. `undefined` if nothing is due within a week.
 * @param marked the ends of weeks that were marked: the one that ended last says more than a single assignment
 */
export function findWeekEndMs(
  goals: readonly DueGoal[],
  nowMs: number,
  marked: readonly number[] = [],
): number | undefined {
  const dues = goals
    .filter(({ active }) => active)
    .map(({ due }) => ceilToSecond(Date.parse(due)))
    .filter((dueMs) => dueMs > nowMs && dueMs - nowMs <= maxWeekMs);
  const lastMarked = Math.max(...marked.filter((endMs) => endMs <= nowMs && nowMs - endMs < weekMs));
  const expected = lastMarked + weekMs;
  const isExpected = dues.find((dueMs) => isSameEnd(dueMs, expected));
  if (isExpected !== undefined) return isExpected;
  const most = findSharedMoment(dues);
  const isAlone = most?.count === 1 && Number.isFinite(expected) && expected > nowMs;
  return isAlone ? expected : most?.at;
}

/** The moment that most of these share, or the last of them, and how many do. */
export function findSharedMoment(
  moments: readonly number[],
): { readonly at: number; readonly count: number } | undefined {
  const [most] = [...Map.groupBy(moments, (at) => at)]
    .map(([at, those]) => ({ at, count: those.length }))
    .toSorted((a, b) => b.count - a.count || b.at - a.at);
  return most;
}

/** A week from its start and end; `undefined` if they are invalid. */
export function parseWeekSpan(startText: string, endMs: number | undefined): WeekSpan | undefined {
  const date = parseDate(startText);
  return date === undefined || endMs === undefined
    ? undefined
    : { weekStart: date.toString(), endsAt: ceilToSecond(endMs) };
}

/** The week of a time if nothing says when weeks end: from midnight to midnight in a zone. */
export function getCalendarWeek(nowMs: number, startsOn: "monday" | "sunday", zone: string): WeekSpan {
  const today = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(zone).toPlainDate();
  const daysIn = startsOn === "monday" ? today.dayOfWeek - 1 : today.dayOfWeek % 7;
  const first = today.subtract({ days: daysIn });
  return {
    weekStart: first.toString(),
    endsAt: first.add({ days: 7 }).toZonedDateTime(zone).epochMilliseconds,
  };
}

function getFirstDay(startMs: number): string {
  const text = Temporal.Instant.fromEpochMilliseconds(startMs).toString();
  return (parseDate(text) ?? Temporal.PlainDate.from(text.slice(0, 10))).toString();
}

/** A week's end as shown to people: Sunday 23:59, not 00:00 of the next day. */
export function getLastMomentMs(endMs: number): number {
  return ceilToSecond(endMs) - secondMs;
}

/**
 * Rounds up to a second: the service gives a week's end as its last millisecond or as the first one of the next week.
 */
export function ceilToSecond(ms: number): number {
  return Math.ceil(ms / secondMs) * secondMs;
}

/** How a guild counts weeks if the service doesn't say. */
export interface WeekSettings {
  readonly zone: string;
  readonly startsOn: "monday" | "sunday";
}

/** A week to show: from midnight to midnight in the guild's zone, or as the service counts it. */
export interface GuildWeek {
  readonly first: Temporal.PlainDate;
  readonly last: Temporal.PlainDate;
  /** Epoch milliseconds. */
  readonly startsAt: number;
  /** Exclusive. */
  readonly endsAt: number;
}

/** From the guild's stored settings. */
export function parseWeekSettings(settings: StoredSettings): WeekSettings {
  return {
    zone: parseZone(settings.get("zone") ?? "") ?? "UTC",
    startsOn: settings.get("week-start") === "sunday" ? "sunday" : "monday",
  };
}

/** @param offset 0 is the week of this time */
export function getGuildWeek({ zone, startsOn }: WeekSettings, nowMs: number, offset: number): GuildWeek {
  const { weekStart } = getCalendarWeek(nowMs, startsOn, zone);
  const first = Temporal.PlainDate.from(weekStart).add({ weeks: offset });
  return {
    first,
    last: first.add({ days: 6 }),
    startsAt: first.toZonedDateTime(zone).epochMilliseconds,
    endsAt: first.add({ weeks: 1 }).toZonedDateTime(zone).epochMilliseconds,
  };
}

/** When clocks go back in autumn, a week is an hour longer. */
export const maxWeekMs = weekMs + 2 * hourMs;

/** The week of a time as the service counts it; `undefined` if that time isn't in one of these weeks or right after them. */
export function findServiceWeek(weeks: readonly WeekSpan[], nowMs: number): GuildWeek | undefined {
  const inOrder = weeks.toSorted((a, b) => a.endsAt - b.endsAt);
  const before = inOrder.findLast(({ endsAt }) => endsAt <= nowMs && nowMs - endsAt < weekMs);
  const week = inOrder.find(({ endsAt }) => endsAt > nowMs) ?? (before && getWeekAfter(before));
  if (week === undefined || week.endsAt - nowMs > maxWeekMs) return undefined;
  const first = Temporal.PlainDate.from(week.weekStart);
  const ends = inOrder.map(({ endsAt }) => endsAt);
  return {
    first,
    last: first.add({ days: 6 }),
    startsAt: getWeekStartMs(week.endsAt, ends),
    endsAt: week.endsAt,
  };
}

/** The week of a time: as the service counts it, by the guild's settings only if no saved week says. */
export function getWeekAt(saved: readonly WeekSpan[], settings: WeekSettings, nowMs: number): GuildWeek {
  return findServiceWeek(saved, nowMs) ?? getGuildWeek(settings, nowMs, 0);
}

/** The week that was over last at a time, unless another one has ended since. @param weeks the newest first */
export function findLastWeek<W extends Pick<WeekSpan, "endsAt">>(
  weeks: readonly W[],
  nowMs: number,
): W | undefined {
  const index = weeks.findIndex(({ endsAt }) => endsAt <= nowMs);
  const [last, next] = [weeks[index], weeks[index - 1]];
  if (last === undefined) return undefined;
  const isBefore = next !== undefined && next.endsAt - last.endsAt <= maxWeekMs;
  return isBefore || nowMs - last.endsAt < weekMs ? last : undefined;
}

function getWeekAfter({ weekStart, endsAt }: WeekSpan): WeekSpan {
  return {
    weekStart: Temporal.PlainDate.from(weekStart).add({ weeks: 1 }).toString(),
    endsAt: endsAt + weekMs,
  };
}

/** The dates of a week, in order, and their zone. */
export interface WeekDates {
  readonly dates: readonly Temporal.PlainDate[];
  readonly zone: string;
}

export function isOnDate(at: number, date: Temporal.PlainDate, zone: string): boolean {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate().equals(date);
}

/** In epoch milliseconds; the end is exclusive. */
export function toSpan({ dates, zone }: WeekDates) {
  const [first, last] = [dates[0], dates.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  return {
    startsAt: first.toZonedDateTime(zone).epochMilliseconds,
    endsAt: last.add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds,
  };
}
