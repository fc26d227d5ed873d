import { type RenderContext, renderContext } from "../../src/ui/render-context.ts";
import { z } from "zod";
import type { Post } from "../../src/api/contract/posts.ts";
import { UserError } from "../../src/errors.ts";
import { canUse } from "../../src/interactions/access.ts";
import { defineButton } from "../../src/interactions/components.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { namesOf } from "../../src/ui/people.ts";
import { suggestKnown } from "../kit/autocomplete-reads.ts";
import { text } from "../kit/options.ts";
import { definePagedList } from "../kit/paged-list.ts";
import { canBeInButton } from "../kit/page-buttons.ts";
import { defineReadOn } from "../kit/read-on.ts";
import { allCategories, categoriesOf, findCategory, inCategory } from "./category.ts";
import { deletePostConfirmation, promptDeletePost } from "./confirm-delete.ts";
import { readPosts } from "./find-post.ts";
import { renderPost, renderPosts, wholePost } from "./render-posts.ts";

const deleteId = defineCustomId("posts.delete", { postId: z.string().min(1) });

/** Asks whether to delete an opened post, which stays. */
const deleteButton = defineButton({
  id: deleteId,
  access: "manager",
  needs: "link",
  ack: "ephemeral",
  async run({ postId }, ctx) {
    const post = (await readPosts(ctx)).find(({ _id }) => _id === postId);
    if (post === undefined)
      throw new UserError(
        `This post is already gone, so nothing was deleted. See the current ones with ${ctx.commandMention("posts list")}.`,
      );
    return promptDeletePost(post, ctx);
  },
});

const postContext = async (post: Post, ctx: LinkedContext): Promise<RenderContext> =>
  renderContext(ctx, await namesOf([post.published_by], ctx));

const readOn = defineReadOn({
  name: "posts.on",
  about: { postId: z.string().min(1) },
  access: "staff",
  async find({ postId, part }, ctx) {
    const post = (await readPosts(ctx)).find(({ _id }) => _id === postId);
    return post && { ...wholePost(post, await postContext(post, ctx)), part };
  },
  gone: "This post is gone",
  command: "posts list",
});

const postPages = definePagedList({
  name: "posts",
  /** The key of a category. */
  about: { category: z.string() },
  access: "staff",
  needs: "link",
  async show({ category, page }, ctx, ids) {
    const posts = inCategory(await readPosts(ctx), category);
    return renderPosts(
      {
        posts,
        category: categoriesOf(posts).find(({ key }) => key === category)?.name,
        page,
        ...ids,
      },
      renderContext(ctx),
    );
  },
  async open(postId, _asked, ctx) {
    const post = (await readPosts(ctx)).find(({ _id }) => _id === postId);
    if (post === undefined)
      throw new UserError(
        `This post is gone, so there's nothing to read. See the current ones with ${ctx.commandMention("posts list")}.`,
      );
    // Longer ids than the workspace is known to have don't fit into a button.
    const ids = canBeInButton(postId)
      ? {
          readIdOf: (part: number) => readOn.idOf({ postId, part }),
          deleteId: canUse("manager", ctx.invoker) ? deleteId.encode({ postId }) : undefined,
        }
      : undefined;
    return renderPost(post, ids, await postContext(post, ctx));
  },
});

export const list = defineSubcommand({
  name: "list",
  description: "Read intranet posts, featured ones first",
  options: {
    category: text("Only posts in this category")
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
  components: [...postPages.components, readOn.button, deleteButton, ...deletePostConfirmation.components],
  async run({ options: { category } }, ctx) {
    const key = category ? findCategory(await readPosts(ctx), category).key : allCategories;
    return postPages.show({ category: key, page: 0 }, ctx);
  },
});
