import type { GuildLink } from "../store/guild-links.ts";

/** Identifies everything that was read through a link; unique across guilds. */
export function scopeOf({ guildId, linkKey }: Pick<GuildLink, "guildId" | "linkKey">): string {
  return `${guildId}/${linkKey}`;
}

interface SystemActor {
  readonly userId: string;
  readonly name: string;
}

/** Used in orders in place of a player. These aren't users, so never look them up. */
export const systemActors: readonly SystemActor[] = [
  { userId: "1", name: "Point of sale" },
  { userId: "2", name: "Kiosk" },
  { userId: "3", name: "Mobile ordering" },
  { userId: "4", name: "NPC" },
];

export function systemActorName(userId: string): string | undefined {
  return systemActors.find((actor) => actor.userId === userId)?.name;
}
