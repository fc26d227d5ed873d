import type { BanComment } from "../../src/api/contract/bans.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { createEmbed } from "../../src/ui/embed.ts";
import { joinParts } from "../../src/ui/lines.ts";
import { formatIdFooter } from "../../src/ui/receipt.ts";
import type { RenderContext } from "../../src/ui/render-context.ts";
import { formatCommentIds, describeComment } from "./render-comments.ts";

export function renderCommentDeletionPreview(
  banId: string,
  comment: BanComment,
  { names }: RenderContext,
): Reply {
  return {
    embeds: [
      createEmbed({
        title: "Delete this comment?",
        description: [
          describeComment(comment, names),
          "",
          "It will be deleted for everyone and can't be restored. The ban itself stays.",
        ].join("\n"),
        footer: joinParts([formatIdFooter({ Ban: banId }), formatCommentIds(comment, names)]),
        tone: "harmful",
      }),
    ],
  };
}

export function createCommentDeletionFacts({
  banId,
  commentId,
}: {
  readonly banId: string;
  readonly commentId: string;
}) {
  return {
    titles: { deleted: "Comment deleted", "already-gone": "The comment was already gone" },
    deleted: "The comment was deleted. The ban itself stays.",
    gone: "Someone else deleted it in the meantime. I deleted nothing.",
    ids: { Comment: commentId, ban: banId },
    isShareable: false,
    command: "bans",
  };
}
