import { z } from "zod";
import { ApiError } from "../../src/api/errors.ts";
import { idKinds, readServiceId } from "../../src/domain/service-ids.ts";
import { UserError } from "../../src/errors.ts";
import { defineConfirmation } from "../../src/interactions/confirmation/define.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import { namesOf } from "../../src/ui/people.ts";
import { suggestKnown } from "../kit/autocomplete-reads.ts";
import { text } from "../kit/options.ts";
import { readActions } from "./read-actions.ts";
import { receiptFacts } from "./receipt-facts.ts";
import { actionName, renderActionDeleted, renderActionQuestion } from "./render-actions.ts";

const Payload = z.object({
  actionId: z.string(),
  /** What the action was called. */
  before: z.string(),
});
type Deletion = "deleted" | "already-gone";

const deleteActionConfirmation = defineConfirmation<z.output<typeof Payload>, Deletion, "link">({
  kind: "taskboard.delete-action",
  access: "manager",
  needs: "link",
  payload: Payload,
  confirm: { label: "Delete action", harmful: true },
  cancel: { label: "Keep it", sentence: "The action stays. Nothing was deleted." },
  unknownOutcomeText:
    "I asked the workspace to delete the action but got no clear answer, so I cannot tell whether it is gone. Check `/taskboard actions` before you try again.",
  async execute({ actionId }, { api, workspaceId }) {
    try {
      const { success } = await api.deleteTaskboardAction({ params: { workspaceId, actionId } });
      if (success) return "deleted";
    } catch (error) {
      if (error instanceof ApiError && error.failure === "not-found") return "already-gone";
      throw error;
    }
    throw new UserError(
      "The workspace says that it did not delete the action, and gives no reason. The action is still there. You can press the button again, or delete it in the workspace itself.",
    );
  },
  outcome: {
    target: (_result, { actionId }) => actionId,
    duplicateText: (result) =>
      result === "deleted"
        ? "This action was already deleted. Nothing was sent twice."
        : "This action was already gone.",
    auditOutcome: (result) => (result === "deleted" ? "done" : "refused"),
  },
  receipt: (result, payload, ctx) =>
    renderActionDeleted(result, payload, receiptFacts(ctx, "taskboard actions")),
});

export const deleteAction = defineSubcommand({
  name: "delete-action",
  description: "Delete one of the task board's actions",
  options: {
    action: text("The action: choose one by its triggers, or give its id")
      .autocomplete(
        suggestKnown(
          "listTaskboardActions",
          ({ workspaceId }) => ({ params: { workspaceId } }),
          (actions) =>
            actions.map((action) => {
              const name = actionName(action);
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
    const action = (await readActions(ctx)).find(({ _id }) => _id === actionId);
    if (action === undefined)
      throw new UserError(
        "The task board has no action by that id, so nothing was deleted. It may be gone already. Choose one of the suggestions, or see them all with `/taskboard actions`.",
      );
    const payload = { actionId: action._id, before: actionName(action) };
    const names = await namesOf([action.created_by], ctx);
    return deleteActionConfirmation.prompt(payload, renderActionQuestion(action, names), ctx);
  },
});
