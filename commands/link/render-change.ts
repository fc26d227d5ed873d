import { formatIdFooter, receipt } from "../../src/ui/receipt.ts";
import type { RenderContext } from "../../src/ui/render-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import type { GuildLink } from "../../src/store/guild-links.ts";
import { type Machine, maxMachines } from "../../src/domain/machines.ts";
import { escapeMarkdown, inlineCode } from "../../src/ui/escape.ts";
import { joinParts } from "../../src/ui/lines.ts";
import type { GuildWorkspaces } from "./guild-workspaces.ts";
import type { Changes } from "./ids.ts";
import { createEmbed } from "../../src/ui/embed.ts";
import { describeBindings, formatBoundChannels } from "./render-parts.ts";

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
    },
    ctx,
  );
}

/** What a change of whether a link is read-only says. */
interface ReadOnlyChange {
  readonly workspace: string;
  readonly workspaceId: string;
  readonly after: Changes;
}

export function renderReadOnlyPreview({ workspace, workspaceId, after }: ReadOnlyChange): Reply {
  const name = escapeMarkdown(workspace, 60);
  return {
    embeds: [
      createEmbed(
        after === "read-only"
          ? {
              title: `Make ${name} read-only?`,
              description:
                "I'll send nothing from this server that changes the workspace: no orders, gifts, deletions, roles or settings, whoever asks. Previews that are open now can't be confirmed anymore. Everything that only reads goes on, such as boards and reminders.",
              footer: formatIdFooter({ Workspace: workspaceId }),
            }
          : {
              title: `Allow changes in ${name}?`,
              description:
                "The link stops being read-only: people here can change the workspace again, as far as their tier goes, each time after a preview.",
              footer: formatIdFooter({ Workspace: workspaceId }),
            },
      ),
    ],
  };
}

export function renderReadOnlyChanged({ workspace, after }: ReadOnlyChange, ctx: RenderContext): Reply {
  const name = `**${escapeMarkdown(workspace, 60)}**`;
  const isReadOnly = after === "read-only";
  return receipt(
    {
      title: isReadOnly ? "Link made read-only" : "Changes allowed",
      verb: "Changed",
      lines: [
        isReadOnly
          ? `Nothing that changes ${name} is sent from this server.`
          : `People here can change ${name} again, each time after a preview.`,
      ],
    },
    ctx,
  );
}

/** Where a workspace is used, above the menu that changes it. */
export function renderChannelChoice(link: GuildLink, workspaces: GuildWorkspaces): Reply {
  const places = formatBoundChannels(link, workspaces);
  return {
    embeds: [
      createEmbed({
        title: `Where to use ${escapeMarkdown(link.name, 60)}`,
        description: joinParts(
          [
            places === undefined ? "No channel uses it yet." : `Used in ${places}.`,
            "Choose a channel to use it there and in its threads, or one that uses it to stop that.",
          ],
          "\n",
        ),
      }),
    ],
  };
}

/** Which ids are machines, as a sentence. */
export function describeMachines(link: GuildLink, machines: readonly Machine[]): string {
  return machines.length === 0
    ? `No id in ${formatBoldName(link)} is a machine.`
    : `Machines in ${formatBoldName(link)}: ${formatMachineList(machines)}.`;
}

/** Their names with ids; the first ones of a long list, if a field has no room for all. */
export function formatMachineList(machines: readonly Machine[], maxListed = maxMachines): string {
  const more = machines.length - maxListed;
  const listed = machines
    .slice(0, maxListed)
    .map(({ userId, name }) => `${escapeMarkdown(name, 40)} ${inlineCode(userId, 40)}`);
  return joinParts([...listed, more > 0 && `${more} more`], ", ");
}

export function renderMachines(link: GuildLink, machines: readonly Machine[], ctx: RenderContext): Reply {
  return receipt(
    {
      title: "Machines changed",
      verb: "Changed",
      lines: [
        describeMachines(link, machines),
        "Every other id is a person's, and so is one that someone is connected with.",
      ],
    },
    ctx,
  );
}

export function formatBoldName({ name }: GuildLink): string {
  return `**${escapeMarkdown(name, 60)}**`;
}
