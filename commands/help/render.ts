import type { RenderContext } from "../../src/ui/render-context.ts";
import type { MemberTier } from "../../src/interactions/access.ts";
import { createMenuRow } from "../../src/ui/buttons.ts";
import { createEmbed, type EmbedFieldParts, embedLimits } from "../../src/ui/embed.ts";
import { fitLines, joinParts, subtext } from "../../src/ui/lines.ts";
import type { Reply } from "../../src/ui/reply.ts";
import type { ListedCommand, ListedGroup } from "../kit/command-list.ts";
import { isOptional, type Step, stepLabels, steps as setupSteps } from "../kit/setup-ids.ts";

export interface Help {
  readonly memberTier: MemberTier;
  readonly isLinked: boolean;
  /** Whether nothing can be changed in any linked workspace. */
  readonly isReadOnly?: boolean;
  /** For admins, who can do them. */
  readonly steps: DoneSteps | undefined;
  /** What this person may run. */
  readonly groups: readonly ListedGroup[];
  /** Where people get help with this bot. */
  readonly supportContact: string | undefined;
  /** The topic to show; `undefined` for the beginning. */
  readonly topic: string | undefined;
  /** The id of the menu of topics. */
  readonly menuId: string;
}

/** Depends on no person and no time, so that it can be drawn once for many. */
export function renderHelp(
  { memberTier, isLinked, isReadOnly = false, steps, groups, supportContact, topic: asked, menuId }: Help,
  { commandMention }: Pick<RenderContext, "commandMention">,
): Reply {
  const isStranger = memberTier.tier === "everyone" && !memberTier.hasManageServer;
  const topics = isStranger ? [] : listTopics(groups);
  const topic = topics.find(({ key }) => key === asked);
  const sentences = [
    describeOwnTier(memberTier, { isLinked, isReadOnly }, commandMention),
    !isLinked &&
      steps === undefined &&
      `⚠️ This server isn't linked to a workspace yet. An admin can set that up with ${commandMention("setup")}.`,
    isReadOnly && !isStranger && readOnlyLine,
    isStranger
      ? subtext(`What I keep about you: ${commandMention("privacy")}`)
      : formatStartLines(groups, commandMention),
    supportContact !== undefined && subtext(`Help with this bot: ${supportContact}`),
  ];
  return {
    embeds: [
      createEmbed({
        title: topic?.title ?? (isStranger ? "You don't have access yet" : "What you can do here"),
        ...(topic === undefined && { description: joinParts(sentences, "\n\n") }),
        tone: isLinked && memberTier.tier !== "everyone" ? "information" : "waiting",
        fields:
          topic === undefined
            ? steps === undefined
              ? []
              : renderSteps(steps, commandMention)
            : [
                ...topic.groups.map((group) => createGroupField(group, commandMention)),
                ...createHiddenFields(topic.groups, memberTier),
              ],
        footer: isStranger
          ? ""
          : joinParts(
              [
                "Only you can see my answers.",
                !isReadOnly && "Nothing in the workspace changes until you confirm it.",
              ],
              " ",
            ),
      }),
    ],
    components: createMenuRow(menuId, topic === undefined ? "All commands" : "Other commands", [
      ...topics.map(({ key, title, groups: own }) => ({
        value: key,
        label: title,
        description: describeEntries(own),
      })),
      ...(topic === undefined ? [] : [{ value: "start", label: "Back to the beginning" }]),
    ]),
  };
}

const readOnlyLine = "🔒 This server is linked read-only: nothing is sent that changes the workspace.";

/** `**My week** · /me · assignments, visits and open orders`. */
function formatStartLines(
  groups: readonly ListedGroup[],
  commandMention: (path: string) => string,
): string | undefined {
  return filterStarts(groups)
    .map(({ label, command, what }) => `**${label}** ${commandMention(command)}\n${what}`)
    .join("\n\n");
}
function createGroupField(
  { title, entries }: ListedGroup,
  commandMention: (path: string) => string,
): EmbedFieldParts {
  const lines = entries.map((entry) => formatEntryLine(entry, title, commandMention));
  return { name: title, value: fitLines(lines, embedLimits.fieldValue) };
}

/** What to do if some of them don't show up in Discord's picker. */
function createHiddenFields(
  groups: readonly ListedGroup[],
  { hasManageServer }: MemberTier,
): readonly EmbedFieldParts[] {
  const maybeHidden =
    !hasManageServer && groups.some(({ entries }) => entries.some(({ guarded }) => guarded));
  if (!maybeHidden) return [];
  return [
    {
      name: "Not in the list when you type /?",
      value:
        "Discord may hide these from you. A member with *Manage Server* can show them in *Server Settings → Integrations*.",
    },
  ];
}

function formatEntryLine(
  { name, from, description }: ListedCommand,
  title: string,
  commandMention: (path: string) => string,
): string {
  const what = from === "slash" ? commandMention(name) : `**${name}**`;
  return description === title ? what : `${what} · ${description}`;
}

