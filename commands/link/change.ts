import { type AnySelectMenuInteraction, type APIChannel, type Channel, ChannelType } from "discord.js";
import { z } from "zod";
import { renderContext } from "../../src/ui/render-context.ts";
import { MisuseError, UserError } from "../../src/errors.ts";
import { defineButton, defineSelect, outdatedComponentText } from "../../src/interactions/components.ts";
import { createDraft, requireOwnDraft } from "../../src/interactions/confirmation/drafts.ts";
import { recordAudit } from "../../src/interactions/audit.ts";
import type { Component } from "../../src/interactions/handler.ts";
import { changedAgainText } from "../../src/ui/receipt.ts";
import { createButton, createButtonRow, createChannelMenuRow } from "../../src/ui/buttons.ts";
import type { Reply, Row } from "../../src/ui/reply.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { GuildLink } from "../../src/store/guild-links.ts";
import { createTextField, readText } from "../kit/fields.ts";
import { defineDraftForm } from "../kit/form.ts";
import { readGuildWorkspaces, type GuildWorkspaces } from "./guild-workspaces.ts";
import { createLinksButton, linkIds, renderLinkNote, requireLink } from "./ids.ts";
import { maxWorkspaceNameLength, describeNameProblem, readName } from "./parse-input.ts";
import {
  formatBoldName,
  renderChannel,
  renderChannelChoice,
  renderNewDefault,
  renderRenamed,
  describeMachines,
  renderMachines,
} from "./render-change.ts";
import {
  formatMachines,
  type Machine,
  type MachineProblem,
  parseMachines,
} from "../../src/domain/machines.ts";
import { escapeMarkdown } from "../../src/ui/escape.ts";

const admins = { access: "admin", needs: "guild" } as const;

const TypedName = z.object({ linkKey: z.string(), name: z.string() });
interface NewName {
  readonly link: GuildLink;
  readonly name: string;
}

const renameForm = defineDraftForm<z.output<typeof TypedName>, NewName, "guild">({
  name: "link.rename",
  command: "link status",
  ...admins,
  replacesMessage: true,
  typed: TypedName,
  modal: ({ name }) => ({
    title: "Rename the workspace",
    components: [
      createTextField({
        id: "name",
        label: "Name in this server",
        description: "Nothing changes in the workspace itself.",
        max: maxWorkspaceNameLength,
        required: true,
        value: name,
      }),
    ],
  }),
  read(fields, opened) {
    // It is always opened for a link.
    if (opened === undefined) throw new MisuseError(outdatedComponentText);
    return { ...opened, name: readText(fields, "name") };
  },
  parse: readNewName,
  respond: rename,
  refusal: renderLinkNote,
});

async function readNewName(
  { linkKey, name: typed }: z.output<typeof TypedName>,
  ctx: GuildContext,
): Promise<NewName> {
  const { links } = await readGuildWorkspaces(ctx);
  const link = requireLink(linkKey, links, ctx);
  const name = readName(typed);
  const problem =
    name === "" ? "That name has no visible characters" : describeNameProblem(name, links, link);
  if (problem !== undefined) throw new UserError(`${problem}, so nothing was changed. Choose another name.`);
  return { link, name };
}

async function rename({ link, name }: NewName, ctx: GuildContext): Promise<Reply> {
  if (name === link.name)
    return renderLinkNote(`${formatBoldName(link)} already has that name. Nothing was changed.`);
  if (!(await ctx.store.guildLinks.rename(ctx.guildId, link.linkKey, name)))
    throw new UserError(
      `The link to ${formatBoldName(link)} was removed in the meantime, so nothing was changed.`,
    );
  const detail = { before: link.name, after: name };
  await recordAudit({ action: "link.rename", outcome: "done", target: link.workspaceId, detail }, ctx);
  return {
    ...renderRenamed(link, name, renderContext(ctx)),
    components: await createUndoRow({ linkKey: link.linkKey, name: link.name, changedTo: name }, ctx),
  };
}

const renameButton = defineButton({
  id: linkIds.rename,
  ...admins,
  ack: "modal",
  async run({ linkKey }, ctx) {
    const { name } = requireLink(linkKey, await ctx.store.guildLinks.list(ctx.guildId), ctx);
    return renameForm.openStored({ linkKey, name }, ctx);
  },
});

const defaultButton = defineButton({
  id: linkIds.setDefault,
  ...admins,
  ack: "update",
  run: makeDefault,
});

async function makeDefault({ linkKey }: { readonly linkKey: string }, ctx: GuildContext): Promise<Reply> {
  const workspaces = await readGuildWorkspaces(ctx);
  const { links, defaultLink: before } = workspaces;
  const link = requireLink(linkKey, links, ctx);
  if (link === before)
    return renderLinkNote(`${formatBoldName(link)} is already the default. Nothing was changed.`);

  await ctx.store.guildSettings.set(ctx.guildId, "default-link", link.linkKey);
  const detail = { before: before?.name, after: link.name };
  await recordAudit({ action: "link.default", outcome: "done", target: link.workspaceId, detail }, ctx);
  return {
    ...renderNewDefault(before, link, { ...workspaces, defaultLink: link }, renderContext(ctx)),
    components:
      before === undefined
        ? createButtonRow(createLinksButton())
        : await createUndoRow({ linkKey: before.linkKey, changedTo: link.linkKey }, ctx),
  };
}

