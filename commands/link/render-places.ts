import type { GuildLink } from "../../src/store/guild-links.ts";
import { inert } from "../../src/text/inert.ts";
import { joined } from "../shared/lines.ts";
import type { GuildWorkspaces } from "./guild-workspaces.ts";

const mostChannels = 5;

/** In which channels commands speak of a workspace; `undefined` when they do in none. */
export function placesOf(
  { linkKey }: GuildLink,
  { links, tied, byDefault }: GuildWorkspaces,
): string | undefined {
  const own = tied.filter((each) => each.linkKey === linkKey);
  const mentions = own.slice(0, mostChannels).map(({ channelId }) => `<#${channelId}>`);
  const others = tied.some((each) => links.some((link) => link.linkKey === each.linkKey));
  const parts = [
    ...mentions,
    own.length > mostChannels && `${own.length - mostChannels} more`,
    linkKey === byDefault?.linkKey && (others ? "every other channel" : "every channel"),
  ];
  return joined(parts, ", ") || undefined;
}

/** A line for each workspace of the guild: where commands speak of it. */
export function placeLines(workspaces: GuildWorkspaces): string {
  return workspaces.links
    .map((link) => `**${inert(link.name, 60)}** · ${placesOf(link, workspaces) ?? "no channel yet"}`)
    .join("\n");
}
