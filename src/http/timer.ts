/** Rings once after so long, unless it is called off by the function that is returned. */
export type Timer = (delayMs: number, callback: () => void) => () => void;

/** A timer that is asked for more rings at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export const systemTimer: Timer = (delayMs, callback) => {
  const timer = setTimeout(callback, Math.min(delayMs, LONGEST_TIMER_MS));
  return () => clearTimeout(timer);
};
