import type { GuildLink } from "../store/guild-links.ts";

/** Under this name everything is kept that was read through a link. No other link, of any guild, has it. */
export function scopeOf({ guildId, linkKey }: Pick<GuildLink, "guildId" | "linkKey">): string {
  return `${guildId}/${linkKey}`;
}
