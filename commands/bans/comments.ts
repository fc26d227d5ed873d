import { renderContext } from "../../src/ui/render-context.ts";
import { z } from "zod";
import { defineSubcommand } from "../../src/interactions/define.ts";
import { namesOf } from "../../src/ui/people.ts";
import { definePagedList } from "../kit/paged-list.ts";
import { defineReadOn } from "../kit/read-on.ts";
import { banOption, readComments } from "./ban-comments.ts";
import { deleteButton, deleteCommentConfirmation, deleteId } from "./delete.ts";
import { renderComments, wholeComment } from "./render-comments.ts";

const readOn = defineReadOn({
  name: "bans.on",
  about: { banId: z.string().min(1), commentId: z.string().min(1) },
  access: "manager",
  async find({ banId, commentId, part }, ctx) {
    const comment = (await readComments(banId, ctx)).find(({ _id }) => _id === commentId);
    return comment && { ...wholeComment(comment, await namesOf([comment.author], ctx)), part };
  },
  gone: "This comment is gone",
  command: "bans comments",
});

const commentPages = definePagedList({
  name: "bans.comments",
  about: { banId: z.string().min(1) },
  access: "manager",
  needs: "link",
  async show({ banId, page }, ctx, { customIdOf }) {
    const found = await readComments(banId, ctx);
    const names = await namesOf(
      found.map(({ author }) => author),
      ctx,
    );
    const readIdOf = (commentId: string) => readOn.idOf({ banId, commentId, part: 0 });
    const deleteIdOf = (commentId: string) => deleteId.encode({ banId, commentId });
    return renderComments(
      { banId, comments: found, page, customIdOf, readIdOf, deleteIdOf },
      renderContext(ctx, names),
    );
  },
});

export const comments = defineSubcommand({
  name: "comments",
  description: "Read the comments on a ban",
  options: { ban: banOption() },
  access: "manager",
  needs: "link",
  ack: "ephemeral",
  operations: ["listBanComments", "deleteBanComment"],
  components: [
    ...commentPages.components,
    readOn.button,
    deleteButton,
    ...deleteCommentConfirmation.components,
  ],
  run: ({ options }, ctx) => commentPages.show({ banId: options.ban, page: 0 }, ctx),
});
