import { defineFeature } from "../../src/feature.ts";
import { createHash } from "node:crypto";
import { z } from "zod";
import type { Post } from "../../src/api/contract/posts.ts";
import { foldText } from "../../src/domain/search.ts";
import { UserError } from "../../src/errors.ts";
import { escapeMarkdown } from "../../src/ui/escape.ts";
import { fitLines } from "../../src/ui/lines.ts";
import { type RenderContext, renderContext } from "../../src/ui/render-context.ts";
import { canUse } from "../../src/interactions/access.ts";
import { defineButton } from "../../src/interactions/components.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import { defineCommand } from "../../src/interactions/define.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { readNames } from "../../src/ui/people.ts";
import { suggestKnown } from "../kit/autocomplete.ts";
import { text } from "../kit/options.ts";
import { definePagedList } from "../kit/paged-list.ts";
import { canBeInButton } from "../kit/page-buttons.ts";
import { defineReadOn } from "../kit/read-on.ts";
import { readGuildZone } from "../kit/zone-option.ts";
import { postsAudit } from "./audit.ts";
import { deletePostConfirmation, postDelete, promptDeletePost, readPosts } from "./delete.ts";
import { renderPost, renderPosts, renderWholePost } from "./render.ts";

export interface Category {
  /** Represents it in custom ids, since its name may be too long. */
  readonly key: string;
  readonly name: string;
}

/** Represents all posts in a custom id. */
const allCategories = "";

const keyLength = 12;

/** Every category with a post, in alphabetical order. */
export function listCategories(posts: readonly Post[]): readonly Category[] {
  const byKey = new Map<string, Category>();
  for (const { category } of posts) {
    const name = category?.trim() ?? "";
    const key = getKey(name);
    if (name !== "" && !byKey.has(key)) byKey.set(key, { key, name });
  }
  return [...byKey.values()].toSorted((a, b) => a.name.localeCompare(b.name, "en"));
}

/**
 * Finds a category by its typed name, ignoring case and accents; a prefix is enough if it is unique.
 * @throws UserError naming the existing categories
 */
export function findCategory(posts: readonly Post[], typed: string): Category {
  const categories = listCategories(posts);
  const exact = categories.find(({ key }) => key === getKey(typed));
  const begun = categories.filter(({ name }) => foldText(name).startsWith(foldText(typed.trim())));
  const found = exact ?? (begun.length === 1 ? begun[0] : undefined);
  if (found !== undefined) return found;
  const names = categories.map(({ name }) => `- ${escapeMarkdown(name, 60)}`);
  throw new UserError(
    names.length === 0
      ? "Posts in this workspace have no categories, so there's nothing to filter. Leave `category` out to see them all."
      : `No category matches “${escapeMarkdown(typed, 60)}”. These exist:\n${fitLines(names, 1_200)}`,
  );
}

export function filterByCategory(posts: readonly Post[], key: string): readonly Post[] {
  return key === allCategories ? posts : posts.filter(({ category = "" }) => getKey(category) === key);
}

function getKey(name: string): string {
  return createHash("sha256").update(foldText(name.trim())).digest("hex").slice(0, keyLength);
}

const deleteId = defineCustomId("posts.delete", { postId: z.string().min(1) });

/** Asks whether to delete an opened post, which stays. */
const deleteButton = defineButton({
  id: deleteId,
  access: "manager",
  needs: "write",
  ack: "ephemeral",
  async run({ postId }, ctx) {
    const post = (await readPosts(ctx)).find(({ _id }) => _id === postId);
    if (post === undefined)
      throw new UserError(
        `This post is already gone, so nothing was deleted. See the current ones with ${ctx.commandMention("posts")}.`,
      );
    return promptDeletePost(post, ctx);
  },
});

const createPostContext = async (post: Post, ctx: LinkedContext): Promise<RenderContext> =>
  renderContext(ctx, await readNames([post.published_by], ctx));

const readOn = defineReadOn({
  name: "posts.on",
  about: { postId: z.string().min(1) },
  access: "staff",
  async find({ postId, part }, ctx) {
    const post = (await readPosts(ctx)).find(({ _id }) => _id === postId);
    return post && { ...renderWholePost(post, await createPostContext(post, ctx)), part };
  },
  gone: "This post is gone",
  command: "posts",
});

const postPages = definePagedList({
  name: "posts",
  /** The key of a category. */
  about: { category: z.string() },
  access: "staff",
  needs: "link",
  async show({ category, page }, ctx, ids) {
    const posts = filterByCategory(await readPosts(ctx), category);
    return renderPosts(
      {
        posts,
        category: listCategories(posts).find(({ key }) => key === category)?.name,
        page,
        ...ids,
        zone: (await readGuildZone(ctx)) ?? "UTC",
      },
      renderContext(ctx),
    );
  },
  async open(postId, _asked, ctx) {
    const post = (await readPosts(ctx)).find(({ _id }) => _id === postId);
    if (post === undefined)
      throw new UserError(
        `This post is gone, so there's nothing to read. See the current ones with ${ctx.commandMention("posts")}.`,
      );
    // Longer ids than the workspace is known to have don't fit into a button.
    const ids = canBeInButton(postId)
      ? {
          createReadId: (part: number) => readOn.createId({ postId, part }),
          deleteId: canUse("manager", ctx.invoker) ? deleteId.encode({ postId }) : undefined,
        }
      : undefined;
    return renderPost(post, ids, await createPostContext(post, ctx));
  },
});

const posts = defineCommand({
  name: "posts",
  description: "Read intranet posts, featured ones first",
  options: {
    category: text("Only posts in this category")
      .max(100)
      .autocomplete(
        suggestKnown(
          "listPosts",
          ({ workspaceId }) => ({ params: { workspaceId } }),
          (known) => listCategories(known).map(({ name }) => ({ text: name, name, value: name })),
        ),
      ),
  },
  access: "staff",
  purpose: "read posts",
  needs: "link",
  ack: "ephemeral",
  dependsOn: ["listPosts"],
  operations: ["listPosts", "deletePost"],
  components: [...postPages.components, readOn.button, deleteButton, ...deletePostConfirmation.components],
  async run({ options: { category } }, ctx) {
    const key = category ? findCategory(await readPosts(ctx), category).key : allCategories;
    return postPages.show({ category: key, page: 0 }, ctx);
  },
});

export const postsFeature = defineFeature({ commands: [posts, postDelete], audit: postsAudit });
