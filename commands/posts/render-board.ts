import type { APIEmbed } from "discord.js";
import type { Post } from "../../src/api/contract/posts.ts";
import { createEmbed } from "../../src/ui/embed.ts";
import { escapeLines, escapeMarkdown, fitsEscapedLines, plainText } from "../../src/ui/escape.ts";
import { joinParts, subtext, truncate, withoutBreaks } from "../../src/ui/lines.ts";
import { pluralize } from "../../src/ui/numbers.ts";
import { describePerson, formatUnnamed } from "../../src/ui/people.ts";
import type { PostContext } from "../../src/ui/render-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import {
  parseInstant,
  formatMoment,
  type Dates,
  parseEpochMs,
  formatShortDateIn,
} from "../../src/ui/time.ts";

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
  const content = joinParts(
    [
      left > 0 && subtext(`${pluralize(left, "earlier post")}: see ${listMention}`),
      formatUnnamed(
        shown.map(({ published_by: author }) => author),
        names,
      ),
      output.some(({ isCut }) => isCut) && subtext(`Read the rest with ${listMention}`),
    ],
    "\n",
  );
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

/** `📰 New: **Winter menu is here** · 11 Nov`. @param context `zone` is that of the date */
export function formatNewsLine(post: Post, { zone, ...dates }: Dates & { readonly zone: string }): string {
  const at = parseEpochMs(post.createdAt);
  const date = at === undefined ? "" : formatShortDateIn(zone, at, dates);
  const title = escapeMarkdown(formatShortTitle(post, maxNewsTitleLength));
  return joinParts([`📰 New: **${title}**`, withoutBreaks(date)]);
}
