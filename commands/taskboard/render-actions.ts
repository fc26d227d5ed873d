import type { RenderContext } from "../../src/ui/render-context.ts";
import type { TaskboardAction, TaskboardTrigger } from "../../src/api/contract/taskboard.ts";
import { paginate } from "../../src/domain/lists.ts";
import { createButton, createButtonRow, createMenuRow } from "../../src/ui/buttons.ts";
import { createEmbed } from "../../src/ui/embed.ts";
import { escapeMarkdown, plainText } from "../../src/ui/escape.ts";
import { fitLines, joinParts, withoutBreaks, capitalize } from "../../src/ui/lines.ts";
import { formatNumber, pluralize } from "../../src/ui/numbers.ts";
import { describePerson, type Names, formatPeople } from "../../src/ui/people.ts";
import { formatIdFooter } from "../../src/ui/receipt.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { parseInstant, timestamp } from "../../src/ui/time.ts";
import { describePage, createPageButtons } from "../kit/paged-list.ts";
import { actionHeadings, backButton, unknownEffect } from "./render-board.ts";

/** `🔹 When **an order is cancelled** · orders`, then a line for each condition. */
function formatTriggerLines(trigger: TaskboardTrigger): readonly string[] {
  return [
    joinParts([`🔹 When **${describeEvent(trigger)}**`, ...describeKind(trigger)]),
    ...trigger.fields.map(formatFieldLine),
  ];
}

/** `an order is cancelled`, escaped. */
function describeEvent({ name, type }: TaskboardTrigger): string {
  return toReadable(toSentencePart(name || type || ""), 60) || "something unnamed happens";
}

/** Its group, and its type where the name doesn't say it; escaped. */
function describeKind({ type, name, group }: TaskboardTrigger): readonly (string | undefined | false)[] {
  return [group && toReadable(group), name && type && !hasAllWords(name, type) && toReadable(type)];
}

/** Whether a name has all words of a type, as that of `order_cancelled` mostly has. */
function hasAllWords(name: string, type: string): boolean {
  const words = name.toLowerCase().split(/\W+/u);
  return type
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .every((word) => words.includes(word));
}

/** `An order is cancelled` after "When"; a first word that may be a name keeps its capital. */
function toSentencePart(event: string): string {
  return event.replace(/^(?:An?|The|Any|Some(?:body|one|thing)?|Every(?:body|one)?)(?=\s)/u, (word) =>
    word.toLowerCase(),
  );
}

/** What starts it, below `actionHeadings`; escaped. */
export function formatActionLine(action: TaskboardAction): string {
  const [first, ...more] = action.triggers;
  const event = first?.name || first?.type;
  const isKnown = event && plainText(event, 60) !== "";
  const what = isKnown ? toReadable(toSentencePart(event), 60) : escapeMarkdown(formatActionTitle(action));
  return joinParts([`🔹 ${what}`, more.length > 0 && pluralize(more.length, "more trigger")]);
}

/** The meaning of these numbers isn't documented, so they are shown as they are, under the service's names. */
function formatFieldLine({
  type,
  value,
  reset_type: reset,
  after,
  on,
  grace,
}: TaskboardTrigger["fields"][number]): string {
  const what = capitalize(type ? toReadable(type) : "value");
  const facts = [
    value ? `${what} ${escapeMarkdown(value, 60)}` : type && what,
    reset && withoutBreaks(`resets ${toReadable(reset)}`),
    after !== undefined && `after\u00a0${formatNumber(after)}`,
    on !== undefined && `on\u00a0${formatNumber(on)}`,
    grace !== undefined && `grace\u00a0${formatNumber(grace)}`,
  ];
  return `- ${joinParts(facts) || "no condition given"}`;
}

/** `assignment_failed` becomes "assignment failed"; anything else is unchanged. */
function toReadable(text: string, maxLength = 40): string {
  return escapeMarkdown(/^[a-z]+(_[a-z]+)+$/.test(text) ? text.replaceAll("_", " ") : text, maxLength);
}

/** For one line of a list. */
function formatActionTitle({ _id, triggers: [first] }: TaskboardAction): string {
  return plainText(first?.name || first?.type || "", 60) || `Action ${plainText(_id, 40)}`;
}

