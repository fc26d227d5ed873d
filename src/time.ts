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

/** Epoch milliseconds that never go back, whatever is done to the clock of the machine. */
export interface MonotonicClock {
  readonly now: () => number;
  /** What the machine's clock, as it is set now, says of a moment of this one. */
  readonly toWallClock: (at: number) => number;
}

/** Set back by an hour, a clock would make all that is kept look new, and a short rest last an hour. */
export function createMonotonicClock(wall: () => number): MonotonicClock {
  let ahead = 0;
  let latest = Number.NEGATIVE_INFINITY;

  function now(): number {
    const at = wall() + ahead;
    if (at < latest) ahead += latest - at;
    else latest = at;
    return latest;
  }

  return {
    now,
    toWallClock(at) {
      // It may have been set back since it was looked at last.
      now();
      return at - ahead;
    },
  };
}
