import type { Post } from "../../src/api/contract/posts.ts";
import { paginate } from "../../src/domain/lists.ts";
import { isFeatured, shortTitle } from "../../src/schedules/boards/posts-render.ts";
import { button, buttonRow, menuRow, type MenuChoice } from "../../src/ui/buttons.ts";
import { embed } from "../../src/ui/embed.ts";
import { escapeMarkdown, plainText, escapeLines } from "../../src/ui/escape.ts";
import { fitLines, joinParts, truncateWords, unbroken } from "../../src/ui/lines.ts";
import { pluralize } from "../../src/ui/numbers.ts";
import { describePerson, unnamedId, peopleIds } from "../../src/ui/people.ts";
import type { RenderContext } from "../../src/ui/render-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { dateIn, dateInWords, parseEpochMs, parseInstant, timestamp } from "../../src/ui/time.ts";
import { describePage, pageButtons } from "../kit/page-buttons.ts";
import { type LongText, renderLongText } from "../kit/read-on.ts";
import { idFooter } from "../../src/ui/receipt.ts";

const postsAPage = 10;
/** One line on a phone, with or without a date; the author is in the opened post. */
const titleLengths = { dated: 27, alone: 36 } as const;

export interface PostList {
  /** Only those of the category, if one was chosen. */
  readonly posts: readonly Post[];
  readonly category: string | undefined;
  /** From 0. */
  readonly page: number;
  readonly customIdOf: (page: number) => string;
  /** The id of the menu that opens one of the posts. */
  readonly openId: string;
  /** In which the posts are dated. */
  readonly zone: string;
}

export function renderPosts(view: PostList, ctx: RenderContext): Reply {
  const { posts, category, customIdOf, openId, zone } = view;
  const page = paginate(posts, view.page, postsAPage);
  const dateOf = (post: Post): string | undefined => dateOfPost(post, zone, ctx);
  // Where a title needs the room, the menu has the date.
  const isDated = (post: Post): boolean => shortTitle(post).length <= titleLengths.dated;
  const lines = fitLines(
    page.entries.map((post) => postLine(post, isDated(post) ? dateOf(post) : undefined)),
    3_600,
  );
  return {
    embeds: [
      embed({
        title: posts.length === 0 ? "Posts" : `${pluralize(posts.length, "post")}, featured first`,
        ...(posts.length === 0 ? { description: emptyText, tone: "over" as const } : { description: lines }),
        footer: joinParts([
          describePage(page),
          category !== undefined && `category ${plainText(category, 60)}`,
        ]),
        at: ctx.now,
      }),
    ],
    components: [
      ...menuRow(
        openId,
        "Open a post",
        page.entries.map((post) => menuChoice(post, isDated(post) ? undefined : dateOf(post))),
      ),
      ...pageButtons(page, { before: "Previous", after: "Next" }, customIdOf),
    ],
    share: {},
  };
}

const emptyText = "No posts yet. Posts published on the workspace's intranet will appear here.";

function postLine(post: Post, date: string | undefined): string {
  const title = escapeMarkdown(truncateWords(shortTitle(post), titleLengths.alone));
  return joinParts([`${isFeatured(post) ? "📌" : "🔹"} **${title}**`, date]);
}

function dateOfPost({ createdAt }: Post, zone: string, { now }: RenderContext): string | undefined {
  const at = parseEpochMs(createdAt);
  return at === undefined ? undefined : shortDate(dateIn(zone, at), dateIn(zone, now.epochMilliseconds));
}

/** `10 Nov`, or `Nov 2025` in another year, on one line. */
function shortDate(date: Temporal.PlainDate, today: Temporal.PlainDate): string {
  const isThisYear = date.year === today.year;
  return unbroken(
    dateInWords(date, { month: "short", ...(isThisYear ? { day: "numeric" } : { year: "numeric" }) }),
  );
}

function menuChoice(post: Post, date: string | undefined): MenuChoice {
  const description = joinParts([date, post.category, post.body]);
  return { value: post._id, label: shortTitle(post), description };
}

