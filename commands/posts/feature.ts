import { createHash } from "node:crypto";
import { z } from "zod";
import { defineFeature } from "../../src/feature.ts";
import type { CallOptions } from "../../src/api/client.ts";
import type { Post } from "../../src/api/contract/posts.ts";
import { createIndex, foldText, findNamed, memoizeWeak } from "../../src/domain/search.ts";
import { UserError } from "../../src/errors.ts";
import { escapeMarkdown } from "../../src/ui/escape.ts";
import { fitLines, joinParts } from "../../src/ui/lines.ts";
import { type RenderContext, renderContext } from "../../src/ui/render-context.ts";
import { canUse } from "../../src/interactions/access.ts";
import { defineButton } from "../../src/interactions/components.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import { defineCommand } from "../../src/interactions/define.ts";
import type { Autocomplete } from "../../src/interactions/handler.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { readNames } from "../../src/ui/people.ts";
import { maxChoices, readStale, suggestKnown } from "../kit/autocomplete.ts";
import { findListed } from "../kit/find-listed.ts";
import { text } from "../kit/options.ts";
import { definePagedList, canBeInButton } from "../kit/paged-list.ts";
import { defineReadOn } from "../kit/read-on.ts";
import { readGuildZone } from "../kit/zone-option.ts";
import {
  renderPost,
  renderPosts,
  renderWholePost,
  createPostDeletionFacts,
  renderPostDeletionPreview,
  formatPostName,
  isFeatured,
  formatShortTitle,
} from "./render.ts";
import type { AuditActions } from "../../src/interactions/audit-action.ts";
import { formatBoldName } from "../kit/audit-words.ts";
import { describeAbsence } from "../../src/ui/left-out.ts";
import { idKinds, readServiceId } from "../../src/domain/service-ids.ts";
import { parseEpochMs } from "../../src/ui/time.ts";
import { defineDeletion } from "../kit/deletion.ts";

/** Featured posts first, then the newest. */
export function sortFeaturedFirst(posts: readonly Post[]): readonly Post[] {
  return posts.toSorted(
    (a, b) =>
      Number(isFeatured(b)) - Number(isFeatured(a)) ||
      (parseEpochMs(b.createdAt) ?? 0) - (parseEpochMs(a.createdAt) ?? 0),
  );
}

/** The posts of the intranet, the most wanted first. */
async function readPosts(
  { api, workspaceId }: LinkedContext,
  options?: CallOptions,
): Promise<readonly Post[]> {
  return sortFeaturedFirst(await api.listPosts({ params: { workspaceId } }, options));
}

/** One of the posts that the intranet has at present. */
async function findPost(postId: string, ctx: LinkedContext): Promise<Post | undefined> {
  return (await findInPosts((posts) => posts.find(({ _id }) => _id === postId), ctx)).found;
}

function findInPosts<Found>(find: (posts: readonly Post[]) => Found | undefined, ctx: LinkedContext) {
  const params = { workspaceId: ctx.workspaceId };
  return findListed((options) => ctx.api.listPosts({ params }, options), find, ctx);
}

/** By id or link, otherwise by its title or a part of it, which several may have: people may type over a suggestion. */
export function findPosts(posts: readonly Post[], typed: string): readonly Post[] {
  const postId = readServiceId(typed, idKinds.post);
  const found = posts.find(({ _id }) => _id === postId);
  if (found !== undefined) return [found];
  const entries = posts.map((post) => ({ text: post.title ?? "", value: post._id, post }));
  return findNamed(entries, typed).map(({ post }) => post);
}

const Payload = z.object({
  postId: z.string(),
  /** The title of the post. */
  before: z.string(),
});
const postDeletion = defineDeletion({
  kind: "post.delete",
  noun: "post",
  payload: Payload,
  toPayload: (post: Post) => ({ postId: post._id, before: formatShortTitle(post) }),
  listPeople: ({ published_by }) => [published_by],
  preview: renderPostDeletionPreview,
  read: async ({ postId }, ctx, options) => (await readPosts(ctx, options)).find(({ _id }) => _id === postId),
  getContent: ({ title, category, type, body }) => [title, category, type, body],
  check: "Look for it with `/posts`",
  getId: ({ postId }) => postId,
  send: ({ postId }, { api, workspaceId }) => api.deletePost({ params: { workspaceId, postId } }),
  facts: createPostDeletionFacts,
});

