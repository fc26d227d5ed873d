import { z } from "zod";
import { describeKind, describeKindBriefly } from "../schedule/boards/index.ts";
import type { AuditEntry } from "../../src/store/audit.ts";
import { escapeMarkdown } from "../../src/ui/escape.ts";
import { joinParts } from "../../src/ui/lines.ts";
import { formatNumber, pluralize } from "../../src/ui/numbers.ts";
import { findActionLabel } from "./actions.ts";
import { formatDateInFull } from "../../src/ui/time.ts";
import { usualDateStyle } from "../../src/ui/formats.ts";

/** What a sentence about an entry is made from. */
export type SentenceEntry = Pick<AuditEntry, "action" | "target" | "detail">;

/** An entry's details at a path, as text; `undefined` if there's nothing. */
export interface Facts {
  (...path: readonly string[]): string | undefined;
  /** A list of texts at a path. */
  list(name: string): readonly string[];
}

const Fields = z.record(z.string(), z.unknown());
const Texts = z.array(z.string());

/**
 * Any version of the bot may have written the details, so nothing is taken for granted.
 * @param shown formats a text
 */
export function createFacts(detail: unknown, shown: (text: string) => string = (text) => text): Facts {
  const at = (path: readonly string[]): unknown =>
    path.reduce((value: unknown, name) => Fields.safeParse(value).data?.[name], detail);
  const fact = (...path: readonly string[]): string | undefined => {
    const value = at(path);
    if (typeof value === "string") return shown(value);
    return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
  };
  return Object.assign(fact, { list: (name: string) => Texts.safeParse(at([name])).data ?? [] });
}

/** Ids of the workspace users an entry is about, whose names are shown. */
export function listPeopleIn({ action, target, detail }: SentenceEntry): readonly string[] {
  const is = createFacts(detail);
  const isUser = action.startsWith("account.") && findActionLabel(action)?.target === undefined;
  const about = isUser ? target : undefined;
  return [is("userId"), is("person", "userId"), is("customer"), about].filter((id) => id !== undefined);
}

export function describeFromTo(is: Facts, fallbackLink: string): string {
  const [before, after] = [formatBoldName(is("before")), formatBoldName(is("after"))];
  return before === undefined || after === undefined ? fallbackLink : `from ${before} to ${after}`;
}

export function prefixName(prefix: string, value: string | undefined): string | undefined {
  const name = formatBoldName(value);
  return name && `${prefix} ${name}`;
}

export function formatCount(value: string | undefined, one: string, many: string): string {
  return value === undefined ? "" : ` (${pluralize(Number(value), one, many)})`;
}

export function formatBoldName(text: string | undefined): string | undefined {
  const shown = shorten(text);
  return shown === "" ? undefined : `**${shown}**`;
}

export function quote(text: string | undefined): string | undefined {
  const shown = shorten(text);
  return shown === "" ? undefined : `“${shown}”`;
}

export function shorten(text = ""): string {
  return escapeMarkdown(text, 60);
}

/** A mention, if the text is an id. */
function formatMention(open: string, text: string | undefined, fallbackLink: string): string {
  return text !== undefined && /^\d{1,20}$/.test(text) ? `<${open}${text}>` : fallbackLink;
}
export const mentionRole = (id: string | undefined): string => formatMention("@&", id, "a role");
export const mentionChannel = (id: string | undefined): string => formatMention("#", id, "a channel");
export const mentionMember = (id: string | undefined): string => formatMention("@", id, "a member");

const earnedReasons: Readonly<Record<string, string>> = {
  passed: " for passing the week",
  top: " for being among the top three of the week",
  excused: " for being excused in the week",
};

/** ` for passing the week of 16 November 2026` */
export function describeEarnedBy(is: Facts): string {
  const [reason, week] = [earnedReasons[is("reason") ?? ""], is("week")];
  return reason === undefined || week === undefined
    ? ""
    : `${reason} of ${/^\d{4}-\d\d-\d\d$/.test(week) ? formatDateInFull(week, usualDateStyle) : shorten(week)}`;
}

const reminderSubjects: Readonly<Record<string, string>> = {
  assignment: " for new assignments",
  marked: " for marked weeks",
  order: " for ready orders",
};

/** ` for ready orders` */
export function describeSubject(kind = ""): string {
  return reminderSubjects[kind] ?? "";
}

export function describeRequest(is: Facts): string {
  const [asked, given] = [is("asked"), is("minutes")];
  const other =
    asked !== undefined && asked !== given ? ` (asked for ${formatNumber(Number(asked))} min)` : "";
  return `${mentionMember(is("member"))}'s request for ${describeTimeAsked(is)}${other}`;
}

export function describeTimeAsked(is: (...path: readonly string[]) => string | undefined): string {
  return joinParts(
    [`${formatNumber(Number(is("minutes") ?? 0))} min`, is("day") && `on ${shorten(is("day"))}`],
    " ",
  );
}

export function describeSchedule(is: Facts): string {
  const kind = is("kind") ?? is("plan", "kind");
  const place = is("channelId") ?? is("plan", "channelId");
  if (kind === undefined) return "of this server";
  return joinParts(
    [`**${shorten(describeKind(kind))}**`, place !== undefined && `in ${mentionChannel(place)}`],
    " ",
  );
}

/** What it posts, for one line on a phone: with a channel it rarely fits. */
export function describeScheduleBriefly(is: Facts): string {
  const kind = is("kind") ?? is("plan", "kind");
  return kind === undefined ? "a schedule" : `**${shorten(describeKindBriefly(kind))}**`;
}
