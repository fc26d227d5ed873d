import * as fc from "fast-check";
import { expect, test } from "vitest";
import { sortFeaturedFirst, findPosts } from "../../commands/posts/feature.ts";
import { renderDeletion } from "../../commands/kit/deletion.ts";
import {
  createPostDeletionFacts,
  formatPostName,
  renderPostDeletionPreview,
} from "../../commands/posts/render.ts";
import { Post } from "../../src/api/contract/posts.ts";
import { toPayload } from "../../src/ui/reply.ts";
import { checkMessage } from "../../playground/discord/validate-message.ts";
import { expectWithinLimits } from "../support/discord-limits.ts";
import { anyNames, someMember, anyId, hostileText, maybe, moment } from "../support/arbitraries.ts";
import { someContext } from "../support/render-context.ts";
import { anyWebAddress } from "../support/any-web-address.ts";

const by = { ...someContext(), by: "1100000000000000201" };
const menu = Post.parse({
  _id: "p1",
  title: "Winter menu is **here**",
  type: "featured",
  published_by: "4711",
  body: "Buns\nand chai @everyone",
  image_url: "https://example.com/menu.png",
  createdAt: "2026-03-09T09:00:00Z",
});
const swaps = Post.parse({
  _id: "p2",
  title: "Shift swaps",
  type: "small",
  createdAt: "2026-03-10T09:00:00Z",
});
const cafe = Post.parse({ _id: "p3", title: "Café hours", type: "small", createdAt: "2026-03-11T09:00:00Z" });

test("a deletion's preview shows author, kind, age and picture, and that it can't be undone", () => {
  const [shown] = renderPostDeletionPreview(menu, someContext()).embeds ?? [];
  expect(shown?.title).toBe("Delete this post?");
  expect(shown?.description).toContain(
    "**Winter menu is \\*\\*here\\*\\*** · 📌 featured · by someone · <t:1773046800:R>",
  );
  expect(shown?.description).toContain("> Buns\n> and chai \\@everyone");
  expect(shown?.description).toContain("can't be restored");
  expect(shown?.image?.url).toBe("https://example.com/menu.png");
});

test("an invalid picture address is left out", () => {
  const [shown] =
    renderPostDeletionPreview({ ...menu, image_url: "javascript:alert(1)" }, someContext()).embeds ?? [];
  expect(shown?.image).toBeUndefined();
});

test("a post without any text still has a name", () => {
  const bare = Post.parse({ _id: "p9" });
  expect(formatPostName(bare, "UTC")).toBe("Untitled post");
  expect(renderPostDeletionPreview(bare, someContext()).embeds?.[0]?.description).toContain(
    "**Untitled post**",
  );
});

test("a receipt says who deleted it, and one for a missing post that nobody here did", () => {
  const draft = { postId: "p1", before: "Shift swaps" };
  expect(renderDeletion("deleted", createPostDeletionFacts(draft), by).embeds?.[0]?.description).toContain(
    "Deleted by <@1100000000000000201>",
  );
  const gone = renderDeletion("already-gone", createPostDeletionFacts(draft), by).embeds?.[0];
  expect(gone?.description).toContain("I deleted nothing");
  expect(gone?.description).not.toContain("Deleted by");
});

test("featured posts are suggested first, then the newest", () => {
  expect(sortFeaturedFirst([swaps, menu, cafe]).map(({ _id }) => _id)).toEqual(["p1", "p3", "p2"]);
});

test("a post is found by its id, or by a title that only one post has", () => {
  const twin = { ...swaps, _id: "p4" };
  expect(findPosts([menu, swaps], "p2")).toEqual([swaps]);
  expect(findPosts([menu, swaps], "shift SWAPS ")).toEqual([swaps]);
  expect(findPosts([swaps, twin], "Shift swaps")).toEqual([swaps, twin]);
  expect(findPosts([menu, swaps], "p7")).toEqual([]);
});

test("whatever the service sends, Discord accepts the preview and the receipt", () => {
  const text = maybe(hostileText);
  const anyPost = fc.record({
    _id: anyId,
    title: text,
    category: text,
    body: text,
    published_by: maybe(fc.oneof(hostileText, fc.constant("4711"))),
    type: text,
    image_url: fc.oneof(text, anyWebAddress),
    createdAt: maybe(moment),
  });
  fc.assert(
    fc.property(anyPost, anyNames, (raw, names) => {
      const post = Post.parse(raw);
      const draft = { postId: post._id, before: post.title ?? "" };
      expectWithinLimits(renderPostDeletionPreview(post, someContext(names)), [someMember]);
      for (const reply of [
        renderPostDeletionPreview(post, someContext(names)),
        renderDeletion("deleted", createPostDeletionFacts(draft), by),
      ])
        checkMessage({ ...toPayload(reply) }, { fileNames: [] });
      expect(formatPostName(post, "UTC").length).toBeLessThanOrEqual(100);
    }),
    { numRuns: 300 },
  );
});
