import type { Post } from "../../api/contract/posts.ts";
import { foldText } from "../../domain/search.ts";
import { summarizeWeek } from "../../domain/week-results.ts";
import type { CalendarItemKind } from "../../pictures/calendar.ts";
import type { Week } from "../../store/weeks.ts";
import { weekMs } from "../../time.ts";
import { escapeMarkdown } from "../../ui/escape.ts";
import { joinParts, subtext, unbroken } from "../../ui/lines.ts";
import { pluralize } from "../../ui/numbers.ts";
import { capitalized, todayIn } from "../../ui/permanent-wording.ts";
import { clockIn, dateIn, dayAndClockIn, parseEpochMs, timestamp } from "../../ui/time.ts";
import { describeResults } from "../../ui/week-text.ts";
import { type CalendarEntries, type CalendarEntry, spanOf, type WeekDates } from "./calendar-entries.ts";
import { lastNightIn, shortWeekday } from "./calendar-picture.ts";
import { shortTitle } from "./posts-render.ts";

const marks: Readonly<Record<CalendarItemKind, string>> = {
  event: "📅",
  due: "🟧",
  post: "📌",
  session: "🟢",
};
const maxLines = 12;

/** How times are written: as words in a week's zone, as in a message that is never edited. */
export interface WrittenWeek extends WeekDates {
  /** Marked in its lines; omitted if they have to stay correct for days. */
  readonly today?: Temporal.PlainDate | undefined;
}

interface CalendarText {
  /** What is due first, with its goals; otherwise how many events there are, if any. */
  readonly lead: string | undefined;
  /** The other entries, one line each. */
  readonly details: readonly string[];
}

/** The entries as text. @param week omitted if the reader's own zone counts */
export function calendarText({ entries, hasEvents }: CalendarEntries, week?: WrittenWeek): CalendarText {
  const due = entries.find(({ kind }) => kind === "due");
  const others = entries.filter((entry) => entry !== due);
  const shown = others.slice(0, maxLines);
  const more = others.length - shown.length;
  const events = others.filter(({ kind }) => kind === "event").length;
  return {
    lead: due === undefined ? (events > 0 ? pluralize(events, "event") : undefined) : dueLead(due, week),
    details: [
      ...shown.flatMap((entry) => [entryLine(entry, week), ...goalsLine(entry)]),
      ...(more > 0 ? [subtext(`… and ${more} more`)] : []),
      ...(hasEvents ? [] : [subtext("I couldn't read this server's Discord events.")]),
    ],
  };
}

/** `🟧 **4 assignments due Sun 23:59 UTC**`; below it the time in the week's zone, if it is another one, and the goals. */
function dueLead(due: CalendarEntry, week: WrittenWeek | undefined): string {
  const label = escapeMarkdown(due.label, 100);
  const head = week === undefined ? `**${label}** ${markOf(due)}` : `**${label} ${inWeek(due.at, week)}**`;
  const own = week && lastNightIn(due.at, week) !== undefined ? timeInCity(due.at, week) : undefined;
  return joinParts([`${marks.due} ${head}`, ...goalsLine(due, own)], "\n");
}

/** `Mon 00:59 in Berlin`. */
function timeInCity(at: number, { zone }: WrittenWeek): string {
  const city = zone.slice(zone.lastIndexOf("/") + 1).replaceAll("_", " ");
  return unbroken(`${shortWeekday(dateIn(zone, at))} ${clockIn(zone, at)} in ${escapeMarkdown(city, 40)}`);
}

function entryLine(entry: CalendarEntry, week: WrittenWeek | undefined): string {
  const { kind, at, label, notes } = entry;
  const when = week === undefined ? markOf(entry) : `**${capitalized(inWeek(at, week))}**`;
  return joinParts([`${marks[kind]} ${when} ${escapeMarkdown(label, 100) || "Unnamed"}`, notes]);
}

function markOf({ at }: CalendarEntry): string {
  return timestamp(Temporal.Instant.fromEpochMilliseconds(at), "f");
}

const maxGoals = 4;

