import { LruMap } from "../../lru-map.ts";
import { minuteMs } from "../../time.ts";

/** Protects a workspace's rate limit from people who keep pressing *Reload*. */
export type ReloadThrottle = ReturnType<typeof createReloadThrottle>;

const minIntervalMs = 3_000;
/** The oldest is dropped first. */
const maxReloads = 1_000;

/** One fresh read per person and message every few seconds. */
export function createReloadThrottle(now: () => number) {
  const lastOf = new LruMap<string, number>({ maxSize: maxReloads });
  return {
    /** Whether this press may bypass the cache; otherwise it shows what is cached. */
    tryReload(discordUserId: string, messageId: string): boolean {
      const key = `${discordUserId}/${messageId}`;
      const at = now();
      const last = lastOf.peek(key);
      // A press in the future was made before the clock was set back.
      if (last !== undefined && last > at - minIntervalMs && last <= at) return false;
      lastOf.set(key, at);
      return true;
    },
  };
}

/** Discord allows 3 s to reply; whatever can't be handled in that time is better refused at once. */
export const concurrencyLimits = { perGuild: 60, total: 600 } as const;

/** Bounds the work in progress, such as interactions, so that a flood in one guild doesn't slow down others. */
export function createConcurrencyLimiter(limits: { readonly perGuild: number; readonly total: number }) {
  const inFlightByGuild = new Map<string, number>();
  let total = 0;
  return {
    /** How many of a guild's interactions are in progress. */
    count: (guildId: string | null): number => inFlightByGuild.get(guildId ?? "") ?? 0,

    /** Admits one; the returned function releases it. `undefined` if there are too many. */
    tryEnter(guildId: string | null): (() => void) | undefined {
      const key = guildId ?? "";
      const inFlight = inFlightByGuild.get(key) ?? 0;
      if (inFlight >= limits.perGuild || total >= limits.total) return undefined;
      inFlightByGuild.set(key, inFlight + 1);
      total += 1;
      return () => {
        total -= 1;
        const left = (inFlightByGuild.get(key) ?? 1) - 1;
        if (left === 0) inFlightByGuild.delete(key);
        else inFlightByGuild.set(key, left);
      };
    },
  };
}

/** Limits how often one person may write. */
export interface WriteLimiter {
  /** Counts one write. If it's one too many, it isn't counted; returns the milliseconds to wait. */
  tryAcquire(guildId: string, discordUserId: string): number | undefined;
}

export function createWriteLimiter({
  perMinute,
  now,
}: {
  readonly perMinute: number;
  readonly now: () => number;
}): WriteLimiter {
  const tryAcquire = createRecentLimit({ max: perMinute, windowMs: minuteMs, now });
  return { tryAcquire: (guildId, discordUserId) => tryAcquire(`${guildId}/${discordUserId}`) };
}

/** The oldest is dropped first. */
const maxKeys = 10_000;

/**
 * How often something may happen to each key within any time of that length. The function counts one; if it's one too
 * many, it isn't counted, and the function returns the milliseconds to wait.
 */
export function createRecentLimit({
  max,
  windowMs,
  now,
}: {
  readonly max: number;
  readonly windowMs: number;
  readonly now: () => number;
}): (key: string) => number | undefined {
  const timesOf = new LruMap<string, readonly number[]>({ maxSize: maxKeys });
  return (key) => {
    const at = now();
    // What is in the future happened before the clock was set back.
    const recent = (timesOf.peek(key) ?? []).filter((time) => time > at - windowMs && time <= at);
    const [oldest] = recent;
    if (oldest !== undefined && recent.length >= max) return oldest + windowMs - at;
    timesOf.set(key, [...recent, at]);
    return undefined;
  };
}
