import type { Post } from "../../src/api/contract/posts.ts";
import type { Answer } from "../../src/interactions/answer.ts";
import { embed } from "../../src/text/embed.ts";
import { code, inert, inertLines, plain } from "../../src/text/inert.ts";
import { nearAndExact, readInstant, timeMark } from "../../src/text/time.ts";
import { joined, smallPrint } from "../shared/lines.ts";
import { type Names, personWords } from "../shared/people.ts";
import { isFeatured } from "./find-post.ts";

const untitled = "Untitled post";
const maxTitleLength = 150;

/** A line of a suggestion list, which shows no formatting. */
export function postName(post: Post): string {
  const parts = [
    shortTitle(post, 60),
    isFeatured(post) ? "featured" : "",
    plain(post.category ?? "", 15),
    readInstant(post.createdAt)?.toZonedDateTimeISO("UTC").toPlainDate().toString() ?? "",
  ];
  return joined(parts);
}

/** The title as the draft and the receipt keep it. */
export function shortTitle({ title }: Post, maxLength = maxTitleLength): string {
  return plain(title ?? "", maxLength) || untitled;
}

export function renderQuestion(post: Post, names: Names): Answer {
  const at = readInstant(post.createdAt);
  const facts = [
    `**${inert(shortTitle(post))}**`,
    post.type && inert(post.type, 30),
    post.category && inert(post.category, 60),
    post.published_by && `by ${personWords(post.published_by, names)}`,
    at && timeMark(at, "R"),
  ];
  const body = inertLines(post.body ?? "", 400);
  const edited = editedAt(post);
  const small = [
    `Id ${code(post._id)}`,
    at && `written ${timeMark(at, "f")}`,
    edited && `edited ${timeMark(edited, "f")}`,
  ];
  return {
    embeds: [
      embed({
        title: "Delete this post?",
        description: [
          joined(facts),
          ...(body === "" ? [] : [body.replace(/^/gm, "> ")]),
          "It will be gone from the intranet for everyone, and cannot be brought back.",
          smallPrint(joined(small)),
        ].join("\n"),
        tone: "harmful",
        imageUrl: post.image_url,
      }),
    ],
  };
}

export interface ReceiptFacts {
  readonly discordUserId: string;
  readonly at: Temporal.Instant;
  /** Clickable name of the command that lists the posts. */
  readonly listMention: string;
}

export function renderReceipt(
  result: "deleted" | "already-gone",
  { postId, before: title }: { readonly postId: string; readonly before: string },
  { discordUserId, at, listMention }: ReceiptFacts,
): Answer {
  const deleted = result === "deleted";
  const sentence = deleted
    ? `**${inert(title)}** is gone from the intranet.`
    : `**${inert(title)}** was already gone: somebody else deleted it in the meantime. I deleted nothing.`;
  const small = [deleted && `Deleted by <@${discordUserId}> ${nearAndExact(at)}`, `Id ${code(postId)}`];
  return {
    embeds: [
      embed({
        title: deleted ? "Post deleted" : "The post was already gone",
        description: [
          sentence,
          smallPrint(joined(small)),
          smallPrint(`See what is there with ${listMention}`),
        ].join("\n"),
        tone: deleted ? "done" : "over",
      }),
    ],
    share: {},
  };
}

/** When a post was changed last after it was written; `undefined` when it was not, as far as it is known. */
export function editedAt({ createdAt, updatedAt }: Post): Temporal.Instant | undefined {
  const written = readInstant(createdAt);
  const changed = readInstant(updatedAt);
  return written && changed && Temporal.Instant.compare(written, changed) !== 0 ? changed : undefined;
}
