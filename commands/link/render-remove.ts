import type { Answer } from "../../src/interactions/answer.ts";
import type { GuildLink } from "../../src/store/guild-links.ts";
import { embed } from "../../src/text/embed.ts";
import { code } from "../../src/text/inert.ts";
import { nearAndExact } from "../../src/text/time.ts";

export function renderRemovalQuestion({
  link,
  everything,
}: {
  readonly link: GuildLink | undefined;
  readonly everything: boolean;
}): Answer {
  const what = link && [
    `The link to the workspace ${code(link.workspaceId, 100)} and its key will be removed.`,
    `-# Made by <@${link.linkedByDiscordUserId}> ${nearAndExact(Temporal.Instant.fromEpochMilliseconds(link.linkedAt))}`,
  ];
  const rest = everything
    ? "All else that is kept of this server goes with it, at once: the record of who changed what, open questions and the staff roles. Nobody can bring it back."
    : "The record of who changed what and the staff roles stay. Commands stop working here until someone links again; the workspace itself is not touched.";
  return {
    embeds: [
      embed({
        title: everything ? "Delete all that is kept of this server?" : "Remove the link?",
        description: [...(what ?? ["This server is not linked to a workspace."]), rest].join("\n"),
        tone: "harmful",
      }),
    ],
  };
}

export function renderRemoved(
  result: "removed" | "already-gone" | "everything",
  workspaceId: string | undefined,
  discordUserId: string,
  setMention: string,
): Answer {
  const workspace = workspaceId === undefined ? "" : ` to the workspace ${code(workspaceId, 100)}`;
  switch (result) {
    case "removed":
      return receipt(
        "Link removed",
        `The link${workspace} and its key are gone. Someone with *Manage Server* can link again with ${setMention}.\n-# Removed by <@${discordUserId}>. The key still works elsewhere until an administrator of the workspace takes it back.`,
      );
    case "already-gone":
      return receipt(
        "The link was already gone",
        `Somebody else removed the link${workspace} in the meantime. I changed nothing.`,
      );
    case "everything":
      return receipt(
        "All data of this server is deleted",
        `Nothing of this server is kept any more: no link, no key, no record, no staff roles. ${setMention} starts anew.\n-# The key still works elsewhere until an administrator of the workspace takes it back.`,
      );
    default:
      return result satisfies never;
  }
}

function receipt(title: string, description: string): Answer {
  return { embeds: [embed({ title, description, tone: "done" })] };
}
