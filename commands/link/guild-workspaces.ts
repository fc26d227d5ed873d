import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { ChannelLink } from "../../src/store/channel-links.ts";
import type { GuildLink } from "../../src/store/guild-links.ts";

/** A guild's workspaces, and which channels use which. */
export interface GuildWorkspaces {
  /** Oldest first. */
  readonly links: readonly GuildLink[];
  /** Used in channels without their own; `undefined` if the guild has no workspace. */
  readonly defaultLink: GuildLink | undefined;
  readonly bindings: readonly ChannelLink[];
}

export async function workspacesOf({
  store,
  guildId,
}: Pick<GuildContext, "store" | "guildId">): Promise<GuildWorkspaces> {
  const [links, bindings, chosen] = await Promise.all([
    store.guildLinks.list(guildId),
    store.channelLinks.list(guildId),
    store.guildSettings.get(guildId, "default-link"),
  ]);
  return { links, bindings, defaultLink: links.find(({ linkKey }) => linkKey === chosen) ?? links[0] };
}
