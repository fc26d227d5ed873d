import type { BanComment } from "../../src/api/contract/bans.ts";
import type { Answer } from "../../src/interactions/answer.ts";
import { embed } from "../../src/text/embed.ts";
import { code } from "../../src/text/inert.ts";
import { nearAndExact } from "../../src/text/time.ts";
import { joined, smallPrint } from "../shared/lines.ts";
import type { Names } from "../shared/people.ts";
import { commentText } from "./render-comments.ts";

export type Deletion = "deleted" | "already-gone";

export function renderQuestion(banId: string, comment: BanComment, names: Names): Answer {
  return {
    embeds: [
      embed({
        title: "Delete this comment?",
        description: [
          commentText(comment, "", names),
          "",
          "It will be gone from the ban for everyone, and cannot be brought back. The ban itself stays.",
          smallPrint(`Ban ${code(banId)}`),
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
): Answer {
  const deleted = result === "deleted";
  const ids = [`Id ${code(commentId)}`, `ban ${code(banId)}`];
  return {
    embeds: [
      embed({
        title: deleted ? "Comment deleted" : "The comment was already gone",
        description: [
          deleted
            ? "The comment is gone from the ban. The ban itself stays."
            : "Somebody else deleted it in the meantime. I deleted nothing.",
          smallPrint(joined([deleted && `Deleted by <@${discordUserId}> ${nearAndExact(at)}`, ...ids])),
          smallPrint(`See what is there with ${commentsMention}`),
        ].join("\n"),
        tone: deleted ? "done" : "over",
      }),
    ],
  };
}
