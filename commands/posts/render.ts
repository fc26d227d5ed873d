import type { APIEmbed } from "discord.js";
import type { Post } from "../../src/api/contract/posts.ts";
import { paginate } from "../../src/domain/lists.ts";
import { createButton, createButtonRow, createMenuRow, type MenuChoice } from "../../src/ui/buttons.ts";
import { createEmbed } from "../../src/ui/embed.ts";
import { escapeMarkdown, plainText, escapeLines, fitsEscapedLines } from "../../src/ui/escape.ts";
import {
  fitLines,
  joinParts,
  truncateWords,
  withoutBreaks,
  smallPrint,
  truncate,
} from "../../src/ui/lines.ts";
import { pluralize } from "../../src/ui/numbers.ts";
import { describePerson, formatUnnamedId, formatPeople, describeUnnamed } from "../../src/ui/people.ts";
import type { RenderContext, PostContext } from "../../src/ui/render-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import {
  getDateIn,
  formatDateAs,
  parseEpochMs,
  parseInstant,
  timestamp,
  formatMoment,
  labelMoment,
  labelAge,
  type Dates,
  formatShortDateIn,
} from "../../src/ui/time.ts";
import { describePage, createPageButtons } from "../kit/paged-list.ts";
import { type LongText, renderLongText } from "../kit/read-on.ts";
import { formatIdFooter } from "../../src/ui/receipt.ts";
import { toFormatsForOthers } from "../../src/ui/formats.ts";

const untitled = "Untitled post";
const maxTitleLength = 150;

export function isFeatured({ type }: Post): boolean {
  return type === "featured";
}

/** The title as the draft and the receipt keep it. */
export function formatShortTitle({ title }: Post, maxLength = maxTitleLength): string {
  return plainText(title ?? "", maxLength) || untitled;
}

const maxPosts = 5;
const maxBoardTitleLength = 80;
const minText = 120;

interface PostsBoard {
  /** New posts, oldest first. */
  readonly posts: readonly Post[];
  readonly maxLength: number;
}

/** New intranet posts, oldest first, with their pictures. */
export function renderPostsBoard({ posts, maxLength }: PostsBoard, ctx: PostContext): Reply {
  const { names, commandMention } = ctx;
  const listMention = commandMention("posts");
  const shown = posts.slice(-maxPosts);
  const left = posts.length - shown.length;
  const maxBodyLength = Math.max(minText, Math.floor(maxLength / shown.length) - maxBoardTitleLength);
  const output = shown.map((post) => layOutPost(post, maxBodyLength, ctx));
  const content = smallPrint([
    left > 0 && `${pluralize(left, "earlier post")}: see ${listMention}`,
    output.some(({ isCut }) => isCut) && `Read the rest with ${listMention}`,
    describeUnnamed(
      shown.map(({ published_by: author }) => author),
      names,
    ),
  ]);
  return { ...(content !== "" && { content }), embeds: output.map((each) => each.embed) };
}

interface DrawnPost {
  readonly embed: APIEmbed;
  readonly isCut: boolean;
}

function layOutPost(post: Post, maxLength: number, ctx: PostContext): DrawnPost {
  const { category, published_by: author, body = "", image_url: imageUrl } = post;
  const at = parseInstant(post.createdAt);
  const facts = joinParts([
    isFeatured(post) && "📌 Featured",
    category !== undefined && escapeMarkdown(category, 40),
  ]);
  const source = joinParts([
    author !== undefined && `by ${describePerson(author, ctx.names)}`,
    at && formatMoment(at, "R", ctx),
  ]);
  const text = joinParts([facts, source, escapeLines(body, maxLength)], "\n");
  return {
    embed: createEmbed({
      title: escapeMarkdown(formatShortTitle(post, maxBoardTitleLength)),
      description: truncate(text, maxLength),
      imageUrl,
    }),
    isCut: text.length > maxLength || !fitsEscapedLines(body, maxLength),
  };
}

const maxNewsTitleLength = 40;

