/** Durations in milliseconds, of days and weeks as clocks that are never changed have them. */
export const secondMs = 1_000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
export const weekMs = 7 * dayMs;

/** Calls back once after so long, unless it is cancelled by the function that is returned. */
export type Timer = (delayMs: number, callback: () => void) => () => void;

/** Asked for a longer time, a timer of Node ends at once. */
const maxTimerMs = 2 ** 31 - 1;

export const systemTimer: Timer = (delayMs, callback) => {
  const timer = setTimeout(callback, Math.min(delayMs, maxTimerMs));
  return () => clearTimeout(timer);
};

/** What `work` gives, or what `late` gives or throws where that takes longer. The work itself isn't stopped. */
export async function raceTimeout<T, Late>(
  work: Promise<T>,
  withinMs: number,
  late: () => Late,
  timer: Timer = systemTimer,
): Promise<T | Late> {
  const expired = Promise.withResolvers<void>();
  const cancel = timer(withinMs, expired.resolve);
  try {
    return await Promise.race([work, expired.promise.then(late)]);
  } finally {
    cancel();
  }
}
