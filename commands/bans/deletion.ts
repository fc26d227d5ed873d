import { z } from "zod";
import { ApiError } from "../../src/api/errors.ts";
import { UserError } from "../../src/errors.ts";
import { defineConfirmation } from "../../src/interactions/confirmation.ts";
import { banError } from "./read-comments.ts";
import { type Deletion, renderReceipt } from "./render-deletion.ts";

const Payload = z.object({ banId: z.string(), commentId: z.string(), before: z.string() });

export const deletion = defineConfirmation<z.output<typeof Payload>, Deletion, "link">({
  kind: "bans.delete",
  access: "manager",
  needs: "link",
  payload: Payload,
  confirm: { label: "Delete comment", harmful: true },
  keep: { label: "Keep it", sentence: "The comment stays. Nothing was deleted." },
  unknownSentence:
    "I asked the workspace to delete the comment but got no clear answer, so I cannot tell whether it is gone. Check `/bans comments` before you try again.",
  async perform({ banId, commentId }, { api, workspaceId }) {
    try {
      const { success } = await api.deleteBanComment({ params: { workspaceId, banId, commentId } });
      if (success) return "deleted";
    } catch (error) {
      if (error instanceof ApiError && error.failure === "not-found") return "already-gone";
      throw banError(error, banId);
    }
    throw new UserError(
      "The workspace says that it did not delete the comment, and gives no reason. The comment is still there. You can press the button again, or delete it in the workspace itself.",
    );
  },
  outcome: {
    target: (_result, { commentId }) => commentId,
    alreadySentence: (result) =>
      result === "deleted"
        ? "This comment was already deleted. Nothing was sent twice."
        : "This comment was already gone.",
    record: (result) => (result === "deleted" ? "done" : "refused"),
  },
  receipt: (result, payload, { caller, now, commandMention }) =>
    renderReceipt(result, payload, {
      discordUserId: caller.discordUserId,
      at: Temporal.Instant.fromEpochMilliseconds(now()),
      commentsMention: commandMention("bans comments"),
    }),
});
