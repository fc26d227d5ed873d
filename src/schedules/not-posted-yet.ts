import type { Schedule } from "../store/schedules.ts";

/** What a new schedule says of its posts: there are none. */
export const notPostedYet = {
  state: "active",
  pausedReason: undefined,
  lastRunAt: undefined,
  lastOutcome: undefined,
  lastReason: undefined,
  messageId: undefined,
  messageHash: undefined,
  lastAsOf: undefined,
  lastPingedAt: undefined,
} as const satisfies Partial<Schedule>;
