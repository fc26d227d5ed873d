import { z } from "zod";
import { UserError } from "../../src/errors.ts";
import { defineButton } from "../../src/interactions/components.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import { PageIndex } from "../kit/page-buttons.ts";
import { namesOf } from "../../src/ui/people.ts";
import { readPosts } from "./read-posts.ts";
import { renderPost } from "./render-posts.ts";

const id = defineCustomId("posts.on", { postId: z.string().min(1), part: PageIndex });

/** Of the button that opens the whole text of a post. */
export const readId = (postId: string): string => id.encode({ postId, part: 0 });

/** The text of one post, a part for each press; the list stays. */
export const readButton = defineButton({
  id,
  access: "staff",
  needs: "link",
  ack: "ephemeral",
  async run({ postId, part }, ctx) {
    const post = (await readPosts(ctx)).find(({ _id }) => _id === postId);
    if (post === undefined)
      throw new UserError(
        `This post is gone, so there is nothing more to read. See what is there with ${ctx.commandMention("posts list")}.`,
      );
    const names = await namesOf([post.published_by], ctx);
    return renderPost(post, names, part, (next) => id.encode({ postId, part: next }));
  },
});
