import type { APIEmbed } from "discord.js";
import type { Post } from "../../src/api/contract/posts.ts";
import { pageOf } from "../../src/domain/pages.ts";
import type { Answer, Row } from "../../src/interactions/answer.ts";
import { button, buttonRow } from "../../src/interactions/components.ts";
import { clip } from "../../src/text/clip.ts";
import { embed } from "../../src/text/embed.ts";
import { inert, inertLines, plain } from "../../src/text/inert.ts";
import { counted } from "../../src/text/numbers.ts";
import { readInstant, timeMark } from "../../src/text/time.ts";
import { isFeatured } from "../post-delete/find-post.ts";
import { editedAt, shortTitle } from "../post-delete/render.ts";
import { joined } from "../shared/lines.ts";
import { canBeInButton } from "../shared/button-ids.ts";
import { pageButtons, pageWords } from "../shared/page-buttons.ts";
import { type Names, personWords } from "../shared/people.ts";

const postsAPage = 5;
/** All embeds of a message together may have 6,000 characters. */
const maxTextLength = 850;
const maxTitleLength = 80;
const maxBodyLength = 500;

export interface PostList {
  /** Of the category, when there is one. */
  readonly posts: readonly Post[];
  readonly category: string | undefined;
  readonly names: Names;
  /** From 0. */
  readonly page: number;
  readonly customIdOf: (page: number) => string;
  /** Of the button that asks whether a post shall go; `undefined` for whom that is not. */
  readonly deleteIdOf: ((postId: string) => string) | undefined;
}

/** A page of posts: featured ones with their picture in full, the others with a small one. */
export function renderPosts(view: PostList, now: Temporal.Instant): Answer {
  const { posts, category, names, customIdOf, deleteIdOf } = view;
  const page = pageOf(posts, view.page, postsAPage);
  const first = page.index * postsAPage + 1;
  const heading = embed({
    title: "Posts",
    ...(posts.length === 0 && { description: emptyWords, tone: "over" as const }),
    footer: joined([
      pageWords(page),
      posts.length > 0 && `${counted(posts.length, "post")}, featured first`,
      category !== undefined && `category ${plain(category, 60)}`,
    ]),
    at: now,
  });
  return {
    embeds: [heading, ...page.entries.map((post, index) => postEmbed(post, first + index, names))],
    components: [
      ...(deleteIdOf === undefined ? [] : deleteRow(page.entries, first, deleteIdOf)),
      ...pageButtons(page, { before: "Previous", after: "Next" }, customIdOf),
    ],
    share: {},
  };
}

const emptyWords =
  "There are no posts here. What somebody publishes on the workspace's intranet will be listed here.";

function postEmbed(post: Post, number: number, names: Names): APIEmbed {
  const { category, published_by: author, type = "small", body = "", image_url: imageUrl } = post;
  const at = readInstant(post.createdAt);
  const edited = editedAt(post);
  const featured = isFeatured(post);
  const facts = joined([
    featured ? "📌 Featured" : type !== "small" && inert(type, 30),
    category !== undefined && inert(category, 40),
    author !== undefined && `by ${personWords(author, names)}`,
    at && timeMark(at, "R"),
    edited && `edited ${timeMark(edited, "R")}`,
  ]);
  return embed({
    title: `${number} · ${inert(shortTitle(post, maxTitleLength))}`,
    description: clip(joined([facts, inertLines(body, maxBodyLength)], "\n"), maxTextLength),
    ...(featured ? { imageUrl } : { thumbnailUrl: imageUrl }),
  });
}

function deleteRow(posts: readonly Post[], first: number, idOf: (postId: string) => string): readonly Row[] {
  return buttonRow(
    ...posts.flatMap(({ _id }, index) =>
      canBeInButton(_id) ? [button({ customId: idOf(_id), label: `Delete ${first + index}…` })] : [],
    ),
  );
}
