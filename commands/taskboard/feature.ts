import { z } from "zod";
import { defineFeature } from "../../src/feature.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { canUse } from "../../src/interactions/access.ts";
import { defineButton } from "../../src/interactions/components.ts";
import { defineSubcommand, defineCommandGroup } from "../../src/interactions/define.ts";
import type { CallOptions } from "../../src/api/client.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import {
  findBoardInUse,
  renderTaskboard,
  showId,
  formatBoardName,
  FormatChange,
  renderFormatChange,
  renderFormatChanged,
} from "./render-board.ts";
import { boardComponents, boardList, readBoard, suggestBoard } from "./boards.ts";
import {
  formatActionLine,
  renderAction,
  renderActions,
  formatActionName,
  createActionDeletionFacts,
  renderActionDeletionPreview,
} from "./render-actions.ts";
import type { AuditActions } from "../../src/interactions/audit-action.ts";
import { joinParts } from "../../src/ui/lines.ts";
import { formatBoldName } from "../kit/audit-words.ts";
import { renderContext } from "../../src/ui/render-context.ts";
import { UserError } from "../../src/errors.ts";
import { defineConfirmation } from "../../src/interactions/confirmation/define.ts";
import { findListed } from "../kit/find-listed.ts";
import { number, text } from "../kit/options.ts";
import { describeAbsence } from "../../src/ui/left-out.ts";
import type { TaskboardAction } from "../../src/api/contract/taskboard.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import type { Component } from "../../src/interactions/handler.ts";
import { readNames } from "../../src/ui/people.ts";
import { canBeInButton, definePagedList } from "../kit/paged-list.ts";
import { defineDeletion } from "../kit/deletion.ts";

function readActions(
  { api, workspaceId }: LinkedContext,
  options?: CallOptions,
): Promise<readonly TaskboardAction[]> {
  return api.listTaskboardActions({ params: { workspaceId } }, options);
}

/** One of the actions that there are at present, and all of them. */
function findAction(actionId: string, ctx: LinkedContext) {
  const params = { workspaceId: ctx.workspaceId };
  return findListed(
    (options) => ctx.api.listTaskboardActions({ params }, options),
    (actions) => actions.find(({ _id }) => _id === actionId),
    ctx,
  );
}

const Payload = z.object({
  actionId: z.string(),
  /** The action's name. */
  before: z.string(),
});
const actionDeletion = defineDeletion({
  kind: "taskboard.delete-action",
  noun: "action",
  payload: Payload,
  toPayload: (action: TaskboardAction) => ({ actionId: action._id, before: formatActionName(action) }),
  listPeople: ({ created_by }) => [created_by],
  preview: renderActionDeletionPreview,
  read: async ({ actionId }, ctx, options) =>
    (await readActions(ctx, options)).find(({ _id }) => _id === actionId),
  getContent: ({ triggers }) => triggers,
  check: "Check `/taskboard show`",
  getId: ({ actionId }) => actionId,
  send: ({ actionId }, { api, workspaceId }) =>
    api.deleteTaskboardAction({ params: { workspaceId, actionId } }),
  facts: createActionDeletionFacts,
});

const deleteId = defineCustomId("taskboard.ask-delete", { actionId: z.string().min(1) });

/** Asks whether to delete an opened action, which stays. */
const deleteButton = defineButton({
  id: deleteId,
  access: "manager",
  needs: "write",
  ack: "ephemeral",
  opensPreview: true,
  async run({ actionId }, ctx) {
    const { list, found: action } = await findAction(actionId, ctx);
    if (action === undefined)
      throw new UserError(
        `The task board has no action with that id, so nothing was deleted. ${describeAbsence(ctx.service.leftOut(list), list.length)} See the current ones with \`/taskboard show\`.`,
      );
    return actionDeletion.prompt(action, ctx);
  },
});

const actionList = definePagedList({
  name: "taskboard.actions",
  about: {},
  access: "staff",
  needs: "link",
  show: async ({ page }, ctx, ids) => renderActions({ actions: await readActions(ctx), page, ...ids }),
  async open(actionId, _asked, ctx) {
    const { found: action } = await findAction(actionId, ctx);
    if (action === undefined)
      throw new UserError(
        `This action is gone. See the current ones with ${ctx.commandMention("taskboard show")}.`,
      );
    // Longer ids than the workspace is known to have don't fit into a button.
    const mayDelete = canUse("manager", ctx.invoker) && canBeInButton(actionId);
    const deletion = mayDelete ? deleteId.encode({ actionId }) : undefined;
    return renderAction(action, deletion, renderContext(ctx, await readNames([action.created_by], ctx)));
  },
});

const actionComponents: readonly Component[] = [
  ...actionList.components,
  deleteButton,
  ...actionDeletion.components,
];

