import { raceTimeout, type Timer } from "../../time.ts";
import { LruMap } from "../../lru-map.ts";
import { type ApiCall, getCacheKey } from "./sessions.ts";
import { type CachedReads, usualTtlMs } from "./cached-reads.ts";

/**
 * Returns what is known, and revalidates it in the background for the next time. If nothing is known yet, returns the
 * first response if it comes in time. Never rejects.
 */
export type ReadStale = (asked: ApiCall, withinMs: number) => Promise<unknown>;

const refreshTimeoutMs = 10_000;
/** A person typing asks several times a second; a failed question isn't repeated at that rate. */
const minRevalidateMs = 5_000;
const maxTracked = 1_000;

interface Revalidation {
  readonly askedAt: number;
  /** Never rejects: `undefined` if it failed. */
  readonly response: Promise<unknown>;
}

export function createStaleWhileRevalidate(
  reading: CachedReads,
  { now, timer }: StaleWhileRevalidateOptions,
): ReadStale {
  /** Questions in progress or recently failed, the oldest first. */
  const revalidations = new LruMap<string, Revalidation>({ maxSize: maxTracked });

  function refresh(asked: ApiCall): Promise<unknown> {
    const key = getCacheKey(asked);
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
      // From here on it is cached, or a write intervened and it must be asked again.
      revalidations.delete(key);
      return data;
    } catch {
      // The next command meets the same failure and reports it.
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

export interface StaleWhileRevalidateOptions {
  readonly now: () => number;
  readonly timer: Timer;
}
