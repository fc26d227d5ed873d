import { invitedBotPermissions, playgroundSeed } from "./playground-seed.ts";
import type { DiscordSeed, SeedGuild } from "./seed-types.ts";

/** A small guild with the playground's people in it and one open channel; `index` makes its ids. */
function plainGuild(index: number, changes: Partial<SeedGuild> = {}): SeedGuild {
  // Bit 22 and up choose the shard, so that neighbouring guilds land on different shards.
  const id = (1_200_000_000_000_000_000n + (BigInt(index) << 22n)).toString();
  return {
    id,
    name: `Guild ${index}`,
    ownerId: playgroundSeed.users[0]?.id ?? id,
    everyonePermissions: invitedBotPermissions | (1n << 31n),
    botPermissions: invitedBotPermissions,
    roles: [],
    channels: [{ id: (BigInt(id) + 1n).toString(), name: "general" }],
    members: playgroundSeed.users.map(({ id: discordUserId }) => ({ discordUserId, roleIds: [] })),
    ...changes,
  };
}

/** The playground's seed with this many guilds more. */
export function seedWithGuilds(count: number): DiscordSeed {
  const more = Array.from({ length: count }, (_, index) => plainGuild(index));
  return { ...playgroundSeed, guilds: [...playgroundSeed.guilds, ...more] };
}
