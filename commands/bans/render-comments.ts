import type { APIEmbed } from "discord.js";
import type { BanComment } from "../../src/api/contract/bans.ts";
import { pageOf } from "../../src/domain/pages.ts";
import type { Answer } from "../../src/interactions/answer.ts";
import { button, buttonRow } from "../../src/interactions/components.ts";
import { clip } from "../../src/text/clip.ts";
import { embed } from "../../src/text/embed.ts";
import { code, fitsInertLines, inertLines } from "../../src/text/inert.ts";
import { counted } from "../../src/text/numbers.ts";
import { readInstant, timeMark } from "../../src/text/time.ts";
import { canBeInButton } from "../shared/button-ids.ts";
import { joined, smallPrint } from "../shared/lines.ts";
import { pageButtons, pageWords } from "../shared/page-buttons.ts";
import { type Names, personWords } from "../shared/people.ts";
import { readOnRow, renderLongText } from "../shared/read-on.ts";
import { attachmentLines } from "./render-attachments.ts";

const commentsAPage = 3;
/** All embeds of a message together may have 6,000 characters. */
const maxBodyLength = 800;
const maxLinksLength = 700;

export interface CommentList {
  readonly banId: string;
  readonly comments: readonly BanComment[];
  readonly names: Names;
  /** From 0. */
  readonly page: number;
  readonly customIdOf: (page: number) => string;
  /** Of the button that opens the whole text of a comment. */
  readonly readIdOf: (commentId: string) => string;
  /** Of the button that asks whether a comment shall go. */
  readonly deleteIdOf: (commentId: string) => string;
}

export function renderComments(view: CommentList, now: Temporal.Instant): Answer {
  const { banId, comments, names, customIdOf, readIdOf, deleteIdOf } = view;
  const page = pageOf(comments, view.page, commentsAPage);
  const first = page.index * commentsAPage + 1;
  const none = "Nobody has commented on this ban yet. Comments made in the workspace will stand here.";
  const heading = embed({
    title: "Comments on this ban",
    description: joined([comments.length === 0 && none, smallPrint(`Ban ${code(banId)}`)], "\n"),
    ...(comments.length === 0 && { tone: "over" as const }),
    footer: joined([
      pageWords(page),
      comments.length > 0 && `${counted(comments.length, "comment")}, oldest first`,
    ]),
    at: now,
  });
  const reachable = page.entries
    .map((comment, index) => ({ comment, number: first + index }))
    .filter(({ comment }) => canBeInButton(banId) && canBeInButton(comment._id));
  const deletions = reachable.map(({ comment, number }) =>
    button({ customId: deleteIdOf(comment._id), label: `Delete ${number}…` }),
  );
  const cut = reachable
    .filter(({ comment }) => isCut(comment))
    .map(({ comment, number }) => ({ number, customId: readIdOf(comment._id) }));
  return {
    embeds: [heading, ...page.entries.map((each, index) => commentEmbed(each, `${first + index} · `, names))],
    components: [
      ...readOnRow(cut),
      ...buttonRow(...deletions),
      ...pageButtons(page, { before: "Earlier", after: "Later" }, customIdOf),
    ],
  };
}

function commentEmbed(comment: BanComment, mark: string, names: Names): APIEmbed {
  return embed({ description: commentText(comment, mark, names) });
}

/** One part of the whole text of a comment. */
export function renderComment(
  comment: BanComment,
  names: Names,
  part: number,
  customIdOf: (part: number) => string,
): Answer {
  const facts = byWords(comment, "", names);
  return renderLongText({ title: "Comment on a ban", facts, text: comment.body ?? "" }, part, customIdOf);
}

function isCut({ body = "" }: BanComment): boolean {
  return quoted(body).length > maxBodyLength || !fitsInertLines(body, maxBodyLength);
}

function quoted(body: string): string {
  return inertLines(body, maxBodyLength).replace(/^/gm, "> ");
}

function byWords({ author, createdAt }: BanComment, mark: string, names: Names): string {
  const by = author === undefined ? "Somebody" : personWords(author, names);
  const written = readInstant(createdAt);
  return joined([`**${mark}${by}**`, written && timeMark(written, "R")]);
}

/** A comment as it stands in a list: who, when, text, links. */
export function commentText(comment: BanComment, mark: string, names: Names): string {
  const { _id, body = "", createdAt, updatedAt } = comment;
  const written = readInstant(createdAt);
  const changed = readInstant(updatedAt);
  const isChanged = written && changed && Temporal.Instant.compare(written, changed) !== 0;
  const small = [
    `Id ${code(_id)}`,
    written && `written ${timeMark(written)}`,
    isChanged && `changed ${timeMark(changed)}`,
  ];
  return joined(
    [
      byWords(comment, mark, names),
      body.trim() === "" ? "> No text" : clip(quoted(body), maxBodyLength),
      attachmentLines(comment, maxLinksLength),
      smallPrint(joined(small)),
    ],
    "\n",
  );
}
