const discordEpochMs = 1_420_070_400_000;

/** Ids that grow with time and never repeat, also while the clock is stopped or set back. */
export function snowflakes(now: () => number): () => string {
  let last = 0n;
  return () => {
    const ofThisMoment = BigInt(Math.max(0, Math.floor(now()) - discordEpochMs)) << 22n;
    last = ofThisMoment > last ? ofThisMoment : last + 1n;
    return last.toString();
  };
}

export function isSnowflake(value: unknown): value is string {
  return typeof value === "string" && /^\d{15,20}$/.test(value);
}

export function shardOf(guildId: string, shardCount: number): number {
  return Number((BigInt(guildId) >> 22n) % BigInt(shardCount));
}
