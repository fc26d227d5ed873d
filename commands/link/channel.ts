import { SlashCommandSubcommandBuilder } from "@discordjs/builders";
import { ChannelType, type CommandInteractionOption } from "discord.js";
import type { Reply } from "../../src/ui/reply.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { recordAudit } from "../../src/interactions/audit.ts";
import type { GuildLink } from "../../src/store/guild-links.ts";
import { type GuildWorkspaces, workspacesOf } from "./guild-workspaces.ts";
import { boldName, renderChannel } from "./render-change.ts";
import { findWorkspace, suggestWorkspaces, workspaceOption } from "./workspace-option.ts";

export const channel = defineSubcommand({
  data: new SlashCommandSubcommandBuilder()
    .setName("channel")
    .setDescription("Tie a channel to a workspace, so that commands there speak of it")
    .addStringOption(workspaceOption("Which workspace; leave it out to set the channel free", false))
    .addChannelOption((option) =>
      option
        .setName("channel")
        .setDescription("Which channel; this one when left out")
        .addChannelTypes(
          ChannelType.GuildText,
          ChannelType.GuildAnnouncement,
          ChannelType.GuildVoice,
          ChannelType.GuildStageVoice,
          ChannelType.PublicThread,
          ChannelType.PrivateThread,
          ChannelType.AnnouncementThread,
        ),
    ),
  access: "admin",
  needs: "guild",
  ack: "ephemeral",
  operations: [],
  autocomplete: { workspace: suggestWorkspaces },
  async run(interaction, ctx) {
    const chosen = interaction.options.getChannel("channel");
    const channelId = chosen?.id ?? ctx.channelId;
    const typed = interaction.options.getString("workspace");
    const workspaces = await workspacesOf(ctx);
    const before = boundTo(channelId, workspaces);
    const parentId = chosen === null ? ctx.parentChannelId : parentOf(chosen);
    const fallbackLink = boundTo(parentId, workspaces) ?? workspaces.defaultLink;
    const change = { channelId, before, fallbackLink, workspaces };
    return typed === null ? unbind(change, ctx) : bind(findWorkspace(typed, workspaces), change, ctx);
  },
});

interface Change {
  readonly channelId: string;
  readonly before: GuildLink | undefined;
  /** What is spoken of there when it is tied to none. */
  readonly fallbackLink: GuildLink | undefined;
  readonly workspaces: GuildWorkspaces;
}

async function bind(link: GuildLink, change: Change, ctx: GuildContext): Promise<Reply> {
  const { channelId, before, fallbackLink } = change;
  if (link === before)
    return {
      content: `Commands in <#${channelId}> speak of ${boldName(link)} already. Nothing was changed.`,
    };
  await ctx.store.channelLinks.bind(ctx.guildId, channelId, link.linkKey);
  await note(link, change, ctx);
  return renderChannel({ channelId, now: link, fallbackLink }, await workspacesOf(ctx), ctx);
}

async function unbind(change: Change, ctx: GuildContext): Promise<Reply> {
  const { channelId, before, fallbackLink } = change;
  if (!(await ctx.store.channelLinks.unbind(ctx.guildId, channelId)) || before === undefined)
    return {
      content: `<#${channelId}> is not tied to a workspace of its own. Nothing was changed. To tie it to one, choose it in \`workspace\`.`,
    };
  await note(undefined, change, ctx);
  return renderChannel({ channelId, now: undefined, fallbackLink }, await workspacesOf(ctx), ctx);
}

function note(after: GuildLink | undefined, { channelId, before }: Change, ctx: GuildContext): Promise<void> {
  const detail = { before: before?.name, after: after?.name };
  return recordAudit({ action: "link.channel", outcome: "done", target: channelId, detail }, ctx);
}

/** A thread's channel; of others it is their category, which nothing can be tied to. */
function parentOf(chosen: NonNullable<CommandInteractionOption["channel"]>): string | undefined {
  if ("parentId" in chosen) return chosen.parentId ?? undefined;
  return "parent_id" in chosen ? (chosen.parent_id ?? undefined) : undefined;
}

function boundTo(channelId: string | undefined, { links, bindings }: GuildWorkspaces): GuildLink | undefined {
  const present = bindings.find((each) => each.channelId === channelId);
  return links.find(({ linkKey }) => linkKey === present?.linkKey);
}
