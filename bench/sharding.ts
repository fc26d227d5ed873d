/** What Discord suggests: a shard for every thousand guilds. */
const guildsAShard = 1_000;

export function shardsFor(guilds: number): number {
  return Math.max(1, Math.ceil(guilds / guildsAShard));
}

/** Discord's documented rule. */
export function shardOf(guildId: string, shards: number): number {
  return Number((BigInt(guildId) >> 22n) % BigInt(shards));
}
