import type { APIEmbed } from "discord.js";
import type { BanComment } from "../../src/api/contract/bans.ts";
import { pageOf } from "../../src/domain/pages.ts";
import type { Answer } from "../../src/interactions/answer.ts";
import { button, buttonRow } from "../../src/interactions/components.ts";
import { clip } from "../../src/text/clip.ts";
import { embed } from "../../src/text/embed.ts";
import { code, inertLines } from "../../src/text/inert.ts";
import { counted } from "../../src/text/numbers.ts";
import { readInstant, timeMark } from "../../src/text/time.ts";
import { canBeInButton } from "../shared/button-ids.ts";
import { joined, smallPrint } from "../shared/lines.ts";
import { pageButtons, pageWords } from "../shared/page-buttons.ts";
import { type Names, personWords } from "../shared/people.ts";
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
  /** Of the button that asks whether a comment shall go. */
  readonly deleteIdOf: (commentId: string) => string;
}

export function renderComments(view: CommentList, now: Temporal.Instant): Answer {
  const { banId, comments, names, customIdOf, deleteIdOf } = view;
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
  const buttons = page.entries.flatMap(({ _id }, index) =>
    canBeInButton(banId) && canBeInButton(_id)
      ? [button({ customId: deleteIdOf(_id), label: `Delete ${first + index}…` })]
      : [],
  );
  return {
    embeds: [heading, ...page.entries.map((each, index) => commentEmbed(each, `${first + index} · `, names))],
    components: [
      ...buttonRow(...buttons),
      ...pageButtons(page, { before: "Earlier", after: "Later" }, customIdOf),
    ],
  };
}

function commentEmbed(comment: BanComment, mark: string, names: Names): APIEmbed {
  return embed({ description: commentText(comment, mark, names) });
}

/** A comment as it stands: who, when, text, links. */
export function commentText(comment: BanComment, mark: string, names: Names): string {
  const { _id, author, body = "", createdAt, updatedAt } = comment;
  const written = readInstant(createdAt);
  const changed = readInstant(updatedAt);
  const text = inertLines(body, maxBodyLength).replace(/^/gm, "> ");
  const by = author === undefined ? "Somebody" : personWords(author, names);
  const isChanged = written && changed && Temporal.Instant.compare(written, changed) !== 0;
  const small = [
    `Id ${code(_id)}`,
    written && `written ${timeMark(written)}`,
    isChanged && `changed ${timeMark(changed)}`,
  ];
  return joined(
    [
      joined([`**${mark}${by}**`, written && timeMark(written, "R")]),
      body.trim() === "" ? "> No text" : clip(text, maxBodyLength),
      attachmentLines(comment, maxLinksLength),
      smallPrint(joined(small)),
    ],
    "\n",
  );
}
