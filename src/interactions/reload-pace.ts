/** Spares the requests of a workspace from whoever presses *Reload* again and again. */
export interface ReloadPace {
  /** Whether this press may read everything anew; one that may not is shown what is remembered. */
  mayReload(discordUserId: string, messageId: string): boolean;
}

const everyMs = 3_000;
/** Whoever reloaded longest ago is forgotten first. */
const keptReloads = 1_000;

/** One reading of everything for each person and message every few seconds. */
export function createReloadPace(now: () => number): ReloadPace {
  const lastOf = new Map<string, number>();
  return {
    mayReload(discordUserId, messageId) {
      const key = `${discordUserId}/${messageId}`;
      const at = now();
      const last = lastOf.get(key);
      // After now lies only what was pressed before the clock was set back.
      if (last !== undefined && last > at - everyMs && last <= at) return false;
      lastOf.delete(key);
      lastOf.set(key, at);
      const [longestAgo] = lastOf.keys();
      if (lastOf.size > keptReloads && longestAgo !== undefined) lastOf.delete(longestAgo);
      return true;
    },
  };
}
