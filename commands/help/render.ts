import type { RenderContext } from "../../src/ui/render-context.ts";
import type { MemberTier } from "../../src/interactions/access.ts";
import { menuRow } from "../../src/ui/buttons.ts";
import { embed, type EmbedFieldParts, embedLimits } from "../../src/ui/embed.ts";
import { fitLines, joinParts } from "../../src/ui/lines.ts";
import type { Reply } from "../../src/ui/reply.ts";
import type { ListedCommand, ListedGroup } from "../kit/command-list.ts";
import { type DoneSteps, renderSteps } from "./first-steps.ts";
import { describeEntries, startsAmong, topicsOf } from "./topics.ts";

export interface Help {
  readonly memberTier: MemberTier;
  readonly isLinked: boolean;
  /** For admins, who can do them. */
  readonly steps: DoneSteps | undefined;
  /** What this person may run. */
  readonly groups: readonly ListedGroup[];
  /** The topic to show; `undefined` for the beginning. */
  readonly topic: string | undefined;
  /** The id of the menu of topics. */
  readonly menuId: string;
}

/** Depends on no person and no time, so that it can be drawn once for many. */
export function renderHelp(
  { memberTier, isLinked, steps, groups, topic: asked, menuId }: Help,
  { commandMention }: Pick<RenderContext, "commandMention">,
): Reply {
  const isStranger = memberTier.tier === "everyone" && !memberTier.hasManageServer;
  const topics = isStranger ? [] : topicsOf(groups);
  const topic = topics.find(({ key }) => key === asked);
  const sentences = [
    describeStanding(memberTier, commandMention),
    !isLinked && steps === undefined && describeLink(commandMention),
    !isStranger && startLines(groups, commandMention),
  ];
  return {
    embeds: [
      embed({
        title: topic?.title ?? "What you can do here",
        ...(topic === undefined && { description: joinParts(sentences, "\n\n") }),
        tone: isLinked && memberTier.tier !== "everyone" ? "information" : "waiting",
        fields:
          topic === undefined
            ? steps === undefined
              ? []
              : renderSteps(steps, commandMention)
            : topic.groups.map((group) => groupField(group, memberTier, commandMention)),
        footer: "Only you can see my answers. Nothing in the workspace changes until you confirm it.",
      }),
    ],
    components: menuRow(menuId, topic === undefined ? "All commands" : "Other commands", [
      ...topics.map(({ key, title, groups: own }) => ({
        value: key,
        label: title,
        description: describeEntries(own),
      })),
      ...(topic === undefined ? [] : [{ value: "start", label: "Back to the beginning" }]),
    ]),
  };
}

/** `**My week** · /me · goals, visits and open orders`. */
function startLines(
  groups: readonly ListedGroup[],
  commandMention: (path: string) => string,
): string | undefined {
  return startsAmong(groups)
    .map(({ label, command, what }) => `**${label}** ${commandMention(command)}\n-# ${what}`)
    .join("\n");
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
  return `⚠️ This server isn't linked to a workspace yet, so there's nothing to show. An admin can set that up with ${commandMention("setup")}.`;
}
