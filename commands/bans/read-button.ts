import { z } from "zod";
import { UserError } from "../../src/errors.ts";
import { defineButton } from "../../src/interactions/components.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import { PageIndex } from "../kit/page-buttons.ts";
import { namesOf } from "../../src/ui/people.ts";
import { readComments } from "./ban-comments.ts";
import { renderComment } from "./render-comments.ts";

/** A short name: two ids and a number stand behind it. */
const id = defineCustomId("bans.on", {
  banId: z.string().min(1),
  commentId: z.string().min(1),
  part: PageIndex,
});

/** Of the button that opens the whole text of a comment. */
export const readId = (banId: string, commentId: string): string => id.encode({ banId, commentId, part: 0 });

/** The text of one comment, a part for each press; the list stays. */
export const readButton = defineButton({
  id,
  access: "manager",
  needs: "link",
  ack: "ephemeral",
  async run({ banId, commentId, part }, ctx) {
    const comment = (await readComments(banId, ctx)).find(({ _id }) => _id === commentId);
    if (comment === undefined)
      throw new UserError(
        `This comment is gone, so there is nothing more to read. See what is there with ${ctx.commandMention("bans comments")}.`,
      );
    const names = await namesOf([comment.author], ctx);
    return renderComment(comment, names, part, (next) => id.encode({ banId, commentId, part: next }));
  },
});
