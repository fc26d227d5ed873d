import { receipt } from "../../src/ui/receipt.ts";
import type { RenderContext } from "../../src/ui/render-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import type { GuildLink } from "../../src/store/guild-links.ts";
import { inlineCode, escapeMarkdown } from "../../src/ui/escape.ts";
import type { GuildWorkspaces } from "./guild-workspaces.ts";
import { describeBindings } from "./render-parts.ts";

/** @param after how things stand now */
export function renderNewDefault(
  before: GuildLink | undefined,
  now: GuildLink,
  after: GuildWorkspaces,
  ctx: RenderContext,
): Reply {
  const was = before === undefined ? "" : ` Until now it was ${boldName(before)}.`;
  return receipt(
    {
      title: "Default workspace changed",
      verb: "Changed",
      lines: [
        `In each channel without a workspace of its own, commands now use ${boldName(now)}.${was}`,
        describeBindings(after),
      ],
    },
    ctx,
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
  ctx: RenderContext,
): Reply {
  const back =
    fallbackLink === undefined ? "" : `, so commands there speak of ${boldName(fallbackLink)} again`;
  const what =
    now === undefined
      ? `<#${channelId}> is not tied to a workspace of its own any more${back}.`
      : `Commands in <#${channelId}> now speak of ${boldName(now)}. Threads follow their channel.`;
  const title = now === undefined ? "Channel set free" : "Channel tied to a workspace";
  return receipt({ title, verb: "Changed", lines: [what, describeBindings(after)] }, ctx);
}

export function renderRenamed(link: GuildLink, name: string, ctx: RenderContext): Reply {
  return receipt(
    {
      title: "Workspace renamed",
      verb: "Changed",
      lines: [
        `${boldName(link)} is called **${escapeMarkdown(name, 60)}** here from now on. In the workspace itself nothing changed.`,
      ],
      facts: [inlineCode(link.workspaceId, 60)],
    },
    ctx,
  );
}

export function boldName({ name }: GuildLink): string {
  return `**${escapeMarkdown(name, 60)}**`;
}
