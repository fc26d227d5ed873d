import { dateOf, weekStartMs } from "./weeks.ts";

/** One week. The date of its first day names it: its moments are told a little differently from place to place. */
export interface WeekSpan {
  /** `2026-11-16`. */
  readonly weekStart: string;
  /** Epoch milliseconds; the first moment that is no longer in it. */
  readonly endsAt: number;
}

const secondMs = 1000;

/** The week that a due moment ends, with what is known of the ends of other weeks. */
export function weekEndingAt(dueMs: number, weekEndsMs: readonly number[] = []): WeekSpan {
  const weekStart = firstDay(weekStartMs(dueMs, weekEndsMs));
  return { weekStart, endsAt: resetMs(dueMs) };
}

/** A week as its two moments were told; `undefined` when they are none. */
export function weekBetween(startText: string, endMs: number | undefined): WeekSpan | undefined {
  const date = dateOf(startText);
  return date === undefined || endMs === undefined
    ? undefined
    : { weekStart: date.toString(), endsAt: resetMs(endMs) };
}

/** The week of a moment where nobody tells when weeks end: from midnight to midnight in a zone. */
export function weekByCalendar(nowMs: number, startsOn: "monday" | "sunday", zone: string): WeekSpan {
  const today = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(zone).toPlainDate();
  const daysIn = startsOn === "monday" ? today.dayOfWeek - 1 : today.dayOfWeek % 7;
  const first = today.subtract({ days: daysIn });
  return {
    weekStart: first.toString(),
    endsAt: first.add({ days: 7 }).toZonedDateTime(zone).epochMilliseconds,
  };
}

function firstDay(startMs: number): string {
  const text = Temporal.Instant.fromEpochMilliseconds(startMs).toString();
  return (dateOf(text) ?? Temporal.PlainDate.from(text.slice(0, 10))).toString();
}

/** The last moment of a week, which is how its end is told: Sunday 23:59, and not 00:00 of the day after. */
export function lastMomentMs(endMs: number): number {
  return resetMs(endMs) - secondMs;
}

/** When a week is over that ends at this due moment. Its last millisecond and the first of the next are told for the same thing. */
export function resetMs(ms: number): number {
  return Math.ceil(ms / secondMs) * secondMs;
}
