import type { Standing } from "../../src/interactions/access.ts";
import type { Answer } from "../../src/interactions/answer.ts";
import { button, buttonRow } from "../../src/interactions/components.ts";
import { embed, embedLimits, type EmbedFieldParts } from "../../src/text/embed.ts";
import { fitLines, joined } from "../shared/lines.ts";
import type { ListedCommand, ListedGroup } from "../shared/command-list.ts";
import type { FirstSteps } from "./first-steps.ts";
import { inPages } from "./pages.ts";
import { stepsField } from "./render-steps.ts";

export interface Help {
  readonly standing: Standing;
  readonly isLinked: boolean;
  /** For admins, who can do something about them. */
  readonly steps: FirstSteps | undefined;
  /** What this person may start. */
  readonly groups: readonly ListedGroup[];
  readonly page: number;
}
interface Words {
  readonly commandMention: (path: string) => string;
  readonly customIdOf: (page: number) => string;
}

export function renderHelp({ standing, isLinked, steps, groups, page }: Help, words: Words): Answer {
  const { commandMention, customIdOf } = words;
  const pages = inPages(groups.map((group) => groupField(group, standing, commandMention)));
  const index = Math.min(Math.max(0, page), pages.length - 1);
  const sentences = [
    standingWords(standing, commandMention),
    !isLinked && steps === undefined && linkWords(commandMention),
  ];
  const isFirst = index === 0;
  return {
    embeds: [
      embed({
        title: "What you may do here",
        ...(isFirst && { description: joined(sentences, "\n\n") }),
        tone: isLinked && standing.tier !== "everyone" ? "information" : "waiting",
        fields: [
          ...(isFirst && steps !== undefined ? stepsField(steps, commandMention) : []),
          ...(pages[index] ?? []),
        ],
        footer: joined([
          pages.length > 1 && `Page ${index + 1} of ${pages.length}`,
          "Only you see my answers. Nothing in the workspace changes before you confirm it.",
        ]),
      }),
    ],
    components: pages.length === 1 ? [] : turnButtons(index, pages.length, customIdOf),
  };
}

function groupField(
  { title, entries }: ListedGroup,
  { managesServer }: Standing,
  commandMention: (path: string) => string,
): EmbedFieldParts {
  const lines = entries.map((entry) => entryLine(entry, title, commandMention));
  const maybeHidden = !managesServer && entries.some(({ guarded }) => guarded);
  const note = maybeHidden ? `\n-# ${hiddenWords}` : "";
  return { name: title, value: fitLines(lines, embedLimits.fieldValue - note.length) + note };
}

const hiddenWords =
  "Discord may hide these from you: a member with Manage Server can show them in Server Settings, Integrations.";

function entryLine(
  { name, from, description }: ListedCommand,
  title: string,
  commandMention: (path: string) => string,
): string {
  const what = from === "slash" ? commandMention(name) : `**${name}**`;
  return description === title ? what : `${what} · ${description}`;
}

function standingWords({ tier, managesServer }: Standing, commandMention: (path: string) => string): string {
  switch (tier) {
    case "everyone":
      return managesServer
        ? `None of your roles counts as staff here, so you can use few of the commands. You have *Manage Server*, so you can change that with ${commandMention("access set")}.`
        : `None of your roles counts as staff here, so you can use few of the commands. An admin can change that with ${commandMention("access set")}.`;
    case "staff":
      return "One of your roles counts as staff here. Tap a command to start it.";
    case "manager":
      return "One of your roles counts as manager here. Tap a command to start it.";
    case "admin":
      return "You are an admin here, so you may use everything. Tap a command to start it.";
    default:
      return tier satisfies never;
  }
}

function linkWords(commandMention: (path: string) => string): string {
  return `⚠️ This server is not linked to a workspace yet, so the commands have nothing to show. An admin can link it with ${commandMention("link set")}.`;
}

function turnButtons(index: number, count: number, customIdOf: (page: number) => string) {
  return buttonRow(
    button({ customId: customIdOf(index - 1), label: "Back", disabled: index === 0 }),
    button({ customId: customIdOf(index + 1), label: "More", disabled: index === count - 1 }),
  );
}
