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

const aMondayMs = Date.UTC(1970, 0, 5);

/** The first moment of the week, which begins on Monday. */
export function weekStartMs(epochMs: number): number {
  return aMondayMs + Math.floor((epochMs - aMondayMs) / weekMs) * weekMs;
}
