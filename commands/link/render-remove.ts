import { receipt } from "../../src/ui/receipt.ts";
import type { RenderContext } from "../../src/ui/render-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import type { GuildLink } from "../../src/store/guild-links.ts";
import { embed } from "../../src/ui/embed.ts";
import { inlineCode, escapeMarkdown } from "../../src/ui/escape.ts";
import { pluralize } from "../../src/ui/numbers.ts";
import { relativeAndExact } from "../../src/ui/time.ts";
import { joinParts, subtext } from "../../src/ui/lines.ts";
import type { GuildWorkspaces } from "./guild-workspaces.ts";
import { describeBindings, boundChannels } from "./render-parts.ts";

export type Removed =
  | {
      readonly state: "everything";
      /** Channels that could not be told. */
      readonly untold: readonly string[];
    }
  | {
      readonly state: "removed" | "already-gone";
      readonly left: GuildWorkspaces;
      readonly schedules: number;
    };

/** What goes. */
export interface Deletion {
  readonly links: readonly GuildLink[];
  /** How many schedules stop with it. */
  readonly schedules: number;
}

interface Question extends Deletion {
  readonly everything: boolean;
  readonly workspaces: GuildWorkspaces;
}

export function renderRemovalQuestion({ links, everything, workspaces, schedules }: Question): Reply {
  const what = links.length === 0 ? ["This server is not linked to a workspace."] : links.map(describeGoing);
  const stopping = schedules > 0 && `⚠️ ${pluralize(schedules, "schedule stops", "schedules stop")} with it.`;
  return {
    embeds: [
      embed({
        title: everything ? "Delete all that is kept of this server?" : "Remove the link?",
        description: joinParts(
          [...what, stopping, everything ? restOfEverything : restOf(links, workspaces)],
          "\n",
        ),
        tone: "harmful",
      }),
    ],
  };
}

function describeGoing({ name, workspaceId, linkedByDiscordUserId, linkedAt }: GuildLink): string {
  const since = relativeAndExact(Temporal.Instant.fromEpochMilliseconds(linkedAt));
  return `The link to **${escapeMarkdown(name, 60)}** ${inlineCode(workspaceId, 60)} and its key will be removed.\n-# Made by <@${linkedByDiscordUserId}> ${since}`;
}

const everythingElse =
  "the audit log, connected people and their saved weeks, schedules, reminders, settings, open questions and the roles";
const restOfEverything = `All else that is kept of this server goes with it, at once: ${everythingElse}. The audit channel and the managers' channel are told first. Nobody can bring it back.`;

/** Posted before anything goes, for those who look after the server. */
export function renderDeletionNotice(
  { links, schedules }: Deletion,
  { by, commandMention }: RenderContext,
): Reply {
  const names = links.map(
    ({ name, workspaceId }) => `**${escapeMarkdown(name, 60)}** ${inlineCode(workspaceId, 60)}`,
  );
  const lines = [
    `<@${by}> is deleting all that I keep of this server, with ${commandMention("link remove")} and *everything*.`,
    names.length > 0 && `The links to ${names.join(", ")} and their keys go.`,
    schedules > 0 && `${pluralize(schedules, "schedule stops", "schedules stop")}.`,
    `All else goes, too: ${everythingElse}. The workspace itself is not touched, and what I posted stays.`,
    subtext("Nothing here remembers this afterwards but this message."),
  ];
  return {
    embeds: [
      embed({
        title: "All data of this server is being deleted",
        description: joinParts(lines, "\n"),
        tone: "harmful",
      }),
    ],
  };
}

function restOf(going: readonly GuildLink[], workspaces: GuildWorkspaces): string {
  const left = leftOf(workspaces, going);
  const stays =
    "The record of who changed what, connected people and the roles stay; the workspace itself is not touched.";
  if (left.defaultLink === undefined) return `${stays} Commands stop working here until someone links again.`;
  const places = joinParts(
    going.map((link) => boundChannels(link, workspaces)),
    ", ",
  );
  if (places === "") return stays;
  return `Commands speak of it in ${places}; there they will speak of **${escapeMarkdown(left.defaultLink.name, 60)}** from then on. ${stays}`;
}

function leftOf(
  { links, bindings, defaultLink }: GuildWorkspaces,
  going: readonly GuildLink[],
): GuildWorkspaces {
  const left = links.filter((link) => !going.includes(link));
  return { links: left, bindings, defaultLink: left.find((link) => link === defaultLink) ?? left[0] };
}

/** @param gone name and id of the workspace that was asked about */
export function renderRemoved(
  removed: Removed,
  gone: { readonly name: string; readonly workspaceId: string | undefined },
  ctx: RenderContext,
): Reply {
  const { commandMention } = ctx;
  const set = commandMention("link set");
  const workspace =
    gone.workspaceId === undefined
      ? ""
      : ` to **${escapeMarkdown(gone.name, 60)}** ${inlineCode(gone.workspaceId, 60)}`;
  const elsewhere = "The key still works elsewhere until an administrator of the workspace takes it back.";
  switch (removed.state) {
    case "removed":
      return receipt(
        {
          title: "Link removed",
          verb: "Removed",
          lines: [
            `The link${workspace} and its key are gone.`,
            removed.schedules > 0 &&
              `${pluralize(removed.schedules, "schedule has", "schedules have")} no workspace any more and ${removed.schedules === 1 ? "is" : "are"} paused: ${commandMention("schedule list")}.`,
            removed.left.links.length === 0
              ? `An admin can link again with ${set}.`
              : `Commands use what is left:\n${describeBindings(removed.left)}`,
          ],
          next: elsewhere,
        },
        ctx,
      );
    case "already-gone":
      return done("The link was already gone", [
        `Somebody else removed the link${workspace} in the meantime. I changed nothing.`,
      ]);
    case "everything":
      return done("All data of this server is deleted", [
        `Nothing of this server is kept any more: no link, no key, no audit log, no people, no settings, no roles. ${set} starts anew.`,
        removed.untold.length > 0 &&
          `⚠️ I may not post in ${removed.untold.map((id) => `<#${id}>`).join(" and ")}, so nobody was told there.`,
        `-# ${elsewhere}`,
      ]);
    default:
      return removed satisfies never;
  }
}

function done(title: string, lines: readonly (string | false)[]): Reply {
  return { embeds: [embed({ title, description: joinParts(lines, "\n"), tone: "done" })] };
}
