import type { Reply } from "../../src/ui/reply.ts";
import type { GuildLink } from "../../src/store/guild-links.ts";
import { embed } from "../../src/ui/embed.ts";
import { inlineCode, escapeMarkdown } from "../../src/ui/escape.ts";
import { timestamp } from "../../src/ui/time.ts";
import type { GuildWorkspaces } from "./guild-workspaces.ts";
import { describeBindings } from "./render-parts.ts";

interface RenderContext {
  readonly invoker: { readonly discordUserId: string };
  readonly now: () => number;
}

/** @param after how things stand now */
export function renderNewDefault(
  before: GuildLink | undefined,
  now: GuildLink,
  after: GuildWorkspaces,
  words: RenderContext,
): Reply {
  const was = before === undefined ? "" : ` Until now it was ${boldName(before)}.`;
  return receipt(
    "Default workspace changed",
    [
      `In each channel that is tied to no workspace of its own, commands now speak of ${boldName(now)}.${was}`,
      describeBindings(after),
    ],
    words,
  );
}

export interface ChannelBinding {
  readonly channelId: string;
  /** `undefined` when the channel is tied to none from now on. */
  readonly now: GuildLink | undefined;
  /** What commands speak of there when it is tied to none. */
  readonly fallbackLink: GuildLink | undefined;
}

export function renderChannel(
  { channelId, now, fallbackLink }: ChannelBinding,
  after: GuildWorkspaces,
  words: RenderContext,
): Reply {
  const back =
    fallbackLink === undefined ? "" : `, so commands there speak of ${boldName(fallbackLink)} again`;
  const what =
    now === undefined
      ? `<#${channelId}> is not tied to a workspace of its own any more${back}.`
      : `Commands in <#${channelId}> now speak of ${boldName(now)}. Threads follow their channel.`;
  const title = now === undefined ? "Channel set free" : "Channel tied to a workspace";
  return receipt(title, [what, describeBindings(after)], words);
}

export function renderRenamed(link: GuildLink, name: string, words: RenderContext): Reply {
  return receipt(
    "Workspace renamed",
    [
      `${boldName(link)} is called **${escapeMarkdown(name, 60)}** here from now on. In the workspace itself nothing changed.`,
      `-# ${inlineCode(link.workspaceId, 60)}`,
    ],
    words,
  );
}

export function boldName({ name }: GuildLink): string {
  return `**${escapeMarkdown(name, 60)}**`;
}

function receipt(title: string, lines: readonly string[], { invoker, now }: RenderContext): Reply {
  const at = timestamp(Temporal.Instant.fromEpochMilliseconds(now()));
  const who = `-# Changed by <@${invoker.discordUserId}> · ${at}`;
  return { embeds: [embed({ title, description: [...lines, who].join("\n"), tone: "done" })] };
}
