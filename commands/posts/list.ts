import { z } from "zod";
import type { Post } from "../../src/api/contract/posts.ts";
import { UserError } from "../../src/errors.ts";
import { canUse } from "../../src/interactions/access.ts";
import { defineButton } from "../../src/interactions/components.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { namesOf } from "../../src/ui/people.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { suggestKnown } from "../kit/autocomplete-reads.ts";
import { text } from "../kit/options.ts";
import { PageIndex } from "../kit/page-buttons.ts";
import { allCategories, categoriesOf, findCategory, inCategory } from "./category.ts";
import { deleteConfirmation, promptDelete } from "./confirm-delete.ts";
import { readButton, readId } from "./read-button.ts";
import { readPosts } from "./read-posts.ts";
import { renderPosts } from "./render-posts.ts";

const deleteId = defineCustomId("posts.delete", { postId: z.string().min(1) });

/** Asks whether one post of the list shall go; the list stays. */
const deleteButton = defineButton({
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
    return promptDelete(post, ctx);
  },
});

const id = defineCustomId("posts.page", { category: z.string(), page: PageIndex });

const postsPageButton = defineButton({
  id,
  access: "staff",
  needs: "link",
  ack: "update",
  run: async ({ category, page }, ctx) => showPosts(await readPosts(ctx), category, page, ctx),
});

/** One page of the posts of a category, by its key. */
async function showPosts(
  posts: readonly Post[],
  category: string,
  page: number,
  ctx: LinkedContext,
): Promise<Reply> {
  const shown = inCategory(posts, category);
  return renderPosts(
    {
      posts: shown,
      category: categoriesOf(shown).find(({ key }) => key === category)?.name,
      names: await namesOf(
        shown.map(({ published_by: author }) => author),
        ctx,
      ),
      page,
      customIdOf: (index) => id.encode({ category, page: index }),
      readIdOf: readId,
      deleteIdOf: canUse("manager", ctx.invoker) ? (postId) => deleteId.encode({ postId }) : undefined,
    },
    Temporal.Instant.fromEpochMilliseconds(ctx.now()),
  );
}

export const list = defineSubcommand({
  name: "list",
  description: "Read the posts of the intranet, featured ones first",
  options: {
    category: text("Only posts of this category")
      .max(100)
      .autocomplete(
        suggestKnown(
          "listPosts",
          ({ workspaceId }) => ({ params: { workspaceId } }),
          (posts) => categoriesOf(posts).map(({ name }) => ({ text: name, name, value: name })),
        ),
      ),
  },
  access: "staff",
  needs: "link",
  ack: "ephemeral",
  operations: ["listPosts", "deletePost"],
  components: [postsPageButton, readButton, deleteButton, ...deleteConfirmation.components],
  async run({ options: { category } }, ctx) {
    const posts = await readPosts(ctx);
    return showPosts(posts, category ? findCategory(posts, category).key : allCategories, 0, ctx);
  },
});
