import { minuteMs } from "../../time.ts";
import type { Priority } from "./wait-queue.ts";

/** How many requests one workspace gets. The rules are those of `rate-limiter.ts` and `request-window.ts`. */
export interface RateLimits {
  /** Requests in one window of the service, until it says how many there are. */
  readonly limit: number;
  /** No more than these are sent in one window, whatever the service says. */
  readonly maxLimit: number;
  readonly windowMs: number;
  /** The share of the limit reserved for people, from 0 to 1. */
  readonly reservedShare: number;
  /** Nothing of priority `spare` is sent once this share of the limit is used, by any priority. */
  readonly spareShare: number;
  /** How many may wait; more are rejected at once. */
  readonly maxQueue: Readonly<Record<Priority, number>>;
}

export const defaultRateLimits: RateLimits = {
  limit: 100,
  maxLimit: 600,
  windowMs: minuteMs,
  reservedShare: 0.4,
  spareShare: 0.4,
  maxQueue: { interactive: 50, background: 200, spare: 50 },
};
