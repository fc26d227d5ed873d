import { defineFeature } from "../../src/feature.ts";
import { z } from "zod";
import { renderContext } from "../../src/ui/render-context.ts";
import { UserError } from "../../src/errors.ts";
import { defineCommand } from "../../src/interactions/define.ts";
import { readNames } from "../../src/ui/people.ts";
import { canBeInButton } from "../kit/page-buttons.ts";
import { definePagedList } from "../kit/paged-list.ts";
import { defineReadOn } from "../kit/read-on.ts";
import { bansAudit } from "./audit.ts";
import { banOption, readComments, deleteButton, deleteCommentConfirmation, deleteId } from "./comments.ts";
import { renderComment, renderComments, renderWholeComment } from "./render-comments.ts";

const readOn = defineReadOn({
  name: "bans.on",
  about: { banId: z.string().min(1), commentId: z.string().min(1) },
  access: "manager",
  async find({ banId, commentId, part }, ctx) {
    const comment = (await readComments(banId, ctx)).find(({ _id }) => _id === commentId);
    return comment && { ...renderWholeComment(comment, await readNames([comment.author], ctx)), part };
  },
  gone: "This comment is gone",
  command: "bans",
});

const commentPages = definePagedList({
  name: "bans.comments",
  about: { banId: z.string().min(1) },
  access: "manager",
  needs: "link",
  async show({ banId, page }, ctx, ids) {
    const found = await readComments(banId, ctx);
    const names = await readNames(
      found.map(({ author }) => author),
      ctx,
    );
    return renderComments({ banId, comments: found, page, ...ids }, renderContext(ctx, names));
  },
  async open(commentId, { banId }, ctx) {
    const comment = (await readComments(banId, ctx)).find(({ _id }) => _id === commentId);
    if (comment === undefined)
      throw new UserError(
        `This comment is gone, so there's nothing to read. See the current ones with ${ctx.commandMention("bans")}.`,
      );
    // Longer ids than the workspace is known to have don't fit into a button.
    const ids =
      canBeInButton(banId) && canBeInButton(commentId)
        ? {
            createReadId: (part: number) => readOn.createId({ banId, commentId, part }),
            deleteId: deleteId.encode({ banId, commentId }),
          }
        : undefined;
    return renderComment(comment, ids, renderContext(ctx, await readNames([comment.author], ctx)));
  },
});

const bans = defineCommand({
  name: "bans",
  description: "Read the comments on a ban, and delete them",
  options: { ban: banOption() },
  access: "manager",
  purpose: "read the comments on bans",
  needs: "link",
  ack: "ephemeral",
  dependsOn: ["listBanComments"],
  operations: ["listBanComments", "deleteBanComment"],
  components: [
    ...commentPages.components,
    readOn.button,
    deleteButton,
    ...deleteCommentConfirmation.components,
  ],
  run: ({ options }, ctx) => commentPages.show({ banId: options.ban, page: 0 }, ctx),
});

export const bansFeature = defineFeature({ commands: [bans], audit: bansAudit });
