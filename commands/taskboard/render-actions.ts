import type { TaskboardAction } from "../../src/api/contract/taskboard.ts";
import { pageOf } from "../../src/domain/pages.ts";
import type { Answer } from "../../src/interactions/answer.ts";
import { embed } from "../../src/text/embed.ts";
import { code, inert } from "../../src/text/inert.ts";
import { counted } from "../../src/text/numbers.ts";
import { nearAndExact, readInstant } from "../../src/text/time.ts";
import { fitLines, joined, smallPrint } from "../shared/lines.ts";
import { pageButtons, pageWords } from "../shared/page-buttons.ts";
import { type Names, personWords } from "../shared/people.ts";
import { actionName } from "./action-name.ts";
import type { EncodePage } from "./page-button.ts";
import type { ReceiptFacts } from "./receipt-facts.ts";
import { triggerLines } from "./trigger-words.ts";

const actionsOnPage = 5;
/** Five of them leave room in an embed for headings and footer. */
const maxDetailsLength = 600;
const maxDetailsLengthAlone = 2_500;

export interface ActionList {
  readonly actions: readonly TaskboardAction[];
  readonly names: Names;
  /** From 0. */
  readonly page: number;
  readonly now: Temporal.Instant;
}

export function renderActions({ actions, names, page: asked, now }: ActionList, encode: EncodePage): Answer {
  if (actions.length === 0) {
    const description =
      "The task board does nothing by itself. Actions that somebody makes in the workspace will be listed here.";
    return {
      embeds: [embed({ title: "Task board actions", description, tone: "over", at: now })],
      share: {},
    };
  }
  const page = pageOf(actions, asked, actionsOnPage);
  return {
    embeds: [
      embed({
        title: "Task board actions",
        description: page.entries.map((action) => block(action, names, maxDetailsLength)).join("\n\n"),
        footer: joined([pageWords(page), counted(actions.length, "action")]),
        at: now,
      }),
    ],
    components: pageButtons(page, { before: "Previous", after: "Next" }, encode),
    share: {},
  };
}

export function renderActionQuestion(action: TaskboardAction, names: Names): Answer {
  return {
    embeds: [
      embed({
        title: "Delete this action?",
        description: `${block(action, names, maxDetailsLengthAlone)}\n\nThe task board will no longer do this, and it cannot be brought back.`,
        tone: "harmful",
      }),
    ],
  };
}

export function renderActionDeleted(
  result: "deleted" | "already-gone",
  { actionId, before: name }: { readonly actionId: string; readonly before: string },
  { discordUserId, at, nextMention }: ReceiptFacts,
): Answer {
  const deleted = result === "deleted";
  const sentence = deleted
    ? `**${inert(name)}** is gone.`
    : `**${inert(name)}** was already gone: somebody else deleted it in the meantime. I deleted nothing.`;
  return {
    embeds: [
      embed({
        title: deleted ? "Action deleted" : "The action was already gone",
        description: [
          sentence,
          smallPrint(
            joined([deleted && `Deleted by <@${discordUserId}> ${nearAndExact(at)}`, `Id ${code(actionId)}`]),
          ),
          smallPrint(`See what is there with ${nextMention}`),
        ].join("\n"),
        tone: deleted ? "done" : "over",
      }),
    ],
    share: {},
  };
}

function block(action: TaskboardAction, names: Names, maxLength: number): string {
  const createdAt = readInstant(action.createdAt);
  const small = [
    code(action._id),
    action.created_by && `by ${personWords(action.created_by, names)}`,
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
    smallPrint(joined(small)),
  ].join("\n");
}