const channelButton = defineButton({
  id: linkIds.channel,
  ...admins,
  ack: "update",
  async run({ linkKey }, ctx) {
    const workspaces = await readGuildWorkspaces(ctx);
    const link = requireLink(linkKey, workspaces.links, ctx);
    return {
      ...renderChannelChoice(link, workspaces),
      components: [
        ...createChannelMenuRow({
          customId: linkIds.use.encode({ linkKey }),
          placeholder: "Choose a channel",
          types: [
            ChannelType.GuildText,
            ChannelType.GuildAnnouncement,
            ChannelType.GuildVoice,
            ChannelType.GuildStageVoice,
            ChannelType.PublicThread,
            ChannelType.PrivateThread,
            ChannelType.AnnouncementThread,
          ],
          channelId: undefined,
        }),
        ...createButtonRow(createLinksButton()),
      ],
    };
  },
});

const channelMenu = defineSelect({
  id: linkIds.use,
  ...admins,
  ack: "update",
  async run({ linkKey }, ctx, interaction) {
    const channel = getChosenChannel(interaction);
    return bind({ linkKey, channelId: channel.id, parentId: findParent(channel) ?? "" }, ctx);
  },
});

const bindButton = defineButton({ id: linkIds.bind, ...admins, ack: "update", run: bind });

const Binding = z.object({
  /** Empty for none of its own. */
  linkKey: z.string(),
  channelId: z.string(),
  /** Of a thread: its channel. */
  parentId: z.string(),
});
type Binding = z.output<typeof Binding>;

async function bind({ linkKey, channelId, parentId }: Binding, ctx: GuildContext): Promise<Reply> {
  const { channelLinks } = ctx.store;
  const workspaces = await readGuildWorkspaces(ctx);
  const before = findBoundLink(channelId, workspaces);
  const link = linkKey === "" ? undefined : requireLink(linkKey, workspaces.links, ctx);
  if (link !== undefined && link === before) {
    const stopId = linkIds.bind.encode({ linkKey: "", channelId, parentId });
    return renderLinkNote(
      `Commands in <#${channelId}> already use ${formatBoldName(link)}. Nothing was changed.`,
      createButtonRow(createButton({ customId: stopId, label: "Stop using it there" })),
    );
  }
  if (link !== undefined) await channelLinks.bind(ctx.guildId, channelId, link.linkKey);
  else if (!(await channelLinks.unbind(ctx.guildId, channelId)) || before === undefined)
    return renderLinkNote(`<#${channelId}> isn't linked to its own workspace. Nothing was changed.`);
  const detail = { before: before?.name, after: link?.name };
  await recordAudit({ action: "link.channel", outcome: "done", target: channelId, detail }, ctx);
  const fallbackLink = findBoundLink(parentId, workspaces) ?? workspaces.defaultLink;
  const undo = { linkKey: before?.linkKey ?? "", channelId, parentId, changedTo: linkKey };
  return {
    ...renderChannel({ channelId, link, fallbackLink }, await readGuildWorkspaces(ctx), renderContext(ctx)),
    components: await createUndoRow(undo, ctx),
  };
}

function getChosenChannel(interaction: AnySelectMenuInteraction): Channel | APIChannel {
  const channel = interaction.isChannelSelectMenu() ? interaction.channels.first() : undefined;
  if (channel === undefined) throw new MisuseError(outdatedComponentText);
  return channel;
}

/** A thread's channel; for other channels it's their category, which can't be linked. */
function findParent(chosen: Channel | APIChannel): string | undefined {
  if ("parentId" in chosen) return chosen.parentId ?? undefined;
  return "parent_id" in chosen ? (chosen.parent_id ?? undefined) : undefined;
}

function findBoundLink(channelId: string, { links, bindings }: GuildWorkspaces): GuildLink | undefined {
  const present = bindings.find((each) => each.channelId === channelId);
  return links.find(({ linkKey }) => linkKey === present?.linkKey);
}

/** The longest list has room. */
const maxTypedLength = 1_500;

const Typed = z.object({ linkKey: z.string(), machines: z.string() });

const machinesForm = defineDraftForm<
  z.output<typeof Typed>,
  { readonly linkKey: string; readonly machines: readonly Machine[] },
  "guild"
>({
  name: "link.machines",
  command: "link status",
  ...admins,
  replacesMessage: true,
  typed: Typed,
  modal: ({ machines }) => ({
    title: "Machines in orders",
    components: [
      createTextField({
        id: "machines",
        label: "Ids that are machines, not people",
        description: "Ids and names, such as 1 Point of sale, 2 Kiosk; or none",
        long: true,
        max: maxTypedLength,
        required: true,
        value: machines,
      }),
    ],
  }),
  read(fields, opened) {
    // It is always opened for a link.
    if (opened === undefined) throw new MisuseError(outdatedComponentText);
    return { ...opened, machines: readText(fields, "machines") };
  },
  parse: async ({ linkKey, machines }) => ({ linkKey, machines: requireMachines(machines) }),
  respond: changeMachines,
  refusal: renderLinkNote,
});

