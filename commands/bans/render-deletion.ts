import type { BanComment } from "../../src/api/contract/bans.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { embed } from "../../src/ui/embed.ts";
import { inlineCode } from "../../src/ui/escape.ts";
import { relativeAndExact } from "../../src/ui/time.ts";
import { joinParts, subtext } from "../../src/ui/lines.ts";
import type { Names } from "../../src/ui/people.ts";
import { commentText } from "./render-comments.ts";

export type Deletion = "deleted" | "already-gone";

export function renderQuestion(banId: string, comment: BanComment, names: Names): Reply {
  return {
    embeds: [
      embed({
        title: "Delete this comment?",
        description: [
          commentText(comment, "", names),
          "",
          "It will be gone from the ban for everyone, and cannot be brought back. The ban itself stays.",
          subtext(`Ban ${inlineCode(banId)}`),
        ].join("\n"),
        tone: "harmful",
      }),
    ],
  };
}

export interface ReceiptFacts {
  readonly discordUserId: string;
  readonly at: Temporal.Instant;
  /** Clickable name of the command that lists the comments. */
  readonly commentsMention: string;
}

export function renderReceipt(
  result: Deletion,
  { banId, commentId }: { readonly banId: string; readonly commentId: string },
  { discordUserId, at, commentsMention }: ReceiptFacts,
): Reply {
  const deleted = result === "deleted";
  const ids = [`Id ${inlineCode(commentId)}`, `ban ${inlineCode(banId)}`];
  return {
    embeds: [
      embed({
        title: deleted ? "Comment deleted" : "The comment was already gone",
        description: [
          deleted
            ? "The comment is gone from the ban. The ban itself stays."
            : "Somebody else deleted it in the meantime. I deleted nothing.",
          subtext(joinParts([deleted && `Deleted by <@${discordUserId}> ${relativeAndExact(at)}`, ...ids])),
          subtext(`See what is there with ${commentsMention}`),
        ].join("\n"),
        tone: deleted ? "done" : "over",
      }),
    ],
  };
}
