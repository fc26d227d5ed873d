import type { RenderContext } from "../../src/ui/render-context.ts";
import type { TaskboardAction, TaskboardTrigger } from "../../src/api/contract/taskboard.ts";
import { paginate } from "../../src/domain/lists.ts";
import { embed } from "../../src/ui/embed.ts";
import { escapeMarkdown, inlineCode, plainText } from "../../src/ui/escape.ts";
import { fitLines, joinParts, subtext } from "../../src/ui/lines.ts";
import { formatNumber, pluralize } from "../../src/ui/numbers.ts";
import { describePerson, unnamedId, type Names } from "../../src/ui/people.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { parseInstant, relativeAndExact } from "../../src/ui/time.ts";
import { describePage, pageButtons } from "../kit/page-buttons.ts";

/** An action's triggers and their conditions. */
function triggerLines({ type, name, group, fields }: TaskboardTrigger): readonly string[] {
  const facts = [
    name && escapeMarkdown(name, 60),
    group && `group ${readable(group)}`,
    type && `kind ${readable(type)}`,
  ];
  return [`- When: ${joinParts(facts) || "unnamed"}`, ...fields.map(fieldLine)];
}

/** The meaning of these numbers isn't documented, so they are shown as they are, under the service's names. */
function fieldLine({
  type,
  value,
  reset_type: reset,
  after,
  on,
  grace,
}: TaskboardTrigger["fields"][number]): string {
  const facts = [
    type && readable(type),
    value && `value ${escapeMarkdown(value, 60)}`,
    reset && describeReset(reset),
    after !== undefined && `after ${formatNumber(after)}`,
    on !== undefined && `on ${formatNumber(on)}`,
    grace !== undefined && `grace ${formatNumber(grace)}`,
  ];
  return `  - ${joinParts(facts) || "empty"}`;
}

const spans: ReadonlyMap<string, string> = new Map([
  ["daily", "day"],
  ["weekly", "week"],
  ["monthly", "month"],
  ["yearly", "year"],
]);

function describeReset(reset: string): string {
  const span = spans.get(reset.trim().toLowerCase());
  return span === undefined ? `reset ${readable(reset)}` : `reset every ${span}`;
}

/** `assignment_failed` becomes "assignment failed"; anything else is unchanged. */
function readable(text: string): string {
  return escapeMarkdown(/^[a-z]+(_[a-z]+)+$/.test(text) ? text.replaceAll("_", " ") : text, 40);
}

/** Actions have no name, so they are named after their triggers. */
export function actionName({ _id, triggers }: TaskboardAction): string {
  const [first, ...more] = triggers;
  const name = first && plainText(first.name || first.type || "", 60);
  if (!name) return `Action ${plainText(_id, 40)}`;
  const group = plainText(first.group ?? "", 20);
  return joinParts([name, group, more.length > 0 && `and ${pluralize(more.length, "more trigger")}`]);
}

const actionsOnPage = 5;
/** Five fit into an embed with headings and footer. */
const maxDetailsLength = 600;
const maxDetailsLengthAlone = 2_500;

interface ActionList {
  readonly actions: readonly TaskboardAction[];
  /** From 0. */
  readonly page: number;
  readonly customIdOf: (page: number) => string;
}

export function renderActions(
  { actions, page: asked, customIdOf }: ActionList,
  { names, now }: RenderContext,
): Reply {
  if (actions.length === 0) {
    const description = "No actions yet. Actions created in the workspace will appear here.";
    return {
      embeds: [embed({ title: "Task board actions", description, tone: "over", at: now })],
      share: {},
    };
  }
  const page = paginate(actions, asked, actionsOnPage);
  return {
    embeds: [
      embed({
        title: "Task board actions",
        description: page.entries.map((action) => block(action, names, maxDetailsLength)).join("\n\n"),
        footer: joinParts([describePage(page), pluralize(actions.length, "action")]),
        at: now,
      }),
    ],
    components: pageButtons(page, { before: "Previous", after: "Next" }, customIdOf),
    share: {},
  };
}

export function renderActionDeletionPreview(action: TaskboardAction, { names }: RenderContext): Reply {
  return {
    embeds: [
      embed({
        title: "Delete this action?",
        description: `${block(action, names, maxDetailsLengthAlone)}\n\nThe task board will stop doing this, and the action can't be restored.`,
        tone: "harmful",
      }),
    ],
  };
}

export function actionDeletionFacts({
  actionId,
  before,
}: {
  readonly actionId: string;
  readonly before: string;
}) {
  const name = `**${escapeMarkdown(before)}**`;
  return {
    noun: "action",
    deleted: `${name} is gone.`,
    gone: `${name} was already gone: someone else deleted it in the meantime. I deleted nothing.`,
    ids: [`Id ${inlineCode(actionId)}`],
    isShareable: true,
    command: "taskboard actions",
  };
}

function block(action: TaskboardAction, names: Names, maxLength: number): string {
  const createdAt = parseInstant(action.createdAt);
  const small = [
    inlineCode(action._id),
    action.created_by && `by ${describePerson(action.created_by, names)}`,
    unnamedId(action.created_by, names),
    createdAt && relativeAndExact(createdAt),
  ];
  const details = fitLines(
    action.triggers.flatMap(triggerLines),
    maxLength,
    (count) => `- and ${pluralize(count, "more line")}`,
  );
  return [
    `**${escapeMarkdown(actionName(action))}**`,
    ...(details === "" ? [] : [details]),
    subtext(joinParts(small)),
  ].join("\n");
}
