import * as fc from "fast-check";
import { expect, test } from "vitest";
import { listCategories, findCategory, filterByCategory } from "../../commands/posts/feature.ts";
import { type PostList, renderPost, renderPosts } from "../../commands/posts/render.ts";
import { Post } from "../../src/api/contract/posts.ts";
import { type Reply, toPayload } from "../../src/ui/reply.ts";
import { checkMessage } from "../../playground/discord/validate-message.ts";
import { expectWithinLimits } from "../support/discord-limits.ts";
import {
  anyNames,
  namesOfOne,
  someMember,
  anyId,
  hostileText,
  maybe,
  moment,
} from "../support/arbitraries.ts";
import { someContext } from "../support/render-context.ts";
import { anyWebAddress } from "../support/any-web-address.ts";

const post = (parts: Partial<Post>): Post => Post.parse({ _id: "a1", ...parts });
const view = (parts: Partial<PostList>): PostList => ({
  posts: [],
  isFiltered: false,
  category: undefined,
  page: 0,
  createCustomId: (page) => `page:${page}`,
  openId: "open",
  zone: "Europe/Berlin",
  ...parts,
});
const ids = { createReadId: (part: number) => `read:${part}`, deleteId: undefined };
const labels = ({ components = [] }: Reply) =>
  components.map((row) =>
    row.components.flatMap((component) => ("label" in component ? [component.label] : [])),
  );

test("a long title is cut between words, so that its date stays beside it", () => {
  const createdAt = "2026-11-18T09:00:00Z";
  const titles = ["Menu", "A title that is far too long for one line", `Menu ${"a".repeat(60)}`];
  const posts = titles.map((title, index) => post({ _id: `a${index}`, title, createdAt, category: "News" }));
  const { embeds, components } = renderPosts(view({ posts }), someContext());
  expect(embeds?.[0]?.description?.split("\n")).toEqual([
    "🔹 **Menu** · 18\u00a0Nov",
    "🔹 **A title that is far too…** · 18\u00a0Nov",
    `🔹 **Menu ${"a".repeat(18)}…** · 18\u00a0Nov`,
  ]);
  expect(components?.[0]?.components).toMatchObject([
    {
      options: [
        { label: "Menu", description: "News" },
        { label: titles[1], description: "News" },
        { label: titles[2], description: "News" },
      ],
    },
  ]);
});

test("a list has a line per post, marks featured ones, dates each in the server's zone, and opens each", () => {
  const featured = post({
    title: "Menu",
    type: "featured",
    category: "News",
    published_by: "4711",
    body: "Buns",
    createdAt: "2026-11-18T09:00:00Z",
  });
  const small = post({ _id: "a2", title: "Lantern evening on the pier", type: "small" });
  const late = post({ _id: "a3", title: "Night", createdAt: "2026-11-09T23:30:00Z" });
  const earlier = post({ _id: "a4", title: "Old", createdAt: "2025-11-10T09:00:00Z" });
  const posts = [featured, small, late, earlier];
  const { embeds, components } = renderPosts(view({ posts }), someContext(namesOfOne()));
  expect(embeds).toMatchObject([{ title: "4 posts, featured first" }]);
  expect(embeds?.[0]?.description?.split("\n")).toEqual([
    "📌 **Menu** · 18\u00a0Nov",
    "🔹 **Lantern evening on the pier**",
    "🔹 **Night** · 10\u00a0Nov",
    "🔹 **Old** · Nov\u00a02025",
  ]);
  expect(components?.[0]?.components).toMatchObject([
    {
      custom_id: "open",
      placeholder: "Open a post",
      options: [
        { value: "a1", label: "Menu", description: "News · Buns" },
        { value: "a2", label: "Lantern evening on the pier" },
        { value: "a3", label: "Night" },
        { value: "a4", label: "Old" },
      ],
    },
  ]);
});

test("an opened post has its picture, its details and its text", () => {
  const picture = "https://example.com/menu.png";
  const opened = post({
    title: "Menu",
    type: "featured",
    category: "News",
    published_by: "4711",
    body: "Buns",
    createdAt: "2026-11-18T09:00:00Z",
    image_url: picture,
  });
  expect(renderPost(opened, ids, someContext(namesOfOne())).embeds).toMatchObject([
    {
      title: "Menu",
      description: `📌 featured · News\nby <@${someMember}> · <t:1794992400:R>\nBuns`,
      image: { url: picture },
    },
  ]);
});

test("those who may delete get a button for it, and only a text of several parts offers to read on", () => {
  const deleteId = "delete";
  const short = post({ body: "Buns" });
  const long = post({ body: "word ".repeat(1_000) });
  expect(labels(renderPost(short, ids, someContext()))).toEqual([]);
  expect(labels(renderPost(short, { ...ids, deleteId }, someContext()))).toEqual([["Delete…"]]);
  expect(labels(renderPost(long, { ...ids, deleteId }, someContext()))).toEqual([["Read on"], ["Delete…"]]);
  expect(labels(renderPost(long, undefined, someContext()))).toEqual([]);
});

test("an empty list says what will appear", () => {
  const [heading] = renderPosts(view({}), someContext()).embeds ?? [];
  expect(heading?.description).toContain("will appear here");
});

test("a category is found by its name without case and accents, or by an unambiguous prefix", () => {
  const posts = ["Café", "Events", "Staff", "Stock", " café "].map((category, index) =>
    post({ _id: `a${index}`, category }),
  );
  expect(listCategories(posts).map(({ name }) => name)).toEqual(["Café", "Events", "Staff", "Stock"]);
  expect(filterByCategory(posts, findCategory(posts, "CAFE").key)).toHaveLength(2);
  expect(findCategory(posts, "ev").name).toBe("Events");
  expect(() => findCategory(posts, "st")).toThrow("- Staff\n- Stock");
  expect(() => findCategory([post({})], "st")).toThrow("have no categories");
});

test("whatever the service sends, Discord accepts the list, and the category of any post is found", () => {
  const text = maybe(hostileText);
  const anyPost = fc.record({
    _id: anyId,
    title: text,
    category: text,
    body: text,
    published_by: maybe(fc.oneof(hostileText, fc.constant("4711"))),
    type: fc.oneof(text, fc.constant("featured")),
    image_url: fc.oneof(text, anyWebAddress),
    createdAt: maybe(moment),
  });
  fc.assert(
    fc.property(
      fc.uniqueArray(anyPost, { maxLength: 7, selector: ({ _id }) => _id }),
      anyNames,
      (raw, names) => {
        const posts = raw.map((one) => Post.parse(one));
        const category = posts[0]?.category;
        const reply = renderPosts(view({ posts, category }), someContext(names));
        expectWithinLimits(reply, [someMember]);
        checkMessage({ ...toPayload(reply) }, { fileNames: [] });
        for (const one of posts)
          expectWithinLimits(renderPost(one, { ...ids, deleteId: "delete" }, someContext(names)), [
            someMember,
          ]);
        for (const { key, name } of listCategories(posts)) expect(findCategory(posts, name).key).toBe(key);
      },
    ),
    { numRuns: 200 },
  );
});

test("an edited post says so, another doesn't", () => {
  const createdAt = "2026-11-18T09:00:00Z";
  const textOf = (updatedAt: string) =>
    renderPost(post({ createdAt, updatedAt }), ids, someContext()).embeds?.[0]?.description;
  expect(textOf("2026-11-18T10:00:00Z")).toContain("edited: <t:1794996000:R>");
  expect(textOf(createdAt)).not.toContain("edited");
});
