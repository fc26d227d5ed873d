import type { GuildLink } from "../../src/store/guild-links.ts";
import { weekMs } from "../../src/time.ts";
import type { EmbedFieldParts } from "../../src/ui/embed.ts";
import { escapeMarkdown } from "../../src/ui/escape.ts";
import { joinParts } from "../../src/ui/lines.ts";
import { formatRelativeAndExact, timestamp } from "../../src/ui/time.ts";
import type { GuildWorkspaces } from "./guild-workspaces.ts";

const soonMs = 2 * weekMs;

interface KeyEnd {
  readonly text: string;
  /** Past, or within two weeks. */
  readonly urgent: boolean;
}

/** When the key expires, in words; `undefined` if the key doesn't say. */
export function describeKeyEnd(endsAt: Temporal.Instant | undefined, now: number): KeyEnd | undefined {
  if (endsAt === undefined) return undefined;
  const leftMs = endsAt.epochMilliseconds - now;
  if (leftMs <= 0) return { text: `❌ expired: ${formatRelativeAndExact(endsAt)}`, urgent: true };
  if (leftMs <= soonMs) return { text: `⚠️ expires: ${formatRelativeAndExact(endsAt)}`, urgent: true };
  return { text: formatRelativeAndExact(endsAt), urgent: false };
}

const maxChannels = 5;

/** The channels that use a workspace; `undefined` if none do. */
export function formatBoundChannels(
  { linkKey }: GuildLink,
  { links, bindings, defaultLink }: GuildWorkspaces,
): string | undefined {
  const own = bindings.filter((each) => each.linkKey === linkKey);
  const mentions = own.slice(0, maxChannels).map(({ channelId }) => `<#${channelId}>`);
  const others = bindings.some((each) => links.some((link) => link.linkKey === each.linkKey));
  const parts = [
    ...mentions,
    own.length > maxChannels && `${own.length - maxChannels} more`,
    linkKey === defaultLink?.linkKey && (others ? "every other channel" : "every channel"),
  ];
  return joinParts(parts, ", ") || undefined;
}

/** A line for each of the guild's workspaces, with the channels that use it. */
export function describeBindings(workspaces: GuildWorkspaces): string {
  return workspaces.links
    .map(
      (link) =>
        `**${escapeMarkdown(link.name, 60)}** · ${formatBoundChannels(link, workspaces) ?? "no channel yet"}`,
    )
    .join("\n");
}

/** Who linked it and when, and the key's expiry if known. */
export function createLinkFields(link: GuildLink, keyEnd: KeyEnd | undefined): readonly EmbedFieldParts[] {
  const since = timestamp(Temporal.Instant.fromEpochMilliseconds(link.linkedAt), "R");
  return [
    { name: "Linked by", value: `<@${link.linkedByDiscordUserId}> · ${since}`, inline: true },
    ...(keyEnd === undefined ? [] : [{ name: "Key expires", value: keyEnd.text, inline: true }]),
  ];
}
