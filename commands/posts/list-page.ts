import { z } from "zod";
import type { Post } from "../../src/api/contract/posts.ts";
import { mayUse } from "../../src/interactions/access.ts";
import type { Answer } from "../../src/interactions/answer.ts";
import { defineButton } from "../../src/interactions/controls.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { PageIndex } from "../shared/page-buttons.ts";
import { namesOf } from "../shared/people.ts";
import { categoriesOf, inCategory } from "./category.ts";
import { deleteId } from "./delete-button.ts";
import { readId } from "./read-button.ts";
import { readPosts } from "./read-posts.ts";
import { renderPosts } from "./render-posts.ts";

const id = defineCustomId("posts.page", { category: z.string(), page: PageIndex });

export const postsPageButton = defineButton({
  id,
  access: "staff",
  needs: "link",
  ack: "update",
  run: async ({ category, page }, ctx) => showPosts(await readPosts(ctx), category, page, ctx),
});

/** One page of the posts of a category, by its key. */
export async function showPosts(
  posts: readonly Post[],
  category: string,
  page: number,
  ctx: LinkedContext,
): Promise<Answer> {
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
      deleteIdOf: mayUse("manager", ctx.caller) ? (postId) => deleteId.encode({ postId }) : undefined,
    },
    Temporal.Instant.fromEpochMilliseconds(ctx.now()),
  );
}
