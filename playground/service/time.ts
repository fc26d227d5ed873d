export const secondMs = 1000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
export const weekMs = 7 * dayMs;

export function iso(epochMs: number): string {
  return new Date(epochMs).toISOString();
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
