import type { Post } from "../../src/api/contract/posts.ts";
import type { Answer } from "../../src/interactions/answer.ts";
import { embed } from "../../src/text/embed.ts";
import { code, inert, inertLines, plain } from "../../src/text/inert.ts";
import { nearAndExact, readInstant, timeMark } from "../../src/text/time.ts";
import { joined } from "../shared/lines.ts";
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

export function renderQuestion(post: Post): Answer {
  const at = readInstant(post.createdAt);
  const facts = [
    `**${inert(shortTitle(post))}**`,
    post.type && inert(post.type, 30),
    post.category && inert(post.category, 60),
    post.published_by && `by ${code(post.published_by)}`,
    at && timeMark(at, "R"),
  ];
  const body = inertLines(post.body ?? "", 400);
  const small = [`Id ${code(post._id)}`, at && `written ${timeMark(at, "f")}`];
  return {
    embeds: [
      embed({
        title: "Delete this post?",
        description: [
          joined(facts),
          ...(body === "" ? [] : [body.replace(/^/gm, "> ")]),
          "It will be gone from the intranet for everyone, and cannot be brought back.",
          `-# ${joined(small)}`,
        ].join("\n"),
        tone: "harmful",
        imageUrl: post.image_url,
      }),
    ],
  };
}

export function renderReceipt(
  result: "deleted" | "already-gone",
  { postId, title }: { readonly postId: string; readonly title: string },
  { discordUserId, at }: { readonly discordUserId: string; readonly at: Temporal.Instant },
): Answer {
  const deleted = result === "deleted";
  const sentence = deleted
    ? `**${inert(title)}** is gone from the intranet.`
    : `**${inert(title)}** was already gone: somebody else deleted it in the meantime. I deleted nothing.`;
  const by = deleted ? `Deleted by <@${discordUserId}> ${nearAndExact(at)} · ` : "";
  return {
    embeds: [
      embed({
        title: deleted ? "Post deleted" : "The post was already gone",
        description: `${sentence}\n-# ${by}Id ${code(postId)}`,
        tone: deleted ? "done" : "over",
      }),
    ],
  };
}
