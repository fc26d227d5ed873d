import { raceTimeout, type Timer } from "../../time.ts";
import { LruMap } from "../../lru-map.ts";
import { type ApiCall, cacheKey } from "./sessions.ts";
import { type CachedReads, usualTtlMs } from "./cached-reads.ts";

/**
 * Gives what is known, and sees to it in the background that it is known better the next time. Where nothing is known
 * yet, the first answer, when it comes in time. Never rejects.
 */
export type ReadStale = (asked: ApiCall, withinMs: number) => Promise<unknown>;

const refreshTimeoutMs = 10_000;
/** Somebody who types asks several times a second; a question that failed is not repeated at that pace. */
const minRevalidateMs = 5_000;
const maxTracked = 1_000;

interface Revalidation {
  readonly askedAt: number;
  /** Never rejects: `undefined` when it failed. */
  readonly response: Promise<unknown>;
}

export function createStaleWhileRevalidate(reading: CachedReads, { now, timer }: RecallParts): ReadStale {
  /** What is being asked, or failed lately, longest ago first. */
  const revalidations = new LruMap<string, Revalidation>({ maxSize: maxTracked });

  function refresh(asked: ApiCall): Promise<unknown> {
    const key = cacheKey(asked);
    const last = revalidations.peek(key);
    if (last !== undefined && Math.abs(now() - last.askedAt) < minRevalidateMs) return last.response;
    const revalidation = { askedAt: now(), response: ask(asked, key) };
    revalidations.set(key, revalidation);
    return revalidation.response;
  }

  async function ask(asked: ApiCall, key: string): Promise<unknown> {
    try {
      const data = await reading.read(asked, {
        priority: "background",
        noCache: false,
        maxAgeMs: 0,
        ttlMs: usualTtlMs,
        staleOnError: true,
        timeoutMs: refreshTimeoutMs,
      });
      // From here on it is kept, or a write came between and it has to be asked again.
      revalidations.delete(key);
      return data;
    } catch {
      // The next command meets the same failure and says so.
      return undefined;
    }
  }

  return async (asked, withinMs) => {
    const cached = reading.peek(asked);
    if (cached !== undefined) {
      const { cacheMs = 0, swrMs = cacheMs } = asked.endpoint;
      if (now() - cached.at >= swrMs) void refresh(asked);
      return cached.response?.data;
    }
    return raceTimeout(refresh(asked), withinMs, () => undefined, timer);
  };
}

export interface RecallParts {
  readonly now: () => number;
  readonly timer: Timer;
}
