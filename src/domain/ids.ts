import type { GuildLink } from "../store/guild-links.ts";

/** Under this name everything is kept that was read through a link. No other link, of any guild, has it. */
export function scopeOf({ guildId, linkKey }: Pick<GuildLink, "guildId" | "linkKey">): string {
  return `${guildId}/${linkKey}`;
}

interface SystemActor {
  readonly userId: string;
  readonly name: string;
}

/** Used in an order in place of a player. They are not users: never look them up. */
export const systemActors: readonly SystemActor[] = [
  { userId: "1", name: "Point of sale" },
  { userId: "2", name: "Kiosk" },
  { userId: "3", name: "Mobile ordering" },
  { userId: "4", name: "NPC" },
];

export function systemActorName(userId: string): string | undefined {
  return systemActors.find((actor) => actor.userId === userId)?.name;
}
