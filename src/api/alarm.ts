/** Rings once after so long, unless it is called off by the function that is returned. */
export type Alarm = (delayMs: number, ring: () => void) => () => void;

/** A timer that is asked for more rings at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export const realAlarm: Alarm = (delayMs, ring) => {
  const timer = setTimeout(ring, Math.min(delayMs, LONGEST_TIMER_MS));
  return () => clearTimeout(timer);
};
