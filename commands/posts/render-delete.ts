import type { Post } from "../../src/api/contract/posts.ts";
import type { RenderContext } from "../../src/ui/render-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { embed } from "../../src/ui/embed.ts";
import { escapeMarkdown, escapeLines, plainText } from "../../src/ui/escape.ts";
import { parseInstant, timestamp } from "../../src/ui/time.ts";
import { joinParts } from "../../src/ui/lines.ts";
import { describePerson, peopleIds } from "../../src/ui/people.ts";
import { idFooter } from "../../src/ui/receipt.ts";
import { isFeatured, shortTitle } from "../../src/schedules/boards/posts-render.ts";

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
    post.type && escapeMarkdown(post.type, 30),
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
export function editedAt({ createdAt, updatedAt }: Post): Temporal.Instant | undefined {
  const written = parseInstant(createdAt);
  const changed = parseInstant(updatedAt);
  return written && changed && Temporal.Instant.compare(written, changed) !== 0 ? changed : undefined;
}
