import { describeAbsence } from "../../src/ui/left-out.ts";
import { z } from "zod";
import { renderContext } from "../../src/ui/render-context.ts";
import type { TaskboardAction } from "../../src/api/contract/taskboard.ts";
import { UserError } from "../../src/errors.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { canUse } from "../../src/interactions/access.ts";
import { defineButton } from "../../src/interactions/components.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import type { Component } from "../../src/interactions/handler.ts";
import { readNames } from "../../src/ui/people.ts";
import { definePagedList } from "../kit/paged-list.ts";
import {
  renderAction,
  renderActions,
  formatActionName,
  createActionDeletionFacts,
  renderActionDeletionPreview,
} from "./render-actions.ts";
import { defineDeletion } from "../kit/deletion.ts";

function readActions({ api, workspaceId }: LinkedContext): Promise<readonly TaskboardAction[]> {
  return api.listTaskboardActions({ params: { workspaceId } });
}

const Payload = z.object({
  actionId: z.string(),
  /** The action's name. */
  before: z.string(),
});
const deleteActionConfirmation = defineDeletion({
  kind: "taskboard.delete-action",
  noun: "action",
  payload: Payload,
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
  async run({ actionId }, ctx) {
    const known = await readActions(ctx);
    const action = known.find(({ _id }) => _id === actionId);
    if (action === undefined)
      throw new UserError(
        `The task board has no action with that id, so nothing was deleted. ${describeAbsence(ctx.service.leftOut(known), known.length)} See the current ones with \`/taskboard show\`.`,
      );
    const payload = { actionId: action._id, before: formatActionName(action) };
    const names = await readNames([action.created_by], ctx);
    const preview = renderActionDeletionPreview(action, renderContext(ctx, names));
    return deleteActionConfirmation.prompt(payload, preview, ctx);
  },
});

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
        `This action is gone. See the current ones with ${ctx.commandMention("taskboard show")}.`,
      );
    const deletion = canUse("manager", ctx.invoker) ? deleteId.encode({ actionId }) : undefined;
    return renderAction(action, deletion, renderContext(ctx, await readNames([action.created_by], ctx)));
  },
});

export const actionComponents: readonly Component[] = [
  ...actionList.components,
  deleteButton,
  ...deleteActionConfirmation.components,
];
