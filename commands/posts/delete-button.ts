import { z } from "zod";
import { UserError } from "../../src/errors.ts";
import { defineButton } from "../../src/interactions/controls.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import { askToDelete } from "../post-delete/ask-to-delete.ts";
import { readPosts } from "./read-posts.ts";

export const deleteId = defineCustomId("posts.delete", { postId: z.string().min(1) });

/** Asks whether one post of the list shall go; the list stays. */
export const deleteButton = defineButton({
  id: deleteId,
  access: "manager",
  needs: "link",
  ack: "ephemeral",
  async run({ postId }, ctx) {
    const post = (await readPosts(ctx)).find(({ _id }) => _id === postId);
    if (post === undefined)
      throw new UserError(
        `This post is gone already, so nothing was deleted. See what is left with ${ctx.commandMention("posts list")}.`,
      );
    return askToDelete(post, ctx);
  },
});
