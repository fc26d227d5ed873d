import { receipt } from "../../src/ui/receipt.ts";
import type { RenderContext } from "../../src/ui/render-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import type { GuildLink } from "../../src/store/guild-links.ts";
import { createEmbed } from "../../src/ui/embed.ts";
import { inlineCode, escapeMarkdown } from "../../src/ui/escape.ts";
import { pluralize, pluralizeText } from "../../src/ui/numbers.ts";
import { formatRelativeAndExact } from "../../src/ui/time.ts";
import { joinParts, subtext } from "../../src/ui/lines.ts";
import type { GuildWorkspaces } from "./guild-workspaces.ts";
import { describeBindings, formatBoundChannels } from "./render-parts.ts";

export type LinkRemoval =
  | {
      readonly state: "everything";
      /** How many links there were, each with a key. */
      readonly links: number;
      /** Channels that couldn't be notified. */
      readonly unnotifiedChannelIds: readonly string[];
    }
  | {
      readonly state: "removed" | "already-gone";
      readonly left: GuildWorkspaces;
      readonly schedules: number;
    };

/** What is removed. */
export interface Deletion {
  readonly links: readonly GuildLink[];
  /** How many schedules stop with it. */
  readonly schedules: number;
}

interface RemovalFacts extends Deletion {
  readonly everything: boolean;
  /** How many of the schedules are paused already. */
  readonly paused: number;
  readonly workspaces: GuildWorkspaces;
  /** What else stops with these links, as sentences. */
  readonly warnings: readonly string[];
  /** Where a deletion is announced. */
  readonly noticeChannelIds: ReadonlySet<string>;
}

export function renderRemovalPreview(facts: RemovalFacts): Reply {
  const { links, everything, workspaces, schedules, paused, warnings, noticeChannelIds } = facts;
  const what = links.length === 0 ? ["This server isn't linked to a workspace."] : links.map(describeGoing);
  const stopping =
    schedules > 0 &&
    `⚠️ ${pluralize(schedules, "schedule")}${paused > 0 ? ` (${paused} paused)` : ""} will stop for good, even if the workspace is linked again.`;
  return {
    embeds: [
      createEmbed({
        title: everything ? "Delete all data of this server?" : "Remove the link?",
        description: joinParts(
          [
            ...what,
            stopping,
            ...(everything ? [] : warnings.map((warning) => `⚠️ ${warning}`)),
            everything ? describeRestOfEverything(noticeChannelIds) : describeRest(links, workspaces),
          ],
          "\n",
        ),
        tone: "harmful",
      }),
    ],
  };
}

function describeGoing({ name, workspaceId, linkedByDiscordUserId, linkedAt }: GuildLink): string {
  const since = formatRelativeAndExact(Temporal.Instant.fromEpochMilliseconds(linkedAt));
  return `The link to **${escapeMarkdown(name, 60)}** ${inlineCode(workspaceId, 60)} and its key will be removed.\n-# Made by <@${linkedByDiscordUserId}> · ${since}`;
}

const everythingElse =
  "the audit log, connected people and their saved weeks, schedules, reminders, settings, open previews and roles";

function describeRestOfEverything(noticeChannelIds: ReadonlySet<string>): string {
  const where = [...noticeChannelIds].map((id) => `<#${id}>`).join(" and ");
  return joinParts(
    [
      `Everything else stored about this server is deleted right away too: ${everythingElse}.`,
      where !== "" && `I'll post a notice in ${where} first.`,
      "This can't be undone.",
    ],
    " ",
  );
}

/** Posted before anything is deleted, for the people who manage the server. */
export function renderDeletionNotice(
  { links, schedules }: Deletion,
  { by, commandMention }: RenderContext,
): Reply {
  const names = links.map(
    ({ name, workspaceId }) => `**${escapeMarkdown(name, 60)}** ${inlineCode(workspaceId, 60)}`,
  );
  const lines = [
    `<@${by}> is deleting everything I've stored about this server, with *Delete everything…* in ${commandMention("link status")}.`,
    names.length > 0 && `The links to ${names.join(", ")} and their keys will be deleted.`,
    schedules > 0 && `${pluralize(schedules, "schedule")} will stop.`,
    `Everything else is deleted too: ${everythingElse}. The workspace itself doesn't change, and my posts stay.`,
    subtext("After that, this message is the only trace of it."),
  ];
  return {
    embeds: [
      createEmbed({
        title: "Deleting all data of this server",
        description: joinParts(lines, "\n"),
        tone: "harmful",
      }),
    ],
  };
}

function describeRest(going: readonly GuildLink[], workspaces: GuildWorkspaces): string {
  const left = getRemaining(workspaces, going);
  const stays = "The audit log, connected people and tiers stay, and the workspace itself doesn't change.";
  if (left.defaultLink === undefined)
    return `${stays} Commands won't work here until someone links a workspace again.`;
  const places = joinParts(
    going.map((link) => formatBoundChannels(link, workspaces)),
    ", ",
  );
  if (places === "") return stays;
  return `Commands in ${places} use it; they'll use **${escapeMarkdown(left.defaultLink.name, 60)}** instead. ${stays}`;
}

function getRemaining(
  { links, bindings, defaultLink }: GuildWorkspaces,
  going: readonly GuildLink[],
): GuildWorkspaces {
  const left = links.filter((link) => !going.includes(link));
  return { links: left, bindings, defaultLink: left.find((link) => link === defaultLink) ?? left[0] };
}

/** @param gone name and id of the workspace in the preview */
export function renderLinkRemoved(
  removed: LinkRemoval,
  gone: { readonly name: string; readonly workspaceId: string | undefined },
  ctx: RenderContext,
): Reply {
  const { commandMention } = ctx;
  const setup = commandMention("setup");
  const workspace =
    gone.workspaceId === undefined
      ? ""
      : ` to **${escapeMarkdown(gone.name, 60)}** ${inlineCode(gone.workspaceId, 60)}`;
  const elsewhere = "The key still works elsewhere until an administrator of the workspace revokes it.";
  switch (removed.state) {
    case "removed":
      return receipt(
        {
          title: "Link removed",
          verb: "Removed",
          lines: [
            `The link${workspace} and its key were deleted.`,
            removed.schedules > 0 &&
              `${pluralize(removed.schedules, "schedule")} stopped for good. See ${commandMention("schedule list")}.`,
            removed.left.links.length === 0
              ? `An admin can link again with ${setup}.`
              : `Commands now use what's left:\n${describeBindings(removed.left)}`,
          ],
          next: elsewhere,
        },
        ctx,
      );
    case "already-gone": {
      const description = `Someone else removed the link${workspace} in the meantime, so nothing else was changed.`;
      return { embeds: [createEmbed({ title: "The link was already gone", tone: "over", description })] };
    }
    case "everything":
      return receipt(
        {
          title: "All data of this server deleted",
          verb: "Deleted",
          lines: [
            `Nothing about this server is stored anymore: no link, key, audit log, people, settings or roles. Start again with ${setup}.`,
            removed.unnotifiedChannelIds.length > 0 &&
              `⚠️ I can't post in ${removed.unnotifiedChannelIds.map((id) => `<#${id}>`).join(" and ")}, so nobody there was told.`,
          ],
          next:
            removed.links > 0 &&
            pluralizeText(removed.links, {
              one: elsewhere,
              other: "The keys still work elsewhere until an administrator of each workspace revokes them.",
            }),
        },
        ctx,
      );
    default:
      return removed satisfies never;
  }
}