async function changeMachines(
  { linkKey, machines: after }: { readonly linkKey: string; readonly machines: readonly Machine[] },
  ctx: GuildContext,
): Promise<Reply> {
  const link = requireLink(linkKey, await ctx.store.guildLinks.list(ctx.guildId), ctx);
  const before = await ctx.machines.list(ctx.guildId, linkKey);
  const change = { before: formatMachines(before), after: formatMachines(after) };
  if (change.before === change.after)
    return renderLinkNote(`${describeMachines(link, after)} Nothing was changed.`);
  await ctx.machines.set(ctx.guildId, linkKey, after);
  const detail = { ...change, workspace: link.name };
  await recordAudit({ action: "link.machines", outcome: "done", target: link.workspaceId, detail }, ctx);
  return {
    ...renderMachines(link, after, renderContext(ctx)),
    components: await createUndoRow({ linkKey, machines: change.before, changedTo: change.after }, ctx),
  };
}

const machinesButton = defineButton({
  id: linkIds.machines,
  ...admins,
  ack: "modal",
  async run({ linkKey }, ctx) {
    requireLink(linkKey, await ctx.store.guildLinks.list(ctx.guildId), ctx);
    const present = await ctx.machines.list(ctx.guildId, linkKey);
    return machinesForm.openStored({ linkKey, machines: formatMachines(present) }, ctx);
  },
});

const undoDraftKind = "link.undo";
/** What it was changed to: otherwise someone changed it again. An earlier version didn't store it. */
const changed = { changedTo: z.string().optional() };
/** What a link was called, which ids were its machines, what a channel used, or which was the default. */
const Undoing = z.union([
  TypedName.extend(changed),
  Typed.extend(changed),
  Binding.extend(changed),
  z.object({ linkKey: z.string(), ...changed }),
]);
type Undoing = z.output<typeof Undoing>;

async function createUndoRow(payload: Undoing, ctx: GuildContext): Promise<readonly Row[]> {
  const draftId = await createDraft({ kind: undoDraftKind, payload }, ctx);
  const undo = createButton({ customId: linkIds.undo.encode({ draftId }), label: "Undo" });
  return createButtonRow(undo, createLinksButton());
}

async function readPresent(undoing: Undoing, ctx: GuildContext): Promise<string | undefined> {
  const workspaces = await readGuildWorkspaces(ctx);
  if ("channelId" in undoing) return findBoundLink(undoing.channelId, workspaces)?.linkKey ?? "";
  const { linkKey } = undoing;
  if ("machines" in undoing) return formatMachines(await ctx.machines.list(ctx.guildId, linkKey));
  return "name" in undoing
    ? requireLink(linkKey, workspaces.links, ctx).name
    : workspaces.defaultLink?.linkKey;
}

const undoButton = defineButton({
  id: linkIds.undo,
  ...admins,
  ack: "update",
  async run({ draftId }, ctx) {
    const { payload } = await requireOwnDraft(draftId, undoDraftKind, ctx, tooOldText);
    const undoing = Undoing.safeParse(payload);
    if (!undoing.success) throw new UserError(outdatedComponentText);
    const { data } = undoing;
    const { changedTo } = data;
    if (changedTo !== undefined && changedTo !== (await readPresent(data, ctx)))
      return renderLinkNote(changedAgainText);
    if ("name" in data) return rename(await readNewName(data, ctx), ctx);
    if ("channelId" in data) return bind(data, ctx);
    return "machines" in data
      ? changeMachines({ ...data, machines: requireMachines(data.machines) }, ctx)
      : makeDefault(data, ctx);
  },
});

const tooOldText =
  "That was too long ago to undo it here, so nothing was changed. Change it again in `/link status`.";

export const changeComponents: readonly Component[] = [
  renameButton,
  ...renameForm.components,
  defaultButton,
  channelButton,
  channelMenu,
  bindButton,
  machinesButton,
  ...machinesForm.components,
  undoButton,
];

function requireMachines(typed: string): readonly Machine[] {
  const parsed = parseMachines(typed);
  if (!("problem" in parsed)) return parsed;
  throw new UserError(
    `${describeProblem(parsed)}, so nothing was changed. Type ids and names, separated by commas, such as \`1 Point of sale, 7 Drive-through\`, or \`none\`.`,
  );
}

function describeProblem(found: MachineProblem): string {
  if (found.problem === "too-many") return `A workspace can have ${found.max} machines here`;
  const quoted = `“${escapeMarkdown(found.text, 64)}”`;
  if (found.problem === "long-name") return `The name ${quoted} is longer than ${found.max} characters`;
  return found.problem === "twice" ? `The id ${quoted} is there twice` : `${quoted} doesn't begin with an id`;
}
