export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const WEEK_MS = 7 * DAY_MS;

export function iso(epochMs: number): string {
  return Temporal.Instant.fromEpochMilliseconds(epochMs).toString({ smallestUnit: "millisecond" });
}

/** The day in UTC, the only zone that this service knows. */
export function dateOf(epochMs: number): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO("UTC").toPlainDate();
}

/** The first moment of the week, which begins on Monday. */
export function weekStartMs(epochMs: number): number {
  const date = dateOf(epochMs);
  return date.subtract({ days: date.dayOfWeek - 1 }).toZonedDateTime("UTC").epochMilliseconds;
}
