import { z } from "zod";
import type { Answer } from "../../src/interactions/answer.ts";
import { defineButton } from "../../src/interactions/controls.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { PageIndex } from "../shared/page-buttons.ts";
import { namesOf } from "../shared/people.ts";
import { deleteId } from "./delete-button.ts";
import { readId } from "./read-button.ts";
import { readComments } from "./read-comments.ts";
import { renderComments } from "./render-comments.ts";

const id = defineCustomId("bans.comments", { banId: z.string().min(1), page: PageIndex });

export const commentsPageButton = defineButton({
  id,
  access: "manager",
  needs: "link",
  ack: "update",
  run: ({ banId, page }, ctx) => showComments(banId, page, ctx),
});

export async function showComments(banId: string, page: number, ctx: LinkedContext): Promise<Answer> {
  const comments = await readComments(banId, ctx);
  return renderComments(
    {
      banId,
      comments,
      names: await namesOf(
        comments.map(({ author }) => author),
        ctx,
      ),
      page,
      customIdOf: (index) => id.encode({ banId, page: index }),
      readIdOf: (commentId) => readId(banId, commentId),
      deleteIdOf: (commentId) => deleteId.encode({ banId, commentId }),
    },
    Temporal.Instant.fromEpochMilliseconds(ctx.now()),
  );
}
