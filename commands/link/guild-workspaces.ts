import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { ChannelLink } from "../../src/store/channel-links.ts";
import type { GuildLink } from "../../src/store/guild-links.ts";

/** The workspaces of a guild, and where its commands speak of which. */
export interface GuildWorkspaces {
  /** Oldest first. */
  readonly links: readonly GuildLink[];
  /** What commands speak of in a channel that is tied to none; `undefined` when the guild has no workspace. */
  readonly byDefault: GuildLink | undefined;
  readonly tied: readonly ChannelLink[];
}

export async function workspacesOf({
  store,
  guildId,
}: Pick<GuildContext, "store" | "guildId">): Promise<GuildWorkspaces> {
  const [links, tied, chosen] = await Promise.all([
    store.guildLinks.list(guildId),
    store.channelLinks.list(guildId),
    store.guildSettings.get(guildId, "default-link"),
  ]);
  return { links, tied, byDefault: links.find(({ linkKey }) => linkKey === chosen) ?? links[0] };
}
