import { z } from "zod";
import { ApiError } from "../../src/api/errors.ts";
import { UserError } from "../../src/errors.ts";
import { defineConfirmation } from "../../src/interactions/confirmation.ts";
import { renderReceipt } from "./render.ts";

const Payload = z.object({
  postId: z.string(),
  /** The title of the post. */
  before: z.string(),
});
type Deletion = "deleted" | "already-gone";

export const deletion = defineConfirmation<z.output<typeof Payload>, Deletion, "link">({
  kind: "post.delete",
  access: "manager",
  needs: "link",
  payload: Payload,
  confirm: { label: "Delete post", harmful: true },
  keep: { label: "Keep it", sentence: "The post stays. Nothing was deleted." },
  unknownSentence:
    "I asked the workspace to delete the post but got no clear answer, so I cannot tell whether it is gone. Look for it with `/posts list` before you try again.",
  async perform({ postId }, { api, workspaceId }) {
    try {
      const { success } = await api.deletePost({ params: { workspaceId, postId } });
      if (success) return "deleted";
    } catch (error) {
      if (error instanceof ApiError && error.failure === "not-found") return "already-gone";
      throw error;
    }
    throw new UserError(
      "The workspace says that it did not delete the post, and gives no reason. The post is still there. You can press the button again, or delete it in the workspace itself.",
    );
  },
  outcome: {
    target: (_result, { postId }) => postId,
    alreadySentence: (result) =>
      result === "deleted"
        ? "This post was already deleted. Nothing was sent twice."
        : "This post was already gone.",
    record: (result) => (result === "deleted" ? "done" : "refused"),
  },
  receipt: (result, payload, { caller, now, commandMention }) =>
    renderReceipt(result, payload, {
      discordUserId: caller.discordUserId,
      at: Temporal.Instant.fromEpochMilliseconds(now()),
      listMention: commandMention("posts list"),
    }),
});
