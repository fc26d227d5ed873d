import { z } from "zod";
import type { Post } from "../../src/api/contract/posts.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { namesOf } from "../../src/ui/people.ts";
import { shortTitle } from "../../src/schedules/boards/posts-render.ts";
import { renderContext } from "../../src/ui/render-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { defineDeletion } from "../kit/deletion.ts";
import { postDeletionFacts, renderPostDeletionPreview } from "./render-delete.ts";

const Payload = z.object({
  postId: z.string(),
  /** The title of the post. */
  before: z.string(),
});
export const deletePostConfirmation = defineDeletion({
  kind: "post.delete",
  noun: "post",
  payload: Payload,
  check: "Look for it with `/posts list`",
  idOf: ({ postId }) => postId,
  send: ({ postId }, { api, workspaceId }) => api.deletePost({ params: { workspaceId, postId } }),
  facts: postDeletionFacts,
});

export async function promptDeletePost(post: Post, ctx: LinkedContext): Promise<Reply> {
  const names = await namesOf([post.published_by], ctx);
  return deletePostConfirmation.prompt(
    { postId: post._id, before: shortTitle(post) },
    renderPostDeletionPreview(post, renderContext(ctx, names)),
    ctx,
  );
}
