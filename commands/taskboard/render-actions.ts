import type { TaskboardAction, TaskboardTrigger } from "../../src/api/contract/taskboard.ts";
import { pageOf } from "../../src/domain/pages.ts";
import type { Answer } from "../../src/interactions/answer.ts";
import { embed } from "../../src/text/embed.ts";
import { code, inert } from "../../src/text/inert.ts";
import { counted } from "../../src/text/numbers.ts";
import { nearAndExact, readInstant } from "../../src/text/time.ts";
import { fitLines, joined } from "../shared/lines.ts";
import { pageButtons, pageWords } from "../shared/page-buttons.ts";
import { actionName } from "./action-name.ts";
import type { EncodePage } from "./page-button.ts";

const actionsOnPage = 5;
/** Five of them leave room in an embed for headings and footer. */
const maxDetailsLength = 600;
const maxDetailsLengthAlone = 2_500;

export function renderActions(
  actions: readonly TaskboardAction[],
  wantedPage: number,
  encode: EncodePage,
): Answer {
  if (actions.length === 0) {
    const description =
      "The task board does nothing by itself. Actions that somebody makes in the workspace will be listed here.";
    return { embeds: [embed({ title: "Task board actions", description, tone: "over" })] };
  }
  const page = pageOf(actions, wantedPage, actionsOnPage);
  return {
    embeds: [
      embed({
        title: "Task board actions",
        description: page.entries.map((action) => block(action, maxDetailsLength)).join("\n\n"),
        footer: joined([pageWords(page), counted(actions.length, "action")]),
      }),
    ],
    components: pageButtons(page, { before: "Previous", after: "Next" }, encode),
  };
}

export function renderActionQuestion(action: TaskboardAction): Answer {
  return {
    embeds: [
      embed({
        title: "Delete this action?",
        description: `${block(action, maxDetailsLengthAlone)}\n\nThe task board will no longer do this, and it cannot be brought back.`,
        tone: "harmful",
      }),
    ],
  };
}

export function renderActionDeleted(
  result: "deleted" | "already-gone",
  { actionId, name }: { readonly actionId: string; readonly name: string },
  discordUserId: string,
): Answer {
  const deleted = result === "deleted";
  const sentence = deleted
    ? `**${inert(name)}** is gone.`
    : `**${inert(name)}** was already gone: somebody else deleted it in the meantime. I deleted nothing.`;
  return {
    embeds: [
      embed({
        title: deleted ? "Action deleted" : "The action was already gone",
        description: `${sentence}\n-# ${deleted ? `Deleted by <@${discordUserId}> · ` : ""}Id ${code(actionId)}`,
        tone: deleted ? "done" : "over",
      }),
    ],
  };
}

function block(action: TaskboardAction, maxLength: number): string {
  const createdAt = readInstant(action.createdAt);
  const small = [
    code(action._id),
    action.created_by && `by ${code(action.created_by, 40)}`,
    createdAt && nearAndExact(createdAt),
  ];
  const details = fitLines(
    action.triggers.flatMap(triggerLines),
    maxLength,
    (count) => `- and ${counted(count, "more line")}`,
  );
  return [
    `**${inert(actionName(action))}**`,
    ...(details === "" ? [] : [details]),
    `-# ${joined(small)}`,
  ].join("\n");
}

function triggerLines({ type, name, group, fields }: TaskboardTrigger): readonly string[] {
  const facts = [
    name && inert(name, 60),
    group && `group ${inert(group, 40)}`,
    type && `type ${inert(type, 40)}`,
  ];
  return [`- When: ${joined(facts) || "not named"}`, ...fields.map(fieldLine)];
}

/** Nobody documents what these mean, so they stand as they came, under the service's own names. */
function fieldLine({
  type,
  value,
  reset_type,
  after,
  on,
  grace,
}: TaskboardTrigger["fields"][number]): string {
  const facts = [
    type && inert(type, 40),
    value && `value ${inert(value, 60)}`,
    reset_type && `reset ${inert(reset_type, 40)}`,
    after !== undefined && `after ${after}`,
    on !== undefined && `on ${on}`,
    grace !== undefined && `grace ${grace}`,
  ];
  return `  - ${joined(facts) || "empty"}`;
}
