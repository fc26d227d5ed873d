import type { APIEmbed } from "discord.js";
import type { Post } from "../../src/api/contract/posts.ts";
import { pageOf } from "../../src/domain/pages.ts";
import type { Answer, Row } from "../../src/interactions/answer.ts";
import { button, buttonRow } from "../../src/interactions/components.ts";
import { clip } from "../../src/text/clip.ts";
import { embed } from "../../src/text/embed.ts";
import { fitsInertLines, inert, inertLines, plain } from "../../src/text/inert.ts";
import { counted } from "../../src/text/numbers.ts";
import { readInstant, timeMark } from "../../src/text/time.ts";
import { isFeatured } from "../post-delete/find-post.ts";
import { editedAt, shortTitle } from "../post-delete/render.ts";
import { joined } from "../shared/lines.ts";
import { canBeInButton } from "../shared/button-ids.ts";
import { pageButtons, pageWords } from "../shared/page-buttons.ts";
import { type Names, personWords } from "../shared/people.ts";
import { readOnRow, renderLongText } from "../shared/read-on.ts";

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
  /** Of the button that opens the whole text of a post. */
  readonly readIdOf: (postId: string) => string;
  /** Of the button that asks whether a post shall go; `undefined` for whom that is not. */
  readonly deleteIdOf: ((postId: string) => string) | undefined;
}

/** A page of posts: featured ones with their picture in full, the others with a small one. */
export function renderPosts(view: PostList, now: Temporal.Instant): Answer {
  const { posts, category, names, customIdOf, readIdOf, deleteIdOf } = view;
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
  const cut = page.entries.flatMap((post, index) =>
    canBeInButton(post._id) && postText(post, names).isCut
      ? [{ number: first + index, customId: readIdOf(post._id) }]
      : [],
  );
  return {
    embeds: [heading, ...page.entries.map((post, index) => postEmbed(post, first + index, names))],
    components: [
      ...readOnRow(cut),
      ...(deleteIdOf === undefined ? [] : deleteRow(page.entries, first, deleteIdOf)),
      ...pageButtons(page, { before: "Previous", after: "Next" }, customIdOf),
    ],
    share: {},
  };
}

const emptyWords =
  "There are no posts here. What somebody publishes on the workspace's intranet will be listed here.";

function postEmbed(post: Post, number: number, names: Names): APIEmbed {
  const { image_url: imageUrl } = post;
  return embed({
    title: `${number} · ${inert(shortTitle(post, maxTitleLength))}`,
    description: postText(post, names).text,
    ...(isFeatured(post) ? { imageUrl } : { thumbnailUrl: imageUrl }),
  });
}

/** The facts of a post and the beginning of its text. */
function postText(post: Post, names: Names): { readonly text: string; readonly isCut: boolean } {
  const { body = "" } = post;
  const text = joined([factsOf(post, names), inertLines(body, maxBodyLength)], "\n");
  return {
    text: clip(text, maxTextLength),
    isCut: text.length > maxTextLength || !fitsInertLines(body, maxBodyLength),
  };
}

/** One part of the whole text of a post. */
export function renderPost(
  post: Post,
  names: Names,
  part: number,
  customIdOf: (part: number) => string,
): Answer {
  const title = inert(shortTitle(post));
  return renderLongText({ title, facts: factsOf(post, names), text: post.body ?? "" }, part, customIdOf);
}

function factsOf(post: Post, names: Names): string {
  const { category, published_by: author, type = "small" } = post;
  const at = readInstant(post.createdAt);
  const edited = editedAt(post);
  return joined([
    isFeatured(post) ? "📌 Featured" : type !== "small" && inert(type, 30),
    category !== undefined && inert(category, 40),
    author !== undefined && `by ${personWords(author, names)}`,
    at && timeMark(at, "R"),
    edited && `edited ${timeMark(edited, "R")}`,
  ]);
}

function deleteRow(posts: readonly Post[], first: number, idOf: (postId: string) => string): readonly Row[] {
  return buttonRow(
    ...posts.flatMap(({ _id }, index) =>
      canBeInButton(_id) ? [button({ customId: idOf(_id), label: `Delete ${first + index}…` })] : [],
    ),
  );
}
