import type { RenderContext } from "../../src/ui/render-context.ts";
import type { MemberTier } from "../../src/interactions/access.ts";
import { button, buttonRow } from "../../src/ui/buttons.ts";
import { embed, type EmbedFieldParts, embedLimits } from "../../src/ui/embed.ts";
import { fitLines, joinParts } from "../../src/ui/lines.ts";
import type { Reply } from "../../src/ui/reply.ts";
import type { ListedCommand, ListedGroup } from "../kit/command-list.ts";
import { renderSteps, type SetupSteps } from "./setup-steps.ts";

/** Readable on a phone; far below Discord's limit. */
const maxPageLength = 2_600;

/** Fields in pages, without splitting any. At least one page, empty if there are no fields. */
function paginateLines(fields: readonly EmbedFieldParts[]): readonly (readonly EmbedFieldParts[])[] {
  const pages: EmbedFieldParts[][] = [[]];
  let left = maxPageLength;
  for (const field of fields) {
    const length = field.name.length + field.value.length;
    const present = pages.at(-1) ?? [];
    if (present.length > 0 && (length > left || present.length === embedLimits.fields)) {
      pages.push([field]);
      left = maxPageLength - length;
    } else {
      present.push(field);
      left -= length;
    }
  }
  return pages;
}

export interface Help {
  readonly memberTier: MemberTier;
  readonly isLinked: boolean;
  /** For admins, who can do them. */
  readonly steps: SetupSteps | undefined;
  /** What this person may run. */
  readonly groups: readonly ListedGroup[];
  readonly page: number;
  readonly customIdOf: (page: number) => string;
}

/** Depends on no person and no time, so that it can be drawn once for many. */
export function renderHelp(
  { memberTier, isLinked, steps, groups, page, customIdOf }: Help,
  { commandMention }: Pick<RenderContext, "commandMention">,
): Reply {
  const isStranger = memberTier.tier === "everyone" && !memberTier.hasManageServer;
  const shown = isStranger ? [] : groups;
  const pages = paginateLines(shown.map((group) => groupField(group, memberTier, commandMention)));
  const index = Math.min(Math.max(0, page), pages.length - 1);
  const sentences = [
    describeStanding(memberTier, commandMention),
    !isLinked && steps === undefined && describeLink(commandMention),
  ];
  const isFirst = index === 0;
  return {
    embeds: [
      embed({
        title: "What you can do here",
        ...(isFirst && { description: joinParts(sentences, "\n\n") }),
        tone: isLinked && memberTier.tier !== "everyone" ? "information" : "waiting",
        fields: [
          ...(isFirst && steps !== undefined ? renderSteps(steps, commandMention) : []),
          ...(pages[index] ?? []),
        ],
        footer: joinParts([
          pages.length > 1 && `Page ${index + 1} of ${pages.length}`,
          "Only you can see my answers. Nothing in the workspace changes until you confirm it.",
        ]),
      }),
    ],
    components: pages.length === 1 ? [] : turnButtons(index, pages.length, customIdOf),
  };
}

function groupField(
  { title, entries }: ListedGroup,
  { hasManageServer }: MemberTier,
  commandMention: (path: string) => string,
): EmbedFieldParts {
  const lines = entries.map((entry) => entryLine(entry, title, commandMention));
  const maybeHidden = !hasManageServer && entries.some(({ guarded }) => guarded);
  const note = maybeHidden ? `\n-# ${hiddenTexts}` : "";
  return { name: title, value: fitLines(lines, embedLimits.fieldValue - note.length) + note };
}

const hiddenTexts =
  "Discord may hide these from you. A member with Manage Server can show them in Server Settings → Integrations.";

function entryLine(
  { name, from, description }: ListedCommand,
  title: string,
  commandMention: (path: string) => string,
): string {
  const what = from === "slash" ? commandMention(name) : `**${name}**`;
  return description === title ? what : `${what} · ${description}`;
}

function describeStanding(
  { tier, hasManageServer }: MemberTier,
  commandMention: (path: string) => string,
): string {
  switch (tier) {
    case "everyone":
      return hasManageServer
        ? `None of your roles is a staff role here, so you can only use ${commandMention("help")} and what's below. You have *Manage Server*, so you can change that with ${commandMention("access set")}.`
        : `None of your roles is a staff role here, so there's little for you to do. An admin can change that with ${commandMention("access set")}. What I keep about you is in ${commandMention("privacy show")}.`;
    case "staff":
      return "You're staff here. Tap a command to use it.";
    case "manager":
      return "You're a manager here. Tap a command to use it.";
    case "admin":
      return "You're an admin here, so you can use everything. Tap a command to use it.";
    default:
      return tier satisfies never;
  }
}

function describeLink(commandMention: (path: string) => string): string {
  return `⚠️ This server isn't linked to a workspace yet, so there's nothing to show. An admin can link one with ${commandMention("link set")}.`;
}

function turnButtons(index: number, count: number, customIdOf: (page: number) => string) {
  return buttonRow(
    button({ customId: customIdOf(index - 1), label: "Previous", disabled: index === 0 }),
    button({ customId: customIdOf(index + 1), label: "Next", disabled: index === count - 1 }),
  );
}