/** `-# Minutes in game, Sessions hosted, +2`, below goals that are due. @param own when, in the week's zone */
function goalsLine({ goals = [] }: CalendarEntry, own?: string): readonly string[] {
  const more = goals.length - maxGoals;
  const names = goals.slice(0, maxGoals).map((name) => unbroken(escapeMarkdown(name, 40)) || "Unnamed");
  const text = joinParts([own, joinParts([...names, more > 0 && `+${more}`], ", ")]);
  return text === "" ? [] : [subtext(text)];
}

/**
 * `Thu 19:00`: a time within the week that the message names. The service's own week can end after it, if it counts in
 * another zone: `Sun 23:59 UTC`.
 */
function inWeek(at: number, { dates, zone, today }: WrittenWeek): string {
  const date = dateIn(zone, at);
  const last = dates.at(-1);
  if (last !== undefined && Temporal.PlainDate.compare(date, last) > 0)
    return lastNightIn(at, { dates, zone }) ?? dayAndClockIn(zone, at);
  const moment = `${shortWeekday(date)} ${clockIn(zone, at)}`;
  return today?.equals(date) ? todayIn(moment) : moment;
}

/** The entries alone, one line each, without small print. */
export function entryLines({ entries }: CalendarEntries, week: WeekDates): readonly string[] {
  return entries.map((entry) => entryLine(entry, week));
}

/** `2 events · 4 assignments due`: a week in a few words; nothing if there's neither. */
export function describeEntries({ entries }: CalendarEntries): string {
  const events = entries.filter(({ kind }) => kind === "event").length;
  const due = entries.find(({ kind }) => kind === "due");
  return joinParts([events > 0 && pluralize(events, "event"), due?.label]);
}

const maxNews = 3;
const maxTitleLength = 40;

/**
 * Posts published in a week, or also before it if it is the current one; the newest first. None yet in later weeks, and
 * none that only announces one of the week's events.
 */
export function newsOf(
  posts: readonly Post[],
  week: WeekDates,
  { entries }: Pick<CalendarEntries, "entries">,
  nowMs: number,
): readonly Post[] {
  const span = spanOf(week);
  if (span === undefined || span.startsAt > nowMs) return [];
  const since = span.endsAt > nowMs ? span.startsAt - weekMs : span.startsAt;
  const until = Math.min(span.endsAt, nowMs + 1);
  const writtenAt = ({ createdAt }: Post): number => parseEpochMs(createdAt) ?? 0;
  return posts
    .filter((post) => writtenAt(post) >= since && writtenAt(post) < until)
    .filter(({ title = "" }) =>
      entries.every(({ label }) => foldText(label) !== foldText(title) || title === ""),
    )
    .toSorted((a, b) => writtenAt(b) - writtenAt(a));
}

/** `📰 **New post** Winter menu is here`. */
export function newsLine(post: Post): string {
  return `📰 **New post** ${escapeMarkdown(shortTitle(post, maxTitleLength))}`;
}

/** The newest, one line each, and how many more there are. */
export function newsLines(
  news: readonly Post[],
  commandMention: (path: string) => string,
): readonly string[] {
  const lines = news.slice(0, maxNews).map(newsLine);
  const more = news.length - lines.length;
  return more > 0
    ? [...lines, subtext(`${pluralize(more, "more new post")}: see ${commandMention("posts list")}`)]
    : lines;
}

/** `Week before: 9 passed, 2 failed, 412 orders`, on one line on a phone. */
export function describeWeekBefore(
  saved: readonly Week[],
  orders: readonly number[] | undefined,
  nowMs: number,
): string | undefined {
  const total = orders?.reduce((sum, count) => sum + count, 0) ?? 0;
  const text = joinParts([resultsOf(saved, nowMs), total > 0 && pluralize(total, "order")], ", ");
  return text === "" ? undefined : subtext(`Week before: ${text}`);
}

function resultsOf(saved: readonly Week[], nowMs: number): string | undefined {
  const marked = saved.filter(({ state }) => state === "final");
  const count = (outcome: string): number =>
    marked.filter((week) => summarizeWeek(week, nowMs).outcome === outcome).length;
  const counts = { passed: count("passed"), failed: count("failed"), excused: count("excused") };
  const isMarked = counts.passed + counts.failed > 0;
  if (!isMarked && counts.excused === 0) return undefined;
  return describeResults({ ...counts, excused: isMarked ? 0 : counts.excused });
}
