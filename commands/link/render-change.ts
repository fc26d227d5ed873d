import { receipt } from "../../src/ui/receipt.ts";
import type { RenderContext } from "../../src/ui/render-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import type { GuildLink } from "../../src/store/guild-links.ts";
import { escapeMarkdown } from "../../src/ui/escape.ts";
import type { GuildWorkspaces } from "./guild-workspaces.ts";
import { describeBindings } from "./render-parts.ts";

/** @param after the current state */
export function renderNewDefault(
  before: GuildLink | undefined,
  chosen: GuildLink,
  after: GuildWorkspaces,
  ctx: RenderContext,
): Reply {
  const was = before === undefined ? "" : ` Before, it was ${formatBoldName(before)}.`;
  return receipt(
    {
      title: "Default workspace changed",
      verb: "Changed",
      lines: [
        `Channels without their own workspace now use ${formatBoldName(chosen)}.${was}`,
        describeBindings(after),
      ],
    },
    ctx,
  );
}

export interface ChannelBinding {
  readonly channelId: string;
  /** `undefined` if the channel was unlinked. */
  readonly link: GuildLink | undefined;
  /** The workspace used there without a link of its own. */
  readonly fallbackLink: GuildLink | undefined;
}

export function renderChannel(
  { channelId, link, fallbackLink }: ChannelBinding,
  after: GuildWorkspaces,
  ctx: RenderContext,
): Reply {
  const back =
    fallbackLink === undefined ? "" : `, so commands there use ${formatBoldName(fallbackLink)} again`;
  const what =
    link === undefined
      ? `<#${channelId}> is no longer linked to its own workspace${back}.`
      : `Commands in <#${channelId}> and its threads now use ${formatBoldName(link)}.`;
  const title = link === undefined ? "Channel unlinked" : "Channel linked";
  return receipt({ title, verb: "Changed", lines: [what, describeBindings(after)] }, ctx);
}

export function renderRenamed(link: GuildLink, name: string, ctx: RenderContext): Reply {
  return receipt(
    {
      title: "Workspace renamed",
      verb: "Changed",
      lines: [
        `${formatBoldName(link)} is now called **${escapeMarkdown(name, 60)}** in this server. Nothing changed in the workspace itself.`,
      ],
      ids: { Workspace: link.workspaceId },
    },
    ctx,
  );
}

export function formatBoldName({ name }: GuildLink): string {
  return `**${escapeMarkdown(name, 60)}**`;
}
