import type { RenderContext } from "../../src/ui/render-context.ts";
import type { APIEmbed } from "discord.js";
import type { BanComment } from "../../src/api/contract/bans.ts";
import { paginate } from "../../src/domain/lists.ts";
import { button, buttonRow } from "../../src/ui/buttons.ts";
import { fitLines, joinParts, subtext, truncate } from "../../src/ui/lines.ts";
import { embed, webAddress } from "../../src/ui/embed.ts";
import { escapeLines, escapeMarkdown, fitsInertLines, inlineCode } from "../../src/ui/escape.ts";
import { pluralize } from "../../src/ui/numbers.ts";
import { describePerson, type Names, unnamedId } from "../../src/ui/people.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { parseInstant, timestamp } from "../../src/ui/time.ts";
import { canBeInButton, describePage, pageButtons } from "../kit/page-buttons.ts";
import { type LongText, readOnRow } from "../kit/read-on.ts";

type Attachments = Pick<BanComment, "files" | "videos">;

/** Files and videos as links, a line each; of an address that nobody should follow only that it is there. */
function attachmentLinks({ files, videos }: Attachments): readonly string[] {
  return [
    ...files.map((address, index) => line("📎", `File ${index + 1}`, address)),
    ...videos.map((address, index) => line("🎬", `Video ${index + 1}`, address)),
  ];
}

/** As many of them as have room; the rest is counted. */
export function attachmentLines(attachments: Attachments, maxLength: number): string {
  return fitLines(
    attachmentLinks(attachments),
    maxLength,
    (count) => `… and ${pluralize(count, "more address", "more addresses")}`,
  );
}

function line(mark: string, name: string, address: string): string {
  const link = safeLink(address);
  return link === undefined
    ? `${mark} ${name} · not a web address I can show`
    : `${mark} [${name}](${link.href}) · ${escapeMarkdown(link.host, 60)}`;
}

/** A line with it has room in a part of *Read on*. */
const maxHrefLength = 3_000;

/** A link's host is shown next to it, so an address may not hide it behind a name and password. */
function safeLink(address: string): { readonly href: string; readonly host: string } | undefined {
  const href = webAddress(address);
  if (href === undefined) return undefined;
  const { username, password, host } = new URL(href);
  if (username !== "" || password !== "" || host.startsWith("[")) return undefined;
  const encoded = href.replace(/[()<>[\]\\`*~|@]/g, percentEncoded);
  return encoded.length > maxHrefLength ? undefined : { href: encoded, host };
}

function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

const commentsAPage = 3;
/** Discord's limit for all embeds of a message together is 6,000 characters. */
const maxBodyLength = 800;
const maxLinksLength = 700;

export interface CommentList {
  readonly banId: string;
  readonly comments: readonly BanComment[];
  /** From 0. */
  readonly page: number;
  readonly customIdOf: (page: number) => string;
  /** Of the button that opens the whole of a comment. */
  readonly readIdOf: (commentId: string) => string;
  /** Of the button that asks whether to delete a comment. */
  readonly deleteIdOf: (commentId: string) => string;
}

export function renderComments(view: CommentList, { names, now }: RenderContext): Reply {
  const { banId, comments, customIdOf, readIdOf, deleteIdOf } = view;
  const page = paginate(comments, view.page, commentsAPage);
  const first = page.index * commentsAPage + 1;
  const none = "No comments yet. Comments made in the workspace will appear here.";
  const heading = embed({
    title: "Comments on this ban",
    description: joinParts([comments.length === 0 && none, subtext(`Ban ${inlineCode(banId)}`)], "\n"),
    ...(comments.length === 0 && { tone: "over" as const }),
    footer: joinParts([
      describePage(page),
      comments.length > 0 && `${pluralize(comments.length, "comment")}, oldest first`,
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

/** The whole of a comment: its text, then its files and videos. */
export function wholeComment(comment: BanComment, names: Names): LongText {
  const { body: text = "" } = comment;
  const facts = describeBy(comment, "", names);
  return { title: "Comment on a ban", facts, text, after: attachmentLinks(comment) };
}

function isCut(comment: BanComment): boolean {
  const { body = "" } = comment;
  const links = attachmentLinks(comment).join("\n");
  return (
    quoted(body).length > maxBodyLength ||
    !fitsInertLines(body, maxBodyLength) ||
    links.length > maxLinksLength
  );
}

function quoted(body: string): string {
  return escapeLines(body, maxBodyLength).replace(/^/gm, "> ");
}

function describeBy({ author, createdAt }: BanComment, mark: string, names: Names): string {
  const by = author === undefined ? "someone" : describePerson(author, names);
  const written = parseInstant(createdAt);
  return joinParts([`**${mark}${by}**`, written && timestamp(written, "R")]);
}

/** A comment in a list: who, when, text, links. */
export function commentText(comment: BanComment, mark: string, names: Names): string {
  const { _id, body = "", createdAt, updatedAt } = comment;
  const written = parseInstant(createdAt);
  const changed = parseInstant(updatedAt);
  const isChanged = written && changed && Temporal.Instant.compare(written, changed) !== 0;
  const small = [
    `Id ${inlineCode(_id)}`,
    unnamedId(comment.author, names),
    written && `written ${timestamp(written)}`,
    isChanged && `changed ${timestamp(changed)}`,
  ];
  return joinParts(
    [
      describeBy(comment, mark, names),
      body.trim() === "" ? "> No text" : truncate(quoted(body), maxBodyLength),
      attachmentLines(comment, maxLinksLength),
      subtext(joinParts(small)),
    ],
    "\n",
  );
}
