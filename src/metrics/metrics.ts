import type { CircuitBreakerStatus, RequestSource } from "../api/resilience/circuit-breaker.ts";
import { minuteMs, secondMs } from "../time.ts";

/** The bot's metrics for operators. Nothing here may identify a guild, a workspace or a person. */
export interface Metrics {
  /** @param afterMs from the press to Discord's receipt of the first reply */
  readonly acknowledged: (afterMs: number) => void;
  /** @param latenessMs after its set time; of posts that were sent */
  readonly postEnded: (outcome: string, latenessMs: number) => void;
  /** Discord responded to one of the bot's requests. */
  readonly discordAnswered: (status: number) => void;
  readonly rateLimited: (isGlobal: boolean) => void;
  /** @param status `undefined` if no whole response came */
  readonly serviceCalled: (operation: string, status: number | undefined, durationMs: number) => void;
  readonly serviceRead: (isFromCache: boolean) => void;
  readonly breakerChanged: (state: CircuitBreakerStatus["state"], about: Partial<RequestSource>) => void;
  /** A process stopped in the middle of this kind of work. */
  readonly leaseExpired: (kind: "write" | "post") => void;
  readonly storeCalled: (kind: string, durationMs: number, isError: boolean) => void;
}

const ignore = (): void => undefined;

/** Used when no HTTP port is open. */
export const noMetrics: Metrics = {
  acknowledged: ignore,
  postEnded: ignore,
  discordAnswered: ignore,
  rateLimited: ignore,
  serviceCalled: ignore,
  serviceRead: ignore,
  breakerChanged: ignore,
  leaseExpired: ignore,
  storeCalled: ignore,
};

/** Statuses that Discord counts: it blocks an address with 10,000 of them in ten minutes. */
const invalidStatuses: readonly number[] = [401, 403, 429];
const windowMs = 10 * minuteMs;
const slotMs = 10 * secondMs;

/** How many requests Discord refused as invalid in the last ten minutes, accurate to ten seconds. */
export function createInvalidRequestCounter(now: () => number) {
  const slots = new Map<number, number>();
  return {
    add(status: number): void {
      if (!invalidStatuses.includes(status)) return;
      const slot = Math.floor(now() / slotMs);
      slots.set(slot, (slots.get(slot) ?? 0) + 1);
    },

    count(): number {
      const oldest = Math.floor((now() - windowMs) / slotMs);
      for (const slot of slots.keys()) if (slot < oldest) slots.delete(slot);
      return slots.values().reduce((sum, each) => sum + each, 0);
    },
  };
}
