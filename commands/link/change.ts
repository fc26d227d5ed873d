import { ChannelType, type CommandInteractionOption } from "discord.js";
import { renderContext } from "../../src/ui/render-context.ts";
import { UserError } from "../../src/errors.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import { recordAudit } from "../../src/interactions/audit.ts";
import type { Reply } from "../../src/ui/reply.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { GuildLink } from "../../src/store/guild-links.ts";
import { text, channelOption } from "../kit/options.ts";
import {
  readGuildWorkspaces,
  type GuildWorkspaces,
  findWorkspace,
  workspaceOption,
} from "./guild-workspaces.ts";
import { maxWorkspaceNameLength, describeNameProblem, readName } from "./parse-input.ts";
import { formatBoldName, renderRenamed, renderNewDefault, renderChannel } from "./render-change.ts";

export const rename = defineSubcommand({
  name: "rename",
  description: "Rename a workspace in this server",
  options: {
    workspace: workspaceOption("The workspace").required(),
    name: text("The new name in this server").required().max(maxWorkspaceNameLength),
  },
  access: "admin",
  needs: "guild",
  ack: "ephemeral",
  operations: [],
  async run({ options }, ctx) {
    const workspaces = await readGuildWorkspaces(ctx);
    const link = findWorkspace(options.workspace, workspaces);
    const name = readName(options.name);
    const problem =
      name === "" ? "That name has no visible characters" : describeNameProblem(name, workspaces.links, link);
    if (problem !== undefined)
      throw new UserError(`${problem}, so nothing was changed. Choose another name.`);
    if (name === link.name)
      return { content: `${formatBoldName(link)} already has that name. Nothing was changed.` };

    if (!(await ctx.store.guildLinks.rename(ctx.guildId, link.linkKey, name)))
      throw new UserError(
        `The link to ${formatBoldName(link)} was removed in the meantime, so nothing was changed.`,
      );
    const detail = { before: link.name, after: name };
    await recordAudit({ action: "link.rename", outcome: "done", target: link.workspaceId, detail }, ctx);
    return renderRenamed(link, name, renderContext(ctx));
  },
});

export const setDefault = defineSubcommand({
  name: "default",
  description: "Set the default workspace for channels without one",
  options: { workspace: workspaceOption("The default workspace").required() },
  access: "admin",
  needs: "guild",
  ack: "ephemeral",
  operations: [],
  async run({ options }, ctx) {
    const workspaces = await readGuildWorkspaces(ctx);
    const { defaultLink: before } = workspaces;
    const link = findWorkspace(options.workspace, workspaces);
    if (link === before)
      return { content: `${formatBoldName(link)} is already the default. Nothing was changed.` };

    await ctx.store.guildSettings.set(ctx.guildId, "default-link", link.linkKey);
    const detail = { before: before?.name, after: link.name };
    await recordAudit({ action: "link.default", outcome: "done", target: link.workspaceId, detail }, ctx);
    return renderNewDefault(before, link, { ...workspaces, defaultLink: link }, renderContext(ctx));
  },
});

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
    const workspaces = await readGuildWorkspaces(ctx);
    const before = findBoundLink(channelId, workspaces);
    const parentId = chosen === undefined ? ctx.parentChannelId : findParent(chosen);
    const fallbackLink = findBoundLink(parentId, workspaces) ?? workspaces.defaultLink;
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
      content: `Commands in <#${channelId}> already use ${formatBoldName(link)}. Nothing was changed.`,
    };
  await ctx.store.channelLinks.bind(ctx.guildId, channelId, link.linkKey);
  await note(link, change, ctx);
  return renderChannel({ channelId, link, fallbackLink }, await readGuildWorkspaces(ctx), renderContext(ctx));
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
    await readGuildWorkspaces(ctx),
    renderContext(ctx),
  );
}

function note(after: GuildLink | undefined, { channelId, before }: Change, ctx: GuildContext): Promise<void> {
  const detail = { before: before?.name, after: after?.name };
  return recordAudit({ action: "link.channel", outcome: "done", target: channelId, detail }, ctx);
}

/** A thread's channel; for other channels it's their category, which can't be linked. */
function findParent(chosen: NonNullable<CommandInteractionOption["channel"]>): string | undefined {
  if ("parentId" in chosen) return chosen.parentId ?? undefined;
  return "parent_id" in chosen ? (chosen.parent_id ?? undefined) : undefined;
}

function findBoundLink(
  channelId: string | undefined,
  { links, bindings }: GuildWorkspaces,
): GuildLink | undefined {
  const present = bindings.find((each) => each.channelId === channelId);
  return links.find(({ linkKey }) => linkKey === present?.linkKey);
}
