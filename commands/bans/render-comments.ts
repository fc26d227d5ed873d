import type { RenderContext } from "../../src/ui/render-context.ts";
import type { BanComment } from "../../src/api/contract/bans.ts";
import { paginate } from "../../src/domain/lists.ts";
import { createButton, createButtonRow, createMenuRow, type MenuChoice } from "../../src/ui/buttons.ts";
import { fitLines, joinParts, subtext, truncate, truncateWords, withoutBreaks } from "../../src/ui/lines.ts";
import { createEmbed, parseSafeLink } from "../../src/ui/embed.ts";
import { escapeLines, escapeMarkdown, fitsEscapedLines, inlineCode, plainText } from "../../src/ui/escape.ts";
import { pluralize } from "../../src/ui/numbers.ts";
import {
  describePerson,
  type Names,
  formatPeople,
  formatPlainPerson,
  formatUnnamedId,
  formatUnnamed,
} from "../../src/ui/people.ts";
import { formatIdFooter } from "../../src/ui/receipt.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { parseInstant, timestamp, formatShortDateIn, type Dates, labelAge } from "../../src/ui/time.ts";
import { describePage, turnButtons } from "../kit/paged-list.ts";
import { type LongText, renderLongText } from "../kit/read-on.ts";

type Attachments = Pick<BanComment, "files" | "videos">;

/** Files and videos as links, one per line; of an address that nobody should follow only that it is there. */
function formatAttachmentLinks({ files, videos }: Attachments): readonly string[] {
  return [
    ...files.map((address, index) => formatLine("📎", `File ${index + 1}`, address)),
    ...videos.map((address, index) => formatLine("🎬", `Video ${index + 1}`, address)),
  ];
}

/** As many of them as have room; the rest is counted. */
export function formatAttachmentLines(attachments: Attachments, maxLength: number): string {
  return fitLines(
    formatAttachmentLinks(attachments),
    maxLength,
    (count) => `… and ${pluralize(count, "more address", "more addresses")}`,
  );
}

function formatLine(mark: string, name: string, address: string): string {
  const link = parseSafeLink(address);
  return link === undefined
    ? `${mark} ${name} · not a web address I can show`
    : `${mark} [${name}](${link.href}) · ${escapeMarkdown(link.host, 60)}`;
}

const commentsAPage = 10;
/** So few are shown in full, as far as they fit. */
const fewComments = 5;
const fullLengths = { text: 500, escaped: 650 } as const;
const maxStartLength = 120;
const maxListLength = 3_800;
const maxBodyLength = 800;
const maxLinksLength = 700;

export interface CommentList {
  readonly banId: string;
  readonly comments: readonly BanComment[];
  /** From 0. */
  readonly page: number;
  /** The server's. */
  readonly zone: string;
  readonly createCustomId: (page: number) => string;
  /** The id of the menu that opens one of the comments. */
  readonly openId: string;
}

/** Who and when, and below it the text, or how a long one begins; oldest first. The menu opens one. */
export function renderComments(view: CommentList, ctx: RenderContext): Reply {
  const { names, now } = ctx;
  const { banId, comments, zone, createCustomId, openId } = view;
  const page = paginate(comments, view.page, commentsAPage);
  const none = "No comments yet. Comments made in the workspace will appear here.";
  const unnamed = formatUnnamed(
    page.entries.map(({ author }) => author),
    names,
  );
  return {
    embeds: [
      createEmbed({
        title: `${comments.length === 0 ? "Comments" : pluralize(comments.length, "comment")} on this ban`,
        description: joinParts(
          [
            comments.length === 0
              ? none
              : fitLines(
                  page.entries.map((each) => formatComment(each, comments.length <= fewComments, zone, ctx)),
                  maxListLength,
                ),
          ],
          "\n",
        ),
        ...(comments.length === 0 && { tone: "over" as const }),
        footer: joinParts([describePage(page), unnamed, formatIdFooter({ Ban: banId })]),
        at: now,
      }),
    ],
    components: [
      ...createMenuRow(
        openId,
        "Open a comment",
        page.entries.map((each) => toMenuChoice(each, zone, ctx)),
      ),
      ...turnButtons(page, { before: "Earlier", after: "Later" }, createCustomId),
    ],
  };
}

