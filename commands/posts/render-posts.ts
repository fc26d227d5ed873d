import type { RenderContext } from "../../src/ui/render-context.ts";
import type { APIEmbed } from "discord.js";
import type { Post } from "../../src/api/contract/posts.ts";
import { paginate } from "../../src/domain/lists.ts";
import type { Reply, Row } from "../../src/ui/reply.ts";
import { button, buttonRow } from "../../src/ui/buttons.ts";
import { joinParts, truncate } from "../../src/ui/lines.ts";
import { embed } from "../../src/ui/embed.ts";
import { fitsInertLines, escapeMarkdown, escapeLines, plainText } from "../../src/ui/escape.ts";
import { pluralize } from "../../src/ui/numbers.ts";
import { parseInstant, timestamp } from "../../src/ui/time.ts";
import { isFeatured, shortTitle } from "../../src/schedules/boards/posts-render.ts";
import { editedAt } from "./render-delete.ts";
import { canBeInButton, describePage, pageButtons } from "../kit/page-buttons.ts";
import { type Names, describePerson, unnamedLine } from "../../src/ui/people.ts";
import { type LongText, readOnRow } from "../kit/read-on.ts";

const postsAPage = 5;
/** Discord's limit for all embeds of a message together is 6,000 characters. */
const maxTextLength = 850;
const maxTitleLength = 80;
const maxBodyLength = 500;

export interface PostList {
  /** Of the category, if there is one. */
  readonly posts: readonly Post[];
  readonly category: string | undefined;
  /** From 0. */
  readonly page: number;
  readonly customIdOf: (page: number) => string;
  /** Of the button that opens the full text of a post. */
  readonly readIdOf: (postId: string) => string;
  /** Of the button that asks whether to delete a post; `undefined` for people who may not. */
  readonly deleteIdOf: ((postId: string) => string) | undefined;
}

/** A page of posts: featured ones with a large picture, the others with a small one. */
export function renderPosts(view: PostList, { names, now }: RenderContext): Reply {
  const { posts, category, customIdOf, readIdOf, deleteIdOf } = view;
  const page = paginate(posts, view.page, postsAPage);
  const first = page.index * postsAPage + 1;
  const unnamed = unnamedLine(
    page.entries.map(({ published_by: author }) => author),
    names,
  );
  const heading = embed({
    title: "Posts",
    ...(posts.length === 0 && { description: emptyTexts, tone: "over" as const }),
    ...(unnamed !== undefined && { description: unnamed }),
    footer: joinParts([
      describePage(page),
      posts.length > 0 && `${pluralize(posts.length, "post")}, featured first`,
      category !== undefined && `category ${plainText(category, 60)}`,
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

const emptyTexts = "No posts yet. Posts published on the workspace's intranet will appear here.";

function postEmbed(post: Post, number: number, names: Names): APIEmbed {
  const { image_url: imageUrl } = post;
  return embed({
    title: `${number} · ${escapeMarkdown(shortTitle(post, maxTitleLength))}`,
    description: postText(post, names).text,
    ...(isFeatured(post) ? { imageUrl } : { thumbnailUrl: imageUrl }),
  });
}

/** A post's details and the beginning of its text. */
function postText(post: Post, names: Names): { readonly text: string; readonly isCut: boolean } {
  const { body = "" } = post;
  const text = joinParts([factsOf(post, names), escapeLines(body, maxBodyLength)], "\n");
  return {
    text: truncate(text, maxTextLength),
    isCut: text.length > maxTextLength || !fitsInertLines(body, maxBodyLength),
  };
}

export function wholePost(post: Post, names: Names): LongText {
  return { title: escapeMarkdown(shortTitle(post)), facts: factsOf(post, names), text: post.body ?? "" };
}

function factsOf(post: Post, names: Names): string {
  const { category, published_by: author, type = "small" } = post;
  const at = parseInstant(post.createdAt);
  const edited = editedAt(post);
  return joinParts([
    isFeatured(post) ? "📌 Featured" : type !== "small" && escapeMarkdown(type, 30),
    category !== undefined && escapeMarkdown(category, 40),
    author !== undefined && `by ${describePerson(author, names)}`,
    at && timestamp(at, "R"),
    edited && `edited ${timestamp(edited, "R")}`,
  ]);
}

function deleteRow(posts: readonly Post[], first: number, idOf: (postId: string) => string): readonly Row[] {
  return buttonRow(
    ...posts.flatMap(({ _id }, index) =>
      canBeInButton(_id) ? [button({ customId: idOf(_id), label: `Delete ${first + index}…` })] : [],
    ),
  );
}
