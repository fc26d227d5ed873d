const dayMs = 86_400_000;
const weekMs = 7 * dayMs;

/** Which of the days, given by their first moments in rising order, holds `nowMs`; each ends where the next begins. */
export function dayHolding(startsMs: readonly number[], nowMs: number): number | undefined {
  const index = startsMs.findLastIndex((startMs) => startMs <= nowMs);
  const startMs = startsMs[index];
  if (startMs === undefined) return undefined;
  const endMs = startsMs[index + 1] ?? startMs + dayMs;
  return nowMs < endMs ? index : undefined;
}

/**
 * When the week that ends at `dueMs` began: where the week before it ended, when one is known, else seven days before.
 * The two differ by an hour when the clocks change.
 */
export function weekStartMs(dueMs: number, weekEndsMs: readonly number[]): number {
  const assumedMs = dueMs - weekMs;
  const known = weekEndsMs.filter((endMs) => Math.abs(endMs - assumedMs) <= dayMs);
  return known.toSorted((a, b) => Math.abs(a - assumedMs) - Math.abs(b - assumedMs))[0] ?? assumedMs;
}

const graceMs = dayMs;

/** How much of a target should be reached by now, 0 to 1: nothing on the first day, then as much as is over of the week that ends then. */
export function expectedShare(endMs: number, nowMs: number): number {
  const startMs = endMs - weekMs;
  return nowMs - startMs < graceMs ? 0 : elapsedShare(startMs, endMs, nowMs);
}

/** How much of the time from start to end is over, 0 to 1. */
export function elapsedShare(startMs: number, endMs: number, nowMs: number): number {
  if (endMs <= startMs) return nowMs < endMs ? 0 : 1;
  return Math.min(1, Math.max(0, (nowMs - startMs) / (endMs - startMs)));
}

/** The date that a day's first moment stands for, or `undefined` when the text is no moment. */
export function dateOf(isoText: string): Temporal.PlainDate | undefined {
  try {
    if (!/z$/i.test(isoText)) return Temporal.PlainDate.from(isoText);
    // In UTC a midnight of another zone falls up to half a day off its date; the middle of that day never does.
    return Temporal.Instant.from(isoText).add({ hours: 12 }).toZonedDateTimeISO("UTC").toPlainDate();
  } catch {
    return undefined;
  }
}
