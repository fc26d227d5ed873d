import { SlashCommandSubcommandBuilder } from "@discordjs/builders";
import { ChannelType, type CommandInteractionOption } from "discord.js";
import type { Answer } from "../../src/interactions/answer.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { recordDeed } from "../../src/interactions/recording.ts";
import type { GuildLink } from "../../src/store/guild-links.ts";
import { type GuildWorkspaces, workspacesOf } from "./guild-workspaces.ts";
import { called, renderChannel } from "./render-change.ts";
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
  suggest: { workspace: suggestWorkspaces },
  async run(interaction, ctx) {
    const chosen = interaction.options.getChannel("channel");
    const channelId = chosen?.id ?? ctx.channelId;
    const typed = interaction.options.getString("workspace");
    const workspaces = await workspacesOf(ctx);
    const before = tiedTo(channelId, workspaces);
    const parentId = chosen === null ? ctx.parentChannelId : parentOf(chosen);
    const otherwise = tiedTo(parentId, workspaces) ?? workspaces.byDefault;
    const change = { channelId, before, otherwise, workspaces };
    return typed === null ? setFree(change, ctx) : tie(findWorkspace(typed, workspaces), change, ctx);
  },
});

interface Change {
  readonly channelId: string;
  readonly before: GuildLink | undefined;
  /** What is spoken of there when it is tied to none. */
  readonly otherwise: GuildLink | undefined;
  readonly workspaces: GuildWorkspaces;
}

async function tie(link: GuildLink, change: Change, ctx: GuildContext): Promise<Answer> {
  const { channelId, before, otherwise } = change;
  if (link === before)
    return { content: `Commands in <#${channelId}> speak of ${called(link)} already. Nothing was changed.` };
  await ctx.store.channelLinks.bind(ctx.guildId, channelId, link.linkKey);
  await note(link, change, ctx);
  return renderChannel({ channelId, now: link, otherwise }, await workspacesOf(ctx), ctx);
}

async function setFree(change: Change, ctx: GuildContext): Promise<Answer> {
  const { channelId, before, otherwise } = change;
  if (!(await ctx.store.channelLinks.unbind(ctx.guildId, channelId)) || before === undefined)
    return {
      content: `<#${channelId}> is not tied to a workspace of its own. Nothing was changed. To tie it to one, choose it in \`workspace\`.`,
    };
  await note(undefined, change, ctx);
  return renderChannel({ channelId, now: undefined, otherwise }, await workspacesOf(ctx), ctx);
}

function note(after: GuildLink | undefined, { channelId, before }: Change, ctx: GuildContext): Promise<void> {
  const detail = { before: before?.name, after: after?.name };
  return recordDeed({ action: "link.channel", outcome: "done", target: channelId, detail }, ctx);
}

/** A thread's channel; of others it is their category, which nothing can be tied to. */
function parentOf(chosen: NonNullable<CommandInteractionOption["channel"]>): string | undefined {
  if ("parentId" in chosen) return chosen.parentId ?? undefined;
  return "parent_id" in chosen ? (chosen.parent_id ?? undefined) : undefined;
}

function tiedTo(channelId: string | undefined, { links, tied }: GuildWorkspaces): GuildLink | undefined {
  const present = tied.find((each) => each.channelId === channelId);
  return links.find(({ linkKey }) => linkKey === present?.linkKey);
}
