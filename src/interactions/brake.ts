/** Holds back a person who writes too often. */
export interface Brake {
  /** Counts one write of somebody. Milliseconds to wait when it is one too many; it is not counted then. */
  press(guildId: string, discordUserId: string): number | undefined;
}

const windowMs = 60_000;
/** Whoever pressed longest ago is forgotten first. */
const keptPeople = 10_000;

export function createBrake({
  perMinute,
  now,
}: {
  readonly perMinute: number;
  readonly now: () => number;
}): Brake {
  const pressesOf = new Map<string, readonly number[]>();
  return {
    press(guildId, discordUserId) {
      const key = `${guildId}/${discordUserId}`;
      const at = now();
      // After now lies only what was pressed before the clock was set back.
      const recent = (pressesOf.get(key) ?? []).filter(
        (pressedAt) => pressedAt > at - windowMs && pressedAt <= at,
      );
      const [oldest] = recent;
      if (oldest !== undefined && recent.length >= perMinute) return oldest + windowMs - at;
      pressesOf.delete(key);
      pressesOf.set(key, [...recent, at]);
      const [longestAgo] = pressesOf.keys();
      if (pressesOf.size > keptPeople && longestAgo !== undefined) pressesOf.delete(longestAgo);
      return undefined;
    },
  };
}