function describeOwnTier(
  { tier, hasManageServer }: MemberTier,
  { isLinked, isReadOnly }: { readonly isLinked: boolean; readonly isReadOnly: boolean },
  commandMention: (path: string) => string,
): string {
  switch (tier) {
    case "everyone":
      return hasManageServer
        ? `You don't have a staff role yet, so you can only use ${commandMention("help")} and what's below. You have *Manage Server*, so you can change that with ${commandMention("access set")}.`
        : `I help the team of this server: they log orders, follow their week and read the calendar here. Are you one of them? Ask an admin for a role with access, then run ${commandMention("help")} again.`;
    case "staff":
      return "You're staff. Tap a command.";
    case "manager":
      return "You're a manager. Tap a command.";
    case "admin":
      return isLinked
        ? `You're an admin${isReadOnly ? "" : ", so you can use everything"}. Tap a command.`
        : `You're an admin. This server isn't linked to a workspace yet; ${commandMention("setup")} takes you through it.`;
    default:
      return tier satisfies never;
  }
}

/** What people come here for, first to last, with the command that does it. */
const starts: readonly (readonly [label: string, command: string, what: string])[] = [
  ["My week", "me", "assignments, visits and open orders"],
  ["Log an order", "order create", "from a form, with a preview"],
  ["Find an order", "order search", "by status, person, item or day"],
  ["This week", "calendar", "events, what's due, new posts"],
  ["Who is behind", "board", "how everyone is doing this week"],
  ["Plan a post", "schedule add", "the calendar, boards and reports at set times"],
];

interface Start {
  readonly label: string;
  readonly command: string;
  readonly what: string;
}

/** Those of them that someone may do. */
function filterStarts(groups: readonly ListedGroup[]): readonly Start[] {
  const names = new Set(groups.flatMap(({ entries }) => entries.map(({ name }) => name)));
  return starts
    .filter(([, command]) => names.has(command))
    .map(([label, command, what]) => ({ label, command, what }));
}

/** Commands that belong together, as a choice in the menu. */
export interface Topic {
  readonly key: string;
  readonly title: string;
  readonly groups: readonly ListedGroup[];
}

/** A new command goes into the last topic until it gets its place. */
const topics: readonly (readonly [key: string, title: string, commands: readonly string[]])[] = [
  ["orders", "Orders", ["order"]],
  ["week", "Your week", ["me", "activity", "assignments", "user", "request", "remind"]],
  ["team", "Team and leaderboard", ["board", "leaderboard"]],
  ["posts", "Calendar, posts and schedules", ["calendar", "posts", "post-delete", "schedule"]],
  ["workspace", "Workspace", ["bans", "session", "role", "taskboard", "workspace"]],
  ["accounts", "Accounts, privacy and help", ["account", "privacy", "help"]],
  ["menus", "Right-click a member or message, then Apps", []],
  ["server", "This server", []],
];

export function listTopics(groups: readonly ListedGroup[]): readonly Topic[] {
  const placed = Map.groupBy(groups, getKey);
  return topics.flatMap(([key, title]) => {
    const own = placed.get(key) ?? [];
    return own.length === 0 ? [] : [{ key, title, groups: own }];
  });
}

function getKey({ entries: [first] }: ListedGroup): string {
  if (first !== undefined && first.from !== "slash") return "menus";
  const [name = ""] = first?.name.split(" ") ?? [];
  return topics.find(([, , commands]) => commands.includes(name))?.[0] ?? "server";
}

/** `order create, order search`, to recognize a topic by. */
function describeEntries(groups: readonly ListedGroup[]): string {
  const name = ({ from, name: text }: ListedCommand): string => (from === "slash" ? `/${text}` : text);
  return groups.flatMap(({ entries }) => entries.map(name)).join(", ");
}

/** What is done of a new server's setup; `self`, the last step, is personal. */
export type DoneSteps = ReadonlySet<Step | "self">;

/** A new server's setup steps in order, with done ones ticked off; nothing once all are done. */
function renderSteps(done: DoneSteps, commandMention: (path: string) => string): readonly EmbedFieldParts[] {
  const lines = [
    ...setupSteps
      .filter((step) => !isOptional(step))
      .map((step) => ({ step, command: stepLabels[step].command, what: stepLabels[step].title })),
    { step: "self", command: "account connect", what: "You, as a workspace user" },
  ] as const;
  if (lines.every(({ step }) => done.has(step))) return [];
  const stepLines = lines.map(
    ({ step, command, what }) => `${done.has(step) ? "✅" : "🔹"} ${commandMention(command)} · ${what}`,
  );
  const all = `${commandMention("setup")} · all of this in one place, step by step`;
  return [{ name: "First steps", value: [all, ...stepLines].join("\n") }];
}
