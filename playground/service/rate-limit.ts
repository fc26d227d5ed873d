import { minuteMs, secondMs } from "./time.ts";

export interface RateLimit {
  /** False when the minute's requests are used up. */
  count(): boolean;
  headers(): Readonly<Record<string, string>>;
  reset(): void;
  setLimit(requestsPerMinute: number): void;
}

/** A fixed window of one minute, which begins with the first request after the last one ended. */
export function createRateLimit(now: () => number): RateLimit {
  let limit = 100;
  let used = 0;
  let endsAtMs = Number.NEGATIVE_INFINITY;

  function turnOver(): void {
    if (now() < endsAtMs) return;
    used = 0;
    endsAtMs = now() + minuteMs;
  }

  return {
    count() {
      turnOver();
      if (used >= limit) return false;
      used += 1;
      return true;
    },
    headers() {
      turnOver();
      return {
        "x-ratelimit-limit": String(limit),
        "x-ratelimit-remaining": String(Math.max(0, limit - used)),
        "x-ratelimit-reset": String(Math.ceil((endsAtMs - now()) / secondMs)),
      };
    },
    reset() {
      endsAtMs = Number.NEGATIVE_INFINITY;
    },
    setLimit(requestsPerMinute) {
      limit = requestsPerMinute;
    },
  };
}
