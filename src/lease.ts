import { minuteMs } from "./time.ts";

/**
 * How long a step is claimed that reads, renders and sends: longer than any takes. After this, a claim belongs to a
 * process that died.
 */
export const stepLeaseMs = 2 * minuteMs;

/** The right to send a request ended before it left this program. Nothing was sent, and nothing will be. */
export class LeaseEndedError extends Error {
  override readonly name = "LeaseEndedError";
}

/** The right to send something, until others may take it over. */
export interface Lease {
  /** False once another process may hold it, also after this process was stopped or the machine slept. */
  readonly isHeld: () => boolean;
}

/**
 * Takes the time. To be called before a lease is asked for, so that it ends no later here than where it is stored.
 * @returns makes the lease, by how long it lasts from then on. It is held for half of that: a request that is sent by
 * then is over before the lease is.
 */
export function startLease(now: () => number): (leaseMs: number) => Lease {
  const elapsedMs = startStopwatch(now);
  return (leaseMs) => ({ isHeld: () => elapsedMs() < leaseMs / 2 });
}

/** @returns tells the time since then, in milliseconds: rather too much of it than too little */
export function startStopwatch(now: () => number): () => number {
  // Clocks may be set back, and timers may stop while the machine sleeps, so the one that says most counts.
  const [startedAt, timerStartedAt, machineStartedAt] = [now(), performance.now(), Date.now()];
  return () => Math.max(now() - startedAt, performance.now() - timerStartedAt, Date.now() - machineStartedAt);
}