const formatConfirmation = defineConfirmation<z.output<typeof FormatChange>, null, "write">({
  kind: "taskboard.format",
  access: "manager",
  needs: "write",
  payload: FormatChange,
  confirm: { label: "Set format", destructive: false },
  cancel: { label: "Not now", sentence: "Nothing was changed." },
  unknownOutcomeText:
    "I asked the workspace to set the board's format but got no clear answer, so I don't know whether it did. Check the board itself before you try again.",
  async execute({ boardId, after }, { api, workspaceId }) {
    const body = { board: boardId, format: { position: after } };
    const { success } = await api.setTaskboardFormat({ params: { workspaceId }, body });
    if (success) return null;
    throw new UserError(
      "The workspace didn't set the format and gave no reason. Nothing was changed. Press the button again, or run the command with another position.",
    );
  },
  outcome: {
    target: (_result, { boardId }) => boardId,
    duplicateText: () => "This format was already set. Nothing was sent twice.",
  },
  receipt: (_result, payload, ctx) => renderFormatChanged(payload, renderContext(ctx)),
});

const format = defineSubcommand({
  name: "format",
  description: "Set a board's position",
  options: {
    board: text("The board: choose it by name, or paste its id")
      .max(300)
      .autocomplete(suggestBoard)
      .required(),
    position: number("A number, sent to the workspace as it is").required(),
  },
  access: "manager",
  needs: "write",
  ack: "ephemeral",
  dependsOn: ["getTaskboard", "listTaskboardBoards"],
  operations: ["listTaskboardBoards", "setTaskboardFormat"],
  components: formatConfirmation.components,
  async run({ options }, ctx) {
    const board = await readBoard(options.board, ctx);
    const payload = {
      boardId: board.id,
      boardName: formatBoardName(board),
      after: options.position,
    };
    return formatConfirmation.prompt(payload, renderFormatChange(payload), ctx);
  },
});

const taskboardAudit = {
  "taskboard.delete-action": {
    label: "Delete a task board action",
    done: "Deleted a task board action",
    say: (is) => [
      "deleted",
      "delete",
      joinParts(["a task board action", formatBoldName(is("before"))], ": "),
    ],
    brief: () => "a task board action",
  },
  "taskboard.format": {
    label: "Set a board's format",
    done: "Set a board's format",
    say: (is) => [
      "set",
      "set",
      `the position of ${formatBoldName(is("boardName")) ?? "a task board"} to ${formatBoldName(is("after")) ?? "another one"}`,
    ],
    brief: (is) => `the position of ${formatBoldName(is("boardName")) ?? "a task board"}`,
  },
  "taskboard.set-board": {
    label: "Choose the task board",
    done: "Chose the task board",
    say: (is) => ["chose", "choose", `${formatBoldName(is("after")) ?? "a board"} as the task board`],
    brief: (is) => joinParts(["the task board", formatBoldName(is("after"))], " "),
  },
} as const satisfies AuditActions;

async function showTaskboard(ctx: LinkedContext): Promise<Reply> {
  const { api, workspaceId } = ctx;
  const params = { workspaceId };
  const config = await api.getTaskboard({ params });
  const isEmpty = config.taskboard === undefined && findBoardInUse(config) === undefined;
  const [actionLines, allBoards] = isEmpty
    ? []
    : await Promise.all([
        api.listTaskboardActions({ params }).then(
          (all) => all.map(formatActionLine),
          () => undefined,
        ),
        api.listTaskboardBoards({ params }).catch(() => undefined),
      ]);
  const listIds = {
    actions: actionList.createCustomId({ page: 0 }),
    boards: boardList.createCustomId({ page: 0 }),
  };
  const maySwitch = canUse("manager", ctx.invoker);
  return renderTaskboard({ config, actionLines, boards: allBoards, maySwitch, listIds });
}

/** From its lists. */
const back = defineButton({
  id: showId,
  access: "staff",
  needs: "link",
  ack: "update",
  run: (_ids, ctx) => showTaskboard(ctx),
});

const show = defineSubcommand({
  name: "show",
  description: "See the task board, its boards and its automatic actions",
  access: "staff",
  purpose: "see the task board",
  needs: "link",
  ack: "ephemeral",
  dependsOn: ["getTaskboard"],
  operations: [
    "getTaskboard",
    "listTaskboardActions",
    "listTaskboardBoards",
    "setTaskboardBoard",
    "deleteTaskboardAction",
  ],
  components: [back, ...boardComponents, ...actionComponents],
  run: (_asked, ctx) => showTaskboard(ctx),
});

const taskboard = defineCommandGroup({
  name: "taskboard",
  description: "See and change the workspace's task board",
  subcommands: [show, format],
});

export const taskboardFeature = defineFeature({ commands: [taskboard], audit: taskboardAudit });
