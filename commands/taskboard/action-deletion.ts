import { z } from "zod";
import { ApiError } from "../../src/api/errors.ts";
import { UserError } from "../../src/errors.ts";
import { defineConfirmation } from "../../src/interactions/confirmation.ts";
import { receiptFacts } from "./receipt-facts.ts";
import { renderActionDeleted } from "./render-actions.ts";

const Payload = z.object({
  actionId: z.string(),
  /** What the action was called. */
  before: z.string(),
});
type Deletion = "deleted" | "already-gone";

export const actionDeletion = defineConfirmation<z.output<typeof Payload>, Deletion, "link">({
  kind: "taskboard.delete-action",
  access: "manager",
  needs: "link",
  payload: Payload,
  confirm: { label: "Delete action", harmful: true },
  keep: { label: "Keep it", sentence: "The action stays. Nothing was deleted." },
  unknownSentence:
    "I asked the workspace to delete the action but got no clear answer, so I cannot tell whether it is gone. Check `/taskboard actions` before you try again.",
  async perform({ actionId }, { api, workspaceId }) {
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
    alreadySentence: (result) =>
      result === "deleted"
        ? "This action was already deleted. Nothing was sent twice."
        : "This action was already gone.",
    record: (result) => (result === "deleted" ? "done" : "refused"),
  },
  receipt: (result, payload, ctx) =>
    renderActionDeleted(result, payload, receiptFacts(ctx, "taskboard actions")),
});
