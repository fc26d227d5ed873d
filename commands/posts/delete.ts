import { describeAbsence } from "../../src/ui/left-out.ts";
import { z } from "zod";
import type { LinkedContext, WritableContext } from "../../src/interactions/handler-context.ts";
import type { Post } from "../../src/api/contract/posts.ts";
import { isFeatured, formatShortTitle } from "./render-board.ts";
import { findOnly } from "../../src/domain/search.ts";
import { idKinds, readServiceId } from "../../src/domain/service-ids.ts";
import { parseEpochMs } from "../../src/ui/time.ts";
import { readNames } from "../../src/ui/people.ts";
import { renderContext } from "../../src/ui/render-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { defineDeletion } from "../kit/deletion.ts";
import { createPostDeletionFacts, renderPostDeletionPreview, formatPostName } from "./render.ts";
import { UserError } from "../../src/errors.ts";
import { defineCommand } from "../../src/interactions/define.ts";
import { joinParts } from "../../src/ui/lines.ts";
import { suggestKnown } from "../kit/autocomplete.ts";
import { text } from "../kit/options.ts";

/** Featured posts first, then the newest. */
export function sortFeaturedFirst(posts: readonly Post[]): readonly Post[] {
  return posts.toSorted(
    (a, b) =>
      Number(isFeatured(b)) - Number(isFeatured(a)) ||
      (parseEpochMs(b.createdAt) ?? 0) - (parseEpochMs(a.createdAt) ?? 0),
  );
}

/** The posts of the intranet, the most wanted first. */
export async function readPosts({ api, workspaceId }: LinkedContext): Promise<readonly Post[]> {
  return sortFeaturedFirst(await api.listPosts({ params: { workspaceId } }));
}

/** By id or link, otherwise by its title or a part of it, if only one post has that: people may type over a suggestion. */
export function findPost(posts: readonly Post[], typed: string): Post | undefined {
  const postId = readServiceId(typed, idKinds.post);
  return (
    posts.find(({ _id }) => _id === postId) ??
    findOnly(
      posts.map((post) => ({ text: post.title ?? "", value: post._id, post })),
      typed,
    )?.post
  );
}

const Payload = z.object({
  postId: z.string(),
  /** The title of the post. */
  before: z.string(),
});
export const deletePostConfirmation = defineDeletion({
  kind: "post.delete",
  noun: "post",
  payload: Payload,
  check: "Look for it with `/posts`",
  getId: ({ postId }) => postId,
  send: ({ postId }, { api, workspaceId }) => api.deletePost({ params: { workspaceId, postId } }),
  facts: createPostDeletionFacts,
});

export async function promptDeletePost(post: Post, ctx: WritableContext): Promise<Reply> {
  const names = await readNames([post.published_by], ctx);
  return deletePostConfirmation.prompt(
    { postId: post._id, before: formatShortTitle(post) },
    renderPostDeletionPreview(post, renderContext(ctx, names)),
    ctx,
  );
}

export const postDelete = defineCommand({
  name: "post-delete",
  description: "Delete a post from the intranet",
  options: {
    post: text("The post: choose it by title, or paste its id")
      .max(300)
      .autocomplete(
        suggestKnown(
          "listPosts",
          ({ workspaceId }) => ({ params: { workspaceId } }),
          (posts) =>
            sortFeaturedFirst(posts).map((post) => ({
              text: joinParts([post.title, post.category]),
              name: formatPostName(post),
              value: post._id,
            })),
        ),
      )
      .required(),
  },
  access: "manager",
  needs: "write",
  ack: "ephemeral",
  dependsOn: ["listPosts"],
  operations: ["listPosts", "deletePost"],
  components: deletePostConfirmation.components,
  async run({ options }, ctx) {
    const posts = await ctx.api.listPosts({ params: { workspaceId: ctx.workspaceId } });
    const post = findPost(posts, options.post);
    if (post === undefined)
      throw new UserError(
        `I can't find a post with that title or id, so nothing was deleted. ${describeAbsence(ctx.service.leftOut(posts), posts.length)} Choose a suggestion, or check the id.`,
      );
    return promptDeletePost(post, ctx);
  },
});
