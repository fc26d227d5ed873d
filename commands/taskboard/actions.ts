import { describeAbsence } from "../../src/ui/left-out.ts";
import { z } from "zod";
import { renderContext } from "../../src/ui/render-context.ts";
import type { TaskboardAction } from "../../src/api/contract/taskboard.ts";
import { UserError } from "../../src/errors.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import { readNames } from "../../src/ui/people.ts";
import { definePagedList } from "../kit/paged-list.ts";
import {
  renderAction,
  renderActions,
  formatActionName,
  createActionDeletionFacts,
  renderActionDeletionPreview,
} from "./render-actions.ts";
import { idKinds, readServiceId } from "../../src/domain/service-ids.ts";
import { suggestKnown } from "../kit/autocomplete.ts";
import { defineDeletion } from "../kit/deletion.ts";
import { text } from "../kit/options.ts";
import { findOnly } from "../../src/domain/search.ts";

function readActions({ api, workspaceId }: LinkedContext): Promise<readonly TaskboardAction[]> {
  return api.listTaskboardActions({ params: { workspaceId } });
}

export const actionList = definePagedList({
  name: "taskboard.actions",
  about: {},
  access: "staff",
  needs: "link",
  show: async ({ page }, ctx, ids) => renderActions({ actions: await readActions(ctx), page, ...ids }),
  async open(actionId, _asked, ctx) {
    const known = await readActions(ctx);
    const action = known.find(({ _id }) => _id === actionId);
    if (action === undefined)
      throw new UserError(
        `This action is gone, so there's nothing to show. See the current ones with ${ctx.commandMention("taskboard actions")}.`,
      );
    return renderAction(action, renderContext(ctx, await readNames([action.created_by], ctx)));
  },
});

export const actions = defineSubcommand({
  name: "actions",
  description: "List the task board's automatic actions and their triggers",
  access: "staff",
  purpose: "see the task board's actions",
  needs: "link",
  ack: "ephemeral",
  operations: ["listTaskboardActions", "getTaskboard", "listTaskboardBoards"],
  components: actionList.components,
  run: (_asked, ctx) => actionList.show({ page: 0 }, ctx),
});

const Payload = z.object({
  actionId: z.string(),
  /** The action's name. */
  before: z.string(),
});
const deleteActionConfirmation = defineDeletion({
  kind: "taskboard.delete-action",
  noun: "action",
  payload: Payload,
  check: "Check `/taskboard actions`",
  getId: ({ actionId }) => actionId,
  send: ({ actionId }, { api, workspaceId }) =>
    api.deleteTaskboardAction({ params: { workspaceId, actionId } }),
  facts: createActionDeletionFacts,
});

export const deleteAction = defineSubcommand({
  name: "delete-action",
  description: "Delete one of the task board's actions",
  options: {
    action: text("The action: choose it by its triggers, or paste its id")
      .autocomplete(
        suggestKnown(
          "listTaskboardActions",
          ({ workspaceId }) => ({ params: { workspaceId } }),
          (known) =>
            known.map((action) => {
              const name = formatActionName(action);
              return { text: name, name, value: action._id };
            }),
        ),
      )
      .required(),
  },
  access: "manager",
  needs: "link",
  ack: "ephemeral",
  operations: ["listTaskboardActions", "deleteTaskboardAction"],
  components: deleteActionConfirmation.components,
  async run({ options: { action: typed } }, ctx) {
    const actionId = readServiceId(typed, idKinds.action) ?? typed;
    const known = await readActions(ctx);
    const action =
      known.find(({ _id }) => _id === actionId) ??
      findOnly(
        known.map((each) => ({ text: formatActionName(each), value: each._id, action: each })),
        typed,
      )?.action;
    if (action === undefined)
      throw new UserError(
        `The task board has no action with that id, so nothing was deleted. ${describeAbsence(ctx.service.leftOut(known), known.length)} Choose a suggestion, or see all with \`/taskboard actions\`.`,
      );
    const payload = { actionId: action._id, before: formatActionName(action) };
    const names = await readNames([action.created_by], ctx);
    const preview = renderActionDeletionPreview(action, renderContext(ctx, names));
    return deleteActionConfirmation.prompt(payload, preview, ctx);
  },
});