/** `📰 Posted 11 Nov: “Winter menu is here”`. @param context `zone` is that of the date */
export function formatNewsLine(post: Post, { zone, ...dates }: Dates & { readonly zone: string }): string {
  const at = parseEpochMs(post.createdAt);
  const date = at === undefined ? "" : formatShortDateIn(zone, at, dates);
  const title = escapeMarkdown(formatShortTitle(post, maxNewsTitleLength));
  return `📰 ${withoutBreaks(joinParts(["Posted", date], " "))}: “${title}”`;
}

const postsAPage = 10;
/** One line on a phone, with or without a date; the author is in the opened post, the whole title in the menu. */
const titleLengths = { dated: 27, alone: 36 } as const;
/** A cut title is this much shorter, so that wide letters fit, too. */
const wideLetters = 3;

export interface PostList {
  /** Only those of the category, if one was chosen. */
  readonly posts: readonly Post[];
  readonly isFiltered: boolean;
  /** The name of the category, while it has posts. */
  readonly category: string | undefined;
  /** From 0. */
  readonly page: number;
  readonly createCustomId: (page: number) => string;
  /** The id of the menu that opens one of the posts. */
  readonly openId: string;
  /** In which the posts are dated. */
  readonly zone: string;
}

export function renderPosts(view: PostList, ctx: RenderContext): Reply {
  const { posts, isFiltered, category, createCustomId, openId, zone } = view;
  const page = paginate(posts, view.page, postsAPage);
  const lines = fitLines(
    page.entries.map((post) => formatPostLine(post, formatDateOfPost(post, zone, ctx))),
    3_600,
  );
  return {
    embeds: [
      createEmbed({
        title: posts.length === 0 ? "Posts" : `${pluralize(posts.length, "post")}, featured first`,
        ...(posts.length === 0
          ? { description: isFiltered ? describeEmptyCategory(ctx) : emptyText, tone: "over" as const }
          : { description: lines }),
        footer: joinParts([
          describePage(page),
          category !== undefined && `category ${plainText(category, 60)}`,
        ]),
        at: ctx.now,
      }),
    ],
    components: [
      ...createMenuRow(openId, "Open a post", page.entries.map(toMenuChoice)),
      ...createPageButtons(page, { before: "Previous", after: "Next" }, createCustomId),
    ],
    // Its dates and titles read the same to everyone.
    share: {},
  };
}

const emptyText = "No posts yet. Posts published on the workspace's intranet will appear here.";

function describeEmptyCategory({ commandMention }: RenderContext): string {
  return `No posts in this category anymore. See all with ${commandMention("posts")}.`;
}

function formatPostLine(post: Post, date: string | undefined): string {
  const maxLength = date === undefined ? titleLengths.alone : titleLengths.dated;
  const title = formatShortTitle(post);
  const shown = title.length <= maxLength ? title : truncateWords(title, maxLength - wideLetters);
  return joinParts([`${isFeatured(post) ? "📌" : "🔹"} **${escapeMarkdown(shown)}**`, date]);
}

/** `10 Nov`, or `Nov 2025` in another year, on one line. */
function formatDateOfPost(
  { createdAt }: Post,
  zone: string,
  { now, dateStyle }: RenderContext,
): string | undefined {
  const at = parseEpochMs(createdAt);
  if (at === undefined) return undefined;
  const date = getDateIn(zone, at);
  const isThisYear = date.year === getDateIn(zone, now.epochMilliseconds).year;
  const form: Intl.DateTimeFormatOptions = {
    month: "short",
    ...(isThisYear ? { day: "numeric" } : { year: "numeric" }),
  };
  return withoutBreaks(formatDateAs(date, form, dateStyle));
}

function toMenuChoice(post: Post): MenuChoice {
  const description = joinParts([post.category, post.body]);
  return { value: post._id, label: formatShortTitle(post), description };
}

interface PostIds {
  /** The id of the button that shows a later part of the text. */
  readonly createReadId: (part: number) => string;
  /** The id of the button that asks whether to delete it; `undefined` for people who may not. */
  readonly deleteId: string | undefined;
}