interface PostIds {
  /** The id of the button that shows a later part of the text. */
  readonly readIdOf: (part: number) => string;
  /** The id of the button that asks whether to delete it; `undefined` for people who may not. */
  readonly deleteId: string | undefined;
}

/** A post with its picture, the beginning of its text, and what can be done with it; no `ids`, no buttons. */
export function renderPost(post: Post, ids: PostIds | undefined, ctx: RenderContext): Reply {
  const text = renderLongText(wholePost(post, ctx), 0, ids?.readIdOf ?? String);
  const { image } = embed({ imageUrl: post.image_url });
  const deleting = ids?.deleteId === undefined ? [] : [button({ customId: ids.deleteId, label: "Delete…" })];
  return {
    embeds: (text.embeds ?? []).map((one) => ({ ...one, ...(image !== undefined && { image }) })),
    components: ids === undefined ? [] : [...(text.components ?? []), ...buttonRow(...deleting)],
    share: {},
  };
}

export function wholePost(post: Post, ctx: RenderContext): LongText {
  return { title: escapeMarkdown(shortTitle(post)), facts: postFacts(post, ctx), text: post.body ?? "" };
}

function postFacts(post: Post, { names }: RenderContext): string {
  const { category, published_by: author, type = "small" } = post;
  const at = parseInstant(post.createdAt);
  const edited = editedAt(post);
  const name = category?.trim() ? escapeMarkdown(category, 40) : undefined;
  const kind = isFeatured(post)
    ? `📌 ${name ?? "Featured"}`
    : joinParts([type !== "small" && escapeMarkdown(type, 30), name]);
  const origin = joinParts([
    author !== undefined && `by ${describePerson(author, names)}`,
    unnamedId(author, names),
    at && timestamp(at, "R"),
    edited && `edited ${timestamp(edited, "R")}`,
  ]);
  return joinParts([kind, origin], "\n");
}

/** A suggestion, which shows no formatting. */
export function postName(post: Post): string {
  const parts = [
    shortTitle(post, 60),
    isFeatured(post) ? "featured" : "",
    plainText(post.category ?? "", 15),
    parseInstant(post.createdAt)?.toZonedDateTimeISO("UTC").toPlainDate().toString() ?? "",
  ];
  return joinParts(parts);
}

export function renderPostDeletionPreview(post: Post, { names }: RenderContext): Reply {
  const at = parseInstant(post.createdAt);
  const edited = editedAt(post);
  const facts = [
    `**${escapeMarkdown(shortTitle(post))}**`,
    post.type !== "small" && escapeMarkdown(post.type ?? "", 30),
    post.category && escapeMarkdown(post.category, 60),
    post.published_by && `by ${describePerson(post.published_by, names)}`,
    at && timestamp(at, "R"),
    edited && `edited ${timestamp(edited, "R")}`,
  ];
  const body = escapeLines(post.body ?? "", 400);
  return {
    embeds: [
      embed({
        title: "Delete this post?",
        description: [
          joinParts(facts),
          ...(body === "" ? [] : [body.replace(/^/gm, "> ")]),
          "It will be deleted for everyone and can't be restored.",
        ].join("\n"),
        footer: joinParts([peopleIds([post.published_by], names), idFooter({ Id: post._id })]),
        tone: "harmful",
        imageUrl: post.image_url,
      }),
    ],
  };
}

export function postDeletionFacts({
  postId,
  before: title,
}: {
  readonly postId: string;
  readonly before: string;
}) {
  const name = `**${escapeMarkdown(title)}**`;
  return {
    noun: "post",
    deleted: `${name} is gone from the intranet.`,
    gone: `${name} was already gone: someone else deleted it in the meantime. I deleted nothing.`,
    ids: { Id: postId },
    isShareable: true,
    command: "posts list",
  };
}

/** When a post was last edited; `undefined` if it wasn't, as far as known. */
function editedAt({ createdAt, updatedAt }: Post): Temporal.Instant | undefined {
  const written = parseInstant(createdAt);
  const changed = parseInstant(updatedAt);
  return written && changed && Temporal.Instant.compare(written, changed) !== 0 ? changed : undefined;
}
