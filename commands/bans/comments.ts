import { z } from "zod";
import { defineButton } from "../../src/interactions/components.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { namesOf } from "../../src/ui/people.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { PageIndex } from "../kit/page-buttons.ts";
import { banOption, readComments } from "./ban-comments.ts";
import { deleteButton, deleteConfirmation, deleteId } from "./delete.ts";
import { readButton, readId } from "./read-button.ts";
import { renderComments } from "./render-comments.ts";

const id = defineCustomId("bans.comments", { banId: z.string().min(1), page: PageIndex });

const commentsPageButton = defineButton({
  id,
  access: "manager",
  needs: "link",
  ack: "update",
  run: ({ banId, page }, ctx) => showComments(banId, page, ctx),
});

async function showComments(banId: string, page: number, ctx: LinkedContext): Promise<Reply> {
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

export const comments = defineSubcommand({
  name: "comments",
  description: "Read what was written about a ban",
  options: { ban: banOption() },
  access: "manager",
  needs: "link",
  ack: "ephemeral",
  operations: ["listBanComments", "deleteBanComment"],
  components: [commentsPageButton, readButton, deleteButton, ...deleteConfirmation.components],
  run: async ({ options }, ctx) => showComments(options.ban, 0, ctx),
});
