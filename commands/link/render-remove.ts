import type { Answer } from "../../src/interactions/answer.ts";
import type { GuildLink } from "../../src/store/guild-links.ts";
import { embed } from "../../src/text/embed.ts";
import { code, inert } from "../../src/text/inert.ts";
import { nearAndExact } from "../../src/text/time.ts";
import { joined } from "../shared/lines.ts";
import type { GuildWorkspaces } from "./guild-workspaces.ts";
import { placeLines, placesOf } from "./render-places.ts";

export type Removed =
  | { readonly state: "everything" }
  | { readonly state: "removed" | "already-gone"; readonly left: GuildWorkspaces };

interface Question {
  /** What would go. */
  readonly links: readonly GuildLink[];
  readonly everything: boolean;
  readonly workspaces: GuildWorkspaces;
}

export function renderRemovalQuestion({ links, everything, workspaces }: Question): Answer {
  const what = links.length === 0 ? ["This server is not linked to a workspace."] : links.map(goingWords);
  return {
    embeds: [
      embed({
        title: everything ? "Delete all that is kept of this server?" : "Remove the link?",
        description: [...what, everything ? restOfEverything : restOf(links, workspaces)].join("\n"),
        tone: "harmful",
      }),
    ],
  };
}

function goingWords({ name, workspaceId, linkedByDiscordUserId, linkedAt }: GuildLink): string {
  const since = nearAndExact(Temporal.Instant.fromEpochMilliseconds(linkedAt));
  return `The link to **${inert(name, 60)}** ${code(workspaceId, 60)} and its key will be removed.\n-# Made by <@${linkedByDiscordUserId}> ${since}`;
}

const restOfEverything =
  "All else that is kept of this server goes with it, at once: the record of who changed what, connected people, settings, open questions and the roles. Nobody can bring it back.";

function restOf(going: readonly GuildLink[], workspaces: GuildWorkspaces): string {
  const left = leftOf(workspaces, going);
  const stays =
    "The record of who changed what, connected people and the roles stay; the workspace itself is not touched.";
  if (left.byDefault === undefined) return `${stays} Commands stop working here until someone links again.`;
  const places = joined(
    going.map((link) => placesOf(link, workspaces)),
    ", ",
  );
  if (places === "") return stays;
  return `Commands speak of it in ${places}; there they will speak of **${inert(left.byDefault.name, 60)}** from then on. ${stays}`;
}

function leftOf({ links, tied, byDefault }: GuildWorkspaces, going: readonly GuildLink[]): GuildWorkspaces {
  const left = links.filter((link) => !going.includes(link));
  return { links: left, tied, byDefault: left.find((link) => link === byDefault) ?? left[0] };
}

interface Words {
  readonly caller: { readonly discordUserId: string };
  readonly commandMention: (path: string) => string;
}

/** @param gone name and id of the workspace that was asked about */
export function renderRemoved(
  removed: Removed,
  gone: { readonly name: string; readonly workspaceId: string | undefined },
  { caller, commandMention }: Words,
): Answer {
  const set = commandMention("link set");
  const workspace =
    gone.workspaceId === undefined ? "" : ` to **${inert(gone.name, 60)}** ${code(gone.workspaceId, 60)}`;
  const elsewhere = "The key still works elsewhere until an administrator of the workspace takes it back.";
  switch (removed.state) {
    case "removed":
      return receipt("Link removed", [
        `The link${workspace} and its key are gone.`,
        removed.left.links.length === 0
          ? `An admin can link again with ${set}.`
          : `Commands speak of what is left:\n${placeLines(removed.left)}`,
        `-# Removed by <@${caller.discordUserId}>. ${elsewhere}`,
      ]);
    case "already-gone":
      return receipt("The link was already gone", [
        `Somebody else removed the link${workspace} in the meantime. I changed nothing.`,
      ]);
    case "everything":
      return receipt("All data of this server is deleted", [
        `Nothing of this server is kept any more: no link, no key, no record, no people, no settings, no roles. ${set} starts anew.`,
        `-# ${elsewhere}`,
      ]);
    default:
      return removed satisfies never;
  }
}

function receipt(title: string, lines: readonly string[]): Answer {
  return { embeds: [embed({ title, description: joined(lines, "\n"), tone: "done" })] };
}
