import { renderContext } from "../../src/ui/render-context.ts";
import { ChannelType, type CommandInteractionOption } from "discord.js";
import type { Reply } from "../../src/ui/reply.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { recordAudit } from "../../src/interactions/audit.ts";
import type { GuildLink } from "../../src/store/guild-links.ts";
import { channelOption } from "../kit/options.ts";
import { type GuildWorkspaces, workspacesOf } from "./guild-workspaces.ts";
import { boldName, renderChannel } from "./render-change.ts";
import { findWorkspace, workspaceOption } from "./workspace-option.ts";

export const channel = defineSubcommand({
  name: "channel",
  description: "Link a channel to a workspace",
  options: {
    workspace: workspaceOption("The workspace; leave empty to unlink the channel"),
    channel: channelOption(
      "The channel (this one by default)",
      ChannelType.GuildText,
      ChannelType.GuildAnnouncement,
      ChannelType.GuildVoice,
      ChannelType.GuildStageVoice,
      ChannelType.PublicThread,
      ChannelType.PrivateThread,
      ChannelType.AnnouncementThread,
    ),
  },
  access: "admin",
  needs: "guild",
  ack: "ephemeral",
  operations: [],
  async run({ options: { workspace: typed, channel: chosen } }, ctx) {
    const channelId = chosen?.id ?? ctx.channelId;
    const workspaces = await workspacesOf(ctx);
    const before = boundTo(channelId, workspaces);
    const parentId = chosen === undefined ? ctx.parentChannelId : parentOf(chosen);
    const fallbackLink = boundTo(parentId, workspaces) ?? workspaces.defaultLink;
    const change = { channelId, before, fallbackLink, workspaces };
    return typed === undefined ? unbind(change, ctx) : bind(findWorkspace(typed, workspaces), change, ctx);
  },
});

interface Change {
  readonly channelId: string;
  readonly before: GuildLink | undefined;
  /** The workspace used there without a link of its own. */
  readonly fallbackLink: GuildLink | undefined;
  readonly workspaces: GuildWorkspaces;
}

async function bind(link: GuildLink, change: Change, ctx: GuildContext): Promise<Reply> {
  const { channelId, before, fallbackLink } = change;
  if (link === before)
    return {
      content: `Commands in <#${channelId}> already use ${boldName(link)}. Nothing was changed.`,
    };
  await ctx.store.channelLinks.bind(ctx.guildId, channelId, link.linkKey);
  await note(link, change, ctx);
  return renderChannel({ channelId, link, fallbackLink }, await workspacesOf(ctx), renderContext(ctx));
}

async function unbind(change: Change, ctx: GuildContext): Promise<Reply> {
  const { channelId, before, fallbackLink } = change;
  if (!(await ctx.store.channelLinks.unbind(ctx.guildId, channelId)) || before === undefined)
    return {
      content: `<#${channelId}> isn't linked to its own workspace. Nothing was changed. To link it, choose a workspace in \`workspace\`.`,
    };
  await note(undefined, change, ctx);
  return renderChannel(
    { channelId, link: undefined, fallbackLink },
    await workspacesOf(ctx),
    renderContext(ctx),
  );
}

function note(after: GuildLink | undefined, { channelId, before }: Change, ctx: GuildContext): Promise<void> {
  const detail = { before: before?.name, after: after?.name };
  return recordAudit({ action: "link.channel", outcome: "done", target: channelId, detail }, ctx);
}

/** A thread's channel; for other channels it's their category, which can't be linked. */
function parentOf(chosen: NonNullable<CommandInteractionOption["channel"]>): string | undefined {
  if ("parentId" in chosen) return chosen.parentId ?? undefined;
  return "parent_id" in chosen ? (chosen.parent_id ?? undefined) : undefined;
}

function boundTo(channelId: string | undefined, { links, bindings }: GuildWorkspaces): GuildLink | undefined {
  const present = bindings.find((each) => each.channelId === channelId);
  return links.find(({ linkKey }) => linkKey === present?.linkKey);
}