/** `@Mia · 6 Nov · 📎 2`, and the text as a quote. */
function formatComment(comment: BanComment, isFull: boolean, zone: string, ctx: RenderContext): string {
  const { names } = ctx;
  const { author, body = "", files, videos, createdAt } = comment;
  const written = formatDayWritten(createdAt, zone, ctx);
  const attached = files.length + videos.length;
  const head = joinParts([
    author === undefined ? "someone" : describePerson(author, names),
    written && withoutBreaks(written),
    attached > 0 && `📎 ${attached}`,
  ]);
  const text = isFull
    ? truncate(quoteBody(body, fullLengths.text), fullLengths.escaped)
    : `> ${escapeMarkdown(truncateWords(plainText(body, maxStartLength + 1), maxStartLength))}`;
  return `${head}\n${text.trim() === ">" ? "> No text" : text}`;
}

/** `6 Nov`: the day a comment was written, if it is known. */
function formatDayWritten(createdAt: string | undefined, zone: string, dates: Dates): string | undefined {
  const at = parseInstant(createdAt);
  return at && formatShortDateIn(zone, at.epochMilliseconds, dates);
}

function toMenuChoice(
  { _id, author, body = "", createdAt }: BanComment,
  zone: string,
  ctx: RenderContext,
): MenuChoice {
  const by = author === undefined ? "someone" : formatPlainPerson(author, ctx.names);
  return { value: _id, label: joinParts([by, formatDayWritten(createdAt, zone, ctx)]), description: body };
}

interface CommentIds {
  /** The id of the button that shows a later part of the text. */
  readonly createReadId: (part: number) => string;
  /** The id of the button that asks whether to delete it. */
  readonly deleteId: string;
}

/** A comment, or the beginning of a long one, and what can be done with it; no `ids`, no buttons. */
export function renderComment(
  comment: BanComment,
  ids: CommentIds | undefined,
  { names }: RenderContext,
): Reply {
  const { embeds = [], components = [] } = isLong(comment)
    ? renderLongText(renderWholeComment(comment, names), 0, ids?.createReadId ?? String)
    : {
        embeds: [
          createEmbed({
            title: "Comment on a ban",
            description: describeComment(comment, names),
            footer: formatCommentIds(comment, names),
          }),
        ],
      };
  const deleteRow = ids && createButtonRow(createButton({ customId: ids.deleteId, label: "Delete…" }));
  return { embeds, components: deleteRow === undefined ? [] : [...components, ...deleteRow] };
}

function isLong(comment: BanComment): boolean {
  const { body = "" } = comment;
  const links = formatAttachmentLinks(comment).join("\n");
  return (
    quoteBody(body).length > maxBodyLength ||
    !fitsEscapedLines(body, maxBodyLength) ||
    links.length > maxLinksLength
  );
}

/** The whole of a comment: its text, then its files and videos. */
export function renderWholeComment(comment: BanComment, names: Names): LongText {
  const { body: text = "" } = comment;
  const facts = joinParts(
    [
      describeBy(comment, names),
      subtext(joinParts([formatUnnamedId(comment.author, names), `Id ${inlineCode(comment._id)}`])),
    ],
    "\n",
  );
  return { title: "Comment on a ban", facts, text, after: formatAttachmentLinks(comment) };
}

function quoteBody(body: string, maxLength = maxBodyLength): string {
  return escapeLines(body, maxLength).replace(/^/gm, "> ");
}

function describeBy({ author, createdAt, updatedAt }: BanComment, names: Names): string {
  const by = author === undefined ? "someone" : describePerson(author, names);
  const written = parseInstant(createdAt);
  const changed = parseInstant(updatedAt);
  const isChanged = written && changed && Temporal.Instant.compare(written, changed) < 0;
  return joinParts([
    `**${by}**`,
    written && timestamp(written, "R"),
    isChanged && labelAge("changed", changed),
  ]);
}

/** A comment in a preview: who, when, text, links. */
function describeComment(comment: BanComment, names: Names): string {
  const { body = "" } = comment;
  return joinParts(
    [
      describeBy(comment, names),
      body.trim() === "" ? "> No text" : truncate(quoteBody(body), maxBodyLength),
      formatAttachmentLines(comment, maxLinksLength),
    ],
    "\n",
  );
}

/** For the footer. */
function formatCommentIds({ _id, author }: BanComment, names: Names): string {
  return joinParts([formatPeople([author], names), formatIdFooter({ Comment: _id })]);
}

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

export const commentDeletionFacts = {
  titles: { deleted: "Comment deleted", "already-gone": "The comment was already gone" },
  deleted: "The comment was deleted. The ban itself stays.",
  gone: "Someone else deleted it in the meantime. I deleted nothing.",
  isShareable: false,
  command: "bans",
} as const;
