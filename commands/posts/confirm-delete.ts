import { z } from "zod";
import type { Post } from "../../src/api/contract/posts.ts";
import { ApiError } from "../../src/api/errors.ts";
import { UserError } from "../../src/errors.ts";
import { defineConfirmation } from "../../src/interactions/confirmation/define.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { namesOf } from "../../src/ui/people.ts";
import { shortTitle } from "../../src/ui/post-text.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { renderQuestion, renderReceipt } from "./render-delete.ts";

const Payload = z.object({
  postId: z.string(),
  /** The title of the post. */
  before: z.string(),
});
type Deletion = "deleted" | "already-gone";

export const deleteConfirmation = defineConfirmation<z.output<typeof Payload>, Deletion, "link">({
  kind: "post.delete",
  access: "manager",
  needs: "link",
  payload: Payload,
  confirm: { label: "Delete post", harmful: true },
  cancel: { label: "Keep it", sentence: "The post stays. Nothing was deleted." },
  unknownOutcomeText:
    "I asked the workspace to delete the post but got no clear answer, so I cannot tell whether it is gone. Look for it with `/posts list` before you try again.",
  async execute({ postId }, { api, workspaceId }) {
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
    duplicateText: (result) =>
      result === "deleted"
        ? "This post was already deleted. Nothing was sent twice."
        : "This post was already gone.",
    auditOutcome: (result) => (result === "deleted" ? "done" : "refused"),
  },
  receipt: (result, payload, { invoker, now, commandMention }) =>
    renderReceipt(result, payload, {
      discordUserId: invoker.discordUserId,
      at: Temporal.Instant.fromEpochMilliseconds(now()),
      listMention: commandMention("posts list"),
    }),
});

export async function promptDelete(post: Post, ctx: LinkedContext): Promise<Reply> {
  const names = await namesOf([post.published_by], ctx);
  return deleteConfirmation.prompt(
    { postId: post._id, before: shortTitle(post) },
    renderQuestion(post, names),
    ctx,
  );
}
