import * as fc from "fast-check";
import { expect, test } from "vitest";
import { categoriesOf, findCategory, inCategory } from "../../commands/posts/category.ts";
import { type PostList, renderPosts } from "../../commands/posts/render-posts.ts";
import { Post } from "../../src/api/contract/posts.ts";
import { toPayload } from "../../src/ui/reply.ts";
import { checkMessage } from "../../playground/discord/validate-message.ts";
import { expectWithinLimits } from "../support/discord-limits.ts";
import { anyNames, namesOfOne, someMember } from "../support/people-data.ts";
import { anyId, hostileText, maybe, moment } from "../support/service-data.ts";
import { someContext } from "../support/render-context.ts";

const post = (parts: Partial<Post>): Post => Post.parse({ _id: "a1", ...parts });
const view = (parts: Partial<PostList>): PostList => ({
  posts: [],
  category: undefined,
  page: 0,
  customIdOf: (page) => `page:${page}`,
  readIdOf: (postId) => `read:${postId}`,
  deleteIdOf: undefined,
  ...parts,
});
const labels = (parts: Partial<PostList>) =>
  renderPosts(view(parts), someContext()).components?.map((row) =>
    row.components.flatMap((component) => ("label" in component ? [component.label] : [])),
  );

test("a featured post has its picture in full, another a small one, each with its facts", () => {
  const picture = "https://example.com/menu.png";
  const featured = post({
    title: "Menu",
    type: "featured",
    category: "News",
    published_by: "4711",
    body: "Buns",
    createdAt: "2026-11-18T09:00:00Z",
    image_url: picture,
  });
  const small = post({ _id: "a2", title: "Swaps", type: "small", image_url: picture });
  const { embeds } = renderPosts(view({ posts: [featured, small] }), someContext(namesOfOne()));
  expect(embeds?.[1]).toMatchObject({
    title: "1 · Menu",
    description: `📌 Featured · News · by <@${someMember}> · <t:1794992400:R>\nBuns`,
    image: { url: picture },
  });
  expect(embeds?.[2]).toMatchObject({ title: "2 · Swaps", thumbnail: { url: picture } });
  expect(embeds?.[2]?.image).toBeUndefined();
});

test("who may delete gets a button for each post, numbered as the posts are", () => {
  const posts = Array.from({ length: 7 }, (_, index) => post({ _id: `a${index}` }));
  expect(labels({ posts, page: 1 })).toEqual([["Previous", "Next", "Reload"]]);
  const deleteIdOf = (postId: string) => `delete:${postId}`;
  expect(labels({ posts, page: 1, deleteIdOf })).toEqual([
    ["Delete 6…", "Delete 7…"],
    ["Previous", "Next", "Reload"],
  ]);
});

test("a post whose text is cut offers to read on, a short one does not", () => {
  const posts = ["a".repeat(500), "b".repeat(501), `${"c".repeat(499)} and more`, "*".repeat(500)].map(
    (body, index) => post({ _id: `a${index}`, body }),
  );
  expect(labels({ posts })).toEqual([["Read on: 2", "Read on: 3", "Read on: 4"], ["Reload"]]);
});

test("an empty list says what would fill it", () => {
  const [heading] = renderPosts(view({}), someContext()).embeds ?? [];
  expect(heading?.description).toContain("will appear here");
});

test("a category is found by its name without case and accents, or by a beginning that fits one only", () => {
  const posts = ["Café", "Events", "Staff", "Stock", " café "].map((category, index) =>
    post({ _id: `a${index}`, category }),
  );
  expect(categoriesOf(posts).map(({ name }) => name)).toEqual(["Café", "Events", "Staff", "Stock"]);
  expect(inCategory(posts, findCategory(posts, "CAFE").key)).toHaveLength(2);
  expect(findCategory(posts, "ev").name).toBe("Events");
  expect(() => findCategory(posts, "st")).toThrow("- Staff\n- Stock");
  expect(() => findCategory([post({})], "st")).toThrow("have no categories");
});

test("whatever the service sends, Discord takes the list, and the category of any post is found", () => {
  const text = maybe(hostileText);
  const anyPost = fc.record({
    _id: anyId,
    title: text,
    category: text,
    body: text,
    published_by: maybe(fc.oneof(hostileText, fc.constant("4711"))),
    type: fc.oneof(text, fc.constant("featured")),
    image_url: fc.oneof(text, fc.webUrl()),
    createdAt: maybe(moment),
  });
  fc.assert(
    fc.property(
      fc.uniqueArray(anyPost, { maxLength: 7, selector: ({ _id }) => _id }),
      anyNames,
      (raw, names) => {
        const posts = raw.map((one) => Post.parse(one));
        const deleteIdOf = (postId: string) => `posts.delete:${postId}`;
        const category = posts[0]?.category;
        const answer = renderPosts(view({ posts, category, deleteIdOf }), someContext(names));
        expectWithinLimits(answer, [someMember]);
        checkMessage({ ...toPayload(answer) }, { fileNames: [] });
        for (const { key, name } of categoriesOf(posts)) expect(findCategory(posts, name).key).toBe(key);
      },
    ),
    { numRuns: 200 },
  );
});

test("a post that was changed after it was written says so, another does not", () => {
  const createdAt = "2026-11-18T09:00:00Z";
  const textOf = (updatedAt: string) =>
    renderPosts(view({ posts: [post({ createdAt, updatedAt })] }), someContext()).embeds?.[1]?.description;
  expect(textOf("2026-11-18T10:00:00Z")).toContain("edited <t:1794996000:R>");
  expect(textOf(createdAt)).not.toContain("edited");
});
