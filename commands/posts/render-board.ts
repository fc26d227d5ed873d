import type { APIEmbed } from "discord.js";
import type { Post } from "../../src/api/contract/posts.ts";
import type { Answer } from "../../src/interactions/answer.ts";
import { clip } from "../../src/text/clip.ts";
import { embed } from "../../src/text/embed.ts";
import { fitsInertLines, inert, inertLines } from "../../src/text/inert.ts";
import { counted } from "../../src/text/numbers.ts";
import { readInstant, timeMark } from "../../src/text/time.ts";
import { isFeatured } from "../post-delete/find-post.ts";
import { shortTitle } from "../post-delete/render.ts";
import { joined, smallPrint } from "../shared/lines.ts";
import { type Names, personWords } from "../shared/people.ts";

const mostPosts = 5;
const maxTitleLength = 80;
const leastText = 120;

export interface PostsBoard {
  /** New ones, oldest first. */
  readonly posts: readonly Post[];
  readonly names: Names;
  /** Clickable name of the command that lists all. */
  readonly listMention: string;
  readonly room: number;
}

/** New posts of the intranet as one reads them there, oldest first, with their pictures. */
export function renderPostsBoard({ posts, names, listMention, room }: PostsBoard): Answer {
  const shown = posts.slice(-mostPosts);
  const left = posts.length - shown.length;
  const maxLength = Math.max(leastText, Math.floor(room / shown.length) - maxTitleLength);
  const drawn = shown.map((post) => drawnPost(post, names, maxLength));
  const content = joined(
    [
      left > 0 && smallPrint(`${counted(left, "more post")} before these: see them with ${listMention}`),
      drawn.some(({ isCut }) => isCut) && smallPrint(`Read it all with ${listMention}`),
    ],
    "\n",
  );
  return { ...(content !== "" && { content }), embeds: drawn.map((each) => each.embed) };
}

interface DrawnPost {
  readonly embed: APIEmbed;
  readonly isCut: boolean;
}

function drawnPost(post: Post, names: Names, maxLength: number): DrawnPost {
  const { category, published_by: author, body = "", image_url: imageUrl } = post;
  const at = readInstant(post.createdAt);
  const facts = joined([
    isFeatured(post) && "📌 Featured",
    category !== undefined && inert(category, 40),
    author !== undefined && `by ${personWords(author, names)}`,
    at && timeMark(at, "R"),
  ]);
  const text = joined([facts, inertLines(body, maxLength)], "\n");
  return {
    embed: embed({
      title: inert(shortTitle(post, maxTitleLength)),
      description: clip(text, maxLength),
      imageUrl,
    }),
    isCut: text.length > maxLength || !fitsInertLines(body, maxLength),
  };
}
