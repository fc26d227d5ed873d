/** Durations in milliseconds; days and weeks without clock changes. */
export const secondMs = 1_000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
export const weekMs = 7 * dayMs;

/** Calls back once after so long, unless it is cancelled by the function that is returned. */
export type Timer = (delayMs: number, callback: () => void) => () => void;

/**
 * How long to wait where so many milliseconds are usual. A test waits longer: what comes late because the machine is busy
 * has come all the same.
 */
export type Stretch = (usualMs: number) => number;

export const asUsual: Stretch = (usualMs) => usualMs;

/** With a longer time, Node's timer would fire immediately. */
const maxTimerMs = 2 ** 31 - 1;

export const startSystemTimer: Timer = (delayMs, callback) => {
  const timer = setTimeout(callback, Math.min(delayMs, maxTimerMs));
  return () => clearTimeout(timer);
};

/**
 * The result of `work`; if that takes longer, the result of `late` or its error. The work itself isn't
 * stopped.
 */
export function raceTimeout<T, Late>(
  work: Promise<T>,
  withinMs: number,
  late: () => Late,
  timer: Timer = startSystemTimer,
): Promise<T | Late> {
  // `Promise.race` would cost twice as much.
  const { promise, resolve, reject } = Promise.withResolvers<T | Late>();
  const cancel = timer(withinMs, () => resolve(new Promise((settle) => settle(late()))));
  work.then(resolve, reject);
  promise.then(cancel, cancel);
  return promise;
}

/** Epoch milliseconds that never go back, whatever happens to the machine's clock. */
export interface MonotonicClock {
  readonly now: () => number;
  /** Converts a time of this clock to the machine's clock as it is set now. */
  readonly toWallClock: (at: number) => number;
}

/**
 * If set back by an hour, the machine's clock would make cached data look new and a short pause last an hour.
 */
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
      // It may have been set back since it was last read.
      now();
      return at - ahead;
    },
  };
}