/** A post with its picture, the beginning of its text, and what can be done with it; no `ids`, no buttons. */
export function renderPost(post: Post, ids: PostIds | undefined, ctx: RenderContext): Reply {
  const text = renderLongText(renderWholePost(post, ctx), 0, ids?.createReadId ?? String);
  const renderForOthers = (): Reply => renderPost(post, ids, toFormatsForOthers(ctx));
  const { image } = createEmbed({ imageUrl: post.image_url });
  const deleting =
    ids?.deleteId === undefined ? [] : [createButton({ customId: ids.deleteId, label: "Delete…" })];
  return {
    embeds: (text.embeds ?? []).map((one) => ({ ...one, ...(image !== undefined && { image }) })),
    components: ids === undefined ? [] : [...(text.components ?? []), ...createButtonRow(...deleting)],
    share: { renderForOthers },
  };
}

export function renderWholePost(post: Post, ctx: RenderContext): LongText {
  return {
    title: escapeMarkdown(formatShortTitle(post)),
    facts: describePostFacts(post, ctx),
    text: post.body ?? "",
  };
}

function describePostFacts(post: Post, ctx: RenderContext): string {
  const { names } = ctx;
  const { published_by: author } = post;
  const at = parseInstant(post.createdAt);
  const edited = findEditedAt(post);
  const origin = joinParts([
    author !== undefined && `by ${describePerson(author, names)}`,
    formatUnnamedId(author, names),
    at && formatMoment(at, "R", ctx),
    edited && labelMoment("edited", edited, "R", ctx),
  ]);
  return joinParts([describePostKind(post), origin], "\n");
}

/** `📌 featured · Staff`, `Staff`: `small` is the usual type, and nobody needs to read it. */
function describePostKind(post: Post): string {
  const { category = "", type = "small" } = post;
  const kind = isFeatured(post) ? "📌 featured" : type !== "small" && escapeMarkdown(type, 30);
  return joinParts([kind, escapeMarkdown(category, 40)]);
}

/** A suggestion, which shows no formatting. @param zone of its date */
export function formatPostName(post: Post, zone: string): string {
  const parts = [
    formatShortTitle(post, 60),
    isFeatured(post) ? "featured" : "",
    plainText(post.category ?? "", 15),
    parseInstant(post.createdAt)?.toZonedDateTimeISO(zone).toPlainDate().toString() ?? "",
  ];
  return joinParts(parts);
}

export function renderPostDeletionPreview(post: Post, { names }: RenderContext): Reply {
  const at = parseInstant(post.createdAt);
  const edited = findEditedAt(post);
  const facts = [
    `**${escapeMarkdown(formatShortTitle(post))}**`,
    describePostKind(post),
    post.published_by && `by ${describePerson(post.published_by, names)}`,
    at && timestamp(at, "R"),
    edited && labelAge("edited", edited),
  ];
  const body = escapeLines(post.body ?? "", 400);
  return {
    embeds: [
      createEmbed({
        title: "Delete this post?",
        description: [
          joinParts(facts),
          ...(body === "" ? [] : [body.replace(/^/gm, "> ")]),
          "It will be deleted for everyone and can't be restored.",
        ].join("\n"),
        footer: joinParts([formatPeople([post.published_by], names), formatIdFooter({ Id: post._id })]),
        tone: "harmful",
        imageUrl: post.image_url,
      }),
    ],
  };
}

export function createPostDeletionFacts({ before: title }: { readonly before: string }) {
  const name = `**${escapeMarkdown(title)}**`;
  return {
    titles: { deleted: "Post deleted", "already-gone": "The post was already gone" },
    deleted: `${name} is gone from the intranet.`,
    gone: `${name} was already gone: someone else deleted it in the meantime. I deleted nothing.`,
    isShareable: true,
    command: "posts",
  };
}

/** When a post was last edited; `undefined` if it wasn't, as far as known. */
function findEditedAt({ createdAt, updatedAt }: Post): Temporal.Instant | undefined {
  const written = parseInstant(createdAt);
  const changed = parseInstant(updatedAt);
  return written && changed && Temporal.Instant.compare(written, changed) < 0 ? changed : undefined;
}