/** Actions have no name, so they are named after their triggers. */
export function formatActionName(action: TaskboardAction): string {
  const [first, ...more] = action.triggers;
  const name = formatActionTitle(action);
  if (first === undefined || !(first.name || first.type)) return name;
  const group = plainText(first.group ?? "", 20);
  return joinParts([name, group, more.length > 0 && `and ${pluralize(more.length, "more trigger")}`]);
}

const actionsOnPage = 10;
const maxDetailsLength = 2_500;

interface ActionList {
  readonly actions: readonly TaskboardAction[];
  /** From 0. */
  readonly page: number;
  readonly createCustomId: (page: number) => string;
  /** The id of the menu that opens one of the actions. */
  readonly openId: string;
}

export function renderActions({ actions, page: asked, createCustomId, openId }: ActionList): Reply {
  if (actions.length === 0) {
    const description = "No actions yet. Actions created in the workspace will appear here.";
    return {
      embeds: [createEmbed({ title: "Automatic actions", description, tone: "over" })],
      components: createButtonRow(backButton),
    };
  }
  const page = paginate(actions, asked, actionsOnPage);
  return {
    embeds: [
      createEmbed({
        title: pluralize(actions.length, ...actionHeadings),
        description: [...page.entries.map(formatActionLine), unknownEffect].join("\n"),
        footer: describePage(page) ?? "",
      }),
    ],
    components: [
      ...createMenuRow(
        openId,
        "Open an action",
        page.entries.map((action) => ({ value: action._id, label: formatActionName(action) })),
      ),
      ...createPageButtons(page, { before: "Previous", after: "Next" }, createCustomId, backButton),
    ],
  };
}

/** All there is to know about one. @param deleteId of the button that asks whether to delete it, for people who may */
export function renderAction(
  action: TaskboardAction,
  deleteId: string | undefined,
  { names }: RenderContext,
): Reply {
  const [trigger, ...others] = action.triggers;
  const isOne = trigger !== undefined && others.length === 0;
  return {
    embeds: [
      createEmbed({
        title: isOne ? `When ${describeEvent(trigger)}` : "Automatic action",
        description: isOne ? describeOnlyTrigger(trigger, action, names) : describeAction(action, names),
        footer: formatActionIds(action, names),
      }),
    ],
    components: createButtonRow(
      ...(deleteId === undefined ? [] : [createButton({ customId: deleteId, label: "Delete…" })]),
    ),
    share: {},
  };
}

/** Below a title that says what happens. */
function describeOnlyTrigger(trigger: TaskboardTrigger, action: TaskboardAction, names: Names): string {
  const conditions =
    fitLines(trigger.fields.map(formatFieldLine), maxDetailsLength, formatMoreLines) || "No condition";
  return joinParts(
    [
      trigger.fields.length === 1 ? conditions.replace(/^- /, "") : conditions,
      joinParts(describeKind(trigger)),
      joinParts(describeMaker(action, names)),
    ],
    "\n",
  );
}

export function renderActionDeletionPreview(action: TaskboardAction, { names }: RenderContext): Reply {
  return {
    embeds: [
      createEmbed({
        title: "Delete this action?",
        description: `${describeAction(action, names)}\n\nThe task board will stop doing this, and the action can't be restored.`,
        footer: formatActionIds(action, names),
        tone: "harmful",
      }),
    ],
  };
}

export function createActionDeletionFacts({ before }: { readonly before: string }) {
  const name = `**${escapeMarkdown(before)}**`;
  return {
    titles: { deleted: "Action deleted", "already-gone": "The action was already gone" },
    deleted: `${name} is gone.`,
    gone: `${name} was already gone: someone else deleted it in the meantime. I deleted nothing.`,
    isShareable: true,
    command: "taskboard show",
  };
}

function formatActionIds({ _id, created_by: maker }: TaskboardAction, names: Names): string {
  return joinParts([formatPeople([maker], names), formatIdFooter({ Id: _id })]);
}

function describeAction(action: TaskboardAction, names: Names): string {
  const details = fitLines(
    action.triggers.length > 0 ? action.triggers.flatMap(formatTriggerLines) : [formatActionLine(action)],
    maxDetailsLength,
    formatMoreLines,
  );
  return joinParts([details, joinParts(describeMaker(action, names))], "\n");
}

const formatMoreLines = (count: number): string => `- and ${pluralize(count, "more line")}`;

function describeMaker({ created_by: maker, createdAt }: TaskboardAction, names: Names) {
  const at = parseInstant(createdAt);
  return [maker && `Made by ${describePerson(maker, names)}`, at && timestamp(at, "R")];
}
