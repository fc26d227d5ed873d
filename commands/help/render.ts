import type { Tier } from "../../src/interactions/access.ts";
import type { Answer } from "../../src/interactions/answer.ts";
import { embed } from "../../src/text/embed.ts";
import { joined } from "../shared/lines.ts";
import type { UsableGroup } from "./usable.ts";

export interface Help {
  readonly tier: Tier;
  readonly isLinked: boolean;
  readonly groups: readonly UsableGroup[];
}

export function renderHelp(
  { tier, isLinked, groups }: Help,
  commandMention: (path: string) => string,
): Answer {
  const sentences = [tierWords(tier, commandMention), !isLinked && linkWords(tier, commandMention)];
  return {
    embeds: [
      embed({
        title: "What you may do here",
        description: joined(sentences, "\n\n"),
        tone: isLinked && tier !== "everyone" ? "information" : "waiting",
        fields: groups.map(({ title, entries }) => ({
          name: title,
          value: entries
            .map(({ path, description }) =>
              description === title ? commandMention(path) : `${commandMention(path)} · ${description}`,
            )
            .join("\n"),
        })),
        footer: "Only you see my answers. Nothing in the workspace changes before you confirm it.",
      }),
    ],
  };
}

function tierWords(tier: Tier, commandMention: (path: string) => string): string {
  switch (tier) {
    case "everyone":
      return `None of your roles counts as staff here, so you can use none of the commands yet. Ask someone with *Manage Server* to name your role with ${commandMention("link access")}.`;
    case "staff":
      return "One of your roles counts as staff here. Tap a command to start it.";
    case "admin":
      return `You have *Manage Server*, so you may use everything. Name the roles of your staff with ${commandMention("link access")}.`;
    default:
      return tier satisfies never;
  }
}

function linkWords(tier: Tier, commandMention: (path: string) => string): string {
  const start = "⚠️ This server is not linked to a workspace yet, so";
  return tier === "admin"
    ? `${start} only the commands about the link work. Link it with ${commandMention("link set")}: you need the workspace's id, and a key that one of its administrators makes in its settings.`
    : `${start} the commands have nothing to show yet. Someone with *Manage Server* can link it with ${commandMention("link set")}.`;
}
