import { LruMap } from "../../lru-map.ts";
import { minuteMs } from "../../time.ts";

/** Spares the requests of a workspace from whoever presses *Reload* again and again. */
export interface ReloadThrottle {
  /** Whether this press may read everything anew; one that may not is shown what is remembered. */
  tryReload(discordUserId: string, messageId: string): boolean;
}

const minIntervalMs = 3_000;
/** Whoever reloaded longest ago is forgotten first. */
const maxReloads = 1_000;

/** One reading of everything for each person and message every few seconds. */
export function createReloadThrottle(now: () => number): ReloadThrottle {
  const lastOf = new LruMap<string, number>({ maxSize: maxReloads });
  return {
    tryReload(discordUserId, messageId) {
      const key = `${discordUserId}/${messageId}`;
      const at = now();
      const last = lastOf.peek(key);
      // After now lies only what was pressed before the clock was set back.
      if (last !== undefined && last > at - minIntervalMs && last <= at) return false;
      lastOf.set(key, at);
      return true;
    },
  };
}

/** Keeps the interactions that are under way bounded, so that the flood of one guild slows no other. */
interface ConcurrencyLimiter {
  /** Lets one in; the function given back lets it out again. `undefined` when there are too many. */
  tryEnter(guildId: string | null): (() => void) | undefined;
  /** How many of a guild are under way. */
  count(guildId: string | null): number;
}

/** Discord gives each 3 s to answer; what cannot be worked on in that time is better told so at once. */
export const concurrencyLimits = { perGuild: 60, total: 600 } as const;

export function createConcurrencyLimiter(limits: {
  readonly perGuild: number;
  readonly total: number;
}): ConcurrencyLimiter {
  const underWayOf = new Map<string, number>();
  let total = 0;
  return {
    count: (guildId) => underWayOf.get(guildId ?? "") ?? 0,

    tryEnter(guildId) {
      const key = guildId ?? "";
      const underWay = underWayOf.get(key) ?? 0;
      if (underWay >= limits.perGuild || total >= limits.total) return undefined;
      underWayOf.set(key, underWay + 1);
      total += 1;
      return () => {
        total -= 1;
        const left = (underWayOf.get(key) ?? 1) - 1;
        if (left === 0) underWayOf.delete(key);
        else underWayOf.set(key, left);
      };
    },
  };
}

/** Holds back a person who writes too often. */
export interface WriteLimiter {
  /** Counts one write of somebody. Milliseconds to wait when it is one too many; it is not counted then. */
  tryAcquire(guildId: string, discordUserId: string): number | undefined;
}

const windowMs = minuteMs;
/** Whoever pressed longest ago is forgotten first. */
const maxPeople = 10_000;

export function createWriteLimiter({
  perMinute,
  now,
}: {
  readonly perMinute: number;
  readonly now: () => number;
}): WriteLimiter {
  const pressesOf = new LruMap<string, readonly number[]>({ maxSize: maxPeople });
  return {
    tryAcquire(guildId, discordUserId) {
      const key = `${guildId}/${discordUserId}`;
      const at = now();
      // After now lies only what was pressed before the clock was set back.
      const recent = (pressesOf.peek(key) ?? []).filter(
        (pressedAt) => pressedAt > at - windowMs && pressedAt <= at,
      );
      const [oldest] = recent;
      if (oldest !== undefined && recent.length >= perMinute) return oldest + windowMs - at;
      pressesOf.set(key, [...recent, at]);
      return undefined;
    },
  };
}
