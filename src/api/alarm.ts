/** Rings once after so long, unless it is called off by the function that is returned. */
export type Alarm = (delayMs: number, ring: () => void) => () => void;

export const realAlarm: Alarm = (delayMs, ring) => {
  const timer = setTimeout(ring, delayMs);
  return () => clearTimeout(timer);
};