const indexPosts = memoizeWeak((posts: readonly Post[]) =>
  createIndex(
    sortFeaturedFirst(posts).map((post) => ({
      text: joinParts([post.title, post.category]),
      value: post._id,
      post,
    })),
  ),
);

/** Each with its date in the server's time zone. */
const suggestPosts: Autocomplete<LinkedContext> = async (typed, ctx) => {
  const known = await readStale("listPosts", { params: { workspaceId: ctx.workspaceId } }, ctx);
  if (known === undefined) return [];
  const zone = (await readGuildZone(ctx)) ?? "UTC";
  return indexPosts(known)
    .find(typed, maxChoices)
    .map(({ value, post }) => ({ name: formatPostName(post, zone), value }));
};

const postDelete = defineCommand({
  name: "post-delete",
  description: "Delete a post from the intranet",
  options: {
    post: text("The post: choose it by title, or paste its id")
      .max(300)
      .autocomplete(suggestPosts)
      .required(),
  },
  access: "manager",
  needs: "write",
  ack: "ephemeral",
  dependsOn: ["listPosts"],
  operations: ["listPosts", "deletePost"],
  components: postDeletion.components,
  async run({ options }, ctx) {
    const { list } = await findInPosts((posts) => findPosts(posts, options.post)[0], ctx);
    const [post, ...others] = findPosts(list, options.post);
    if (others.length > 0)
      throw new UserError(
        "Several posts match that title, so nothing was deleted. Choose a suggestion, or paste the post's id.",
      );
    if (post === undefined)
      throw new UserError(
        `I can't find a post with that title or id, so nothing was deleted. ${describeAbsence(ctx.service.leftOut(list), list.length)} Choose a suggestion, or check the id.`,
      );
    return postDeletion.prompt(post, ctx);
  },
});

const postsAudit = {
  "post.delete": {
    label: "Delete a post",
    done: "Deleted a post",
    say: (is) => ["deleted", "delete", joinParts(["the post", formatBoldName(is("before"))], " ")],
  },
} as const satisfies AuditActions;

interface Category {
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
  const found = matchCategory(posts, typed);
  if (found !== undefined) return found;
  const names = listCategories(posts).map(({ name }) => `- ${escapeMarkdown(name, 60)}`);
  throw new UserError(
    names.length === 0
      ? "Posts in this workspace have no categories, so there's nothing to filter. Leave `category` out to see them all."
      : `No category matches “${escapeMarkdown(typed, 60)}”. These exist:\n${fitLines(names, 1_200)}`,
  );
}

function matchCategory(posts: readonly Post[], typed: string): Category | undefined {
  const categories = listCategories(posts);
  const exact = categories.find(({ key }) => key === getKey(typed));
  const begun = categories.filter(({ name }) => foldText(name).startsWith(foldText(typed.trim())));
  return exact ?? (begun.length === 1 ? begun[0] : undefined);
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
  opensPreview: true,
  async run({ postId }, ctx) {
    const post = await findPost(postId, ctx);
    if (post === undefined)
      throw new UserError(
        `This post is already gone, so nothing was deleted. See the current ones with ${ctx.commandMention("posts")}.`,
      );
    return postDeletion.prompt(post, ctx);
  },
});

const createPostContext = async (post: Post, ctx: LinkedContext): Promise<RenderContext> =>
  renderContext(ctx, await readNames([post.published_by], ctx));

const readOn = defineReadOn({
  name: "posts.on",
  about: { postId: z.string().min(1) },
  access: "staff",
  async find({ postId, part }, ctx) {
    const post = await findPost(postId, ctx);
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
        isFiltered: category !== allCategories,
        category: listCategories(posts).find(({ key }) => key === category)?.name,
        page,
        ...ids,
        zone: (await readGuildZone(ctx)) ?? "UTC",
      },
      renderContext(ctx),
    );
  },
  async open(postId, _asked, ctx) {
    const post = await findPost(postId, ctx);
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
  components: [...postPages.components, readOn.button, deleteButton, ...postDeletion.components],
  async run({ options: { category } }, ctx) {
    if (!category) return postPages.show({ category: allCategories, page: 0 }, ctx);
    const { list } = await findInPosts((known) => matchCategory(known, category), ctx);
    return postPages.show({ category: findCategory(list, category).key, page: 0 }, ctx);
  },
});

export const postsFeature = defineFeature({ commands: [posts, postDelete], audit: postsAudit });
