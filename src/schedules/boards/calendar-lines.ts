import type { Post } from "../../api/contract/posts.ts";
import { foldText } from "../../domain/search.ts";
import { summarizeWeek } from "../../domain/week-results.ts";
import type { CalendarItemKind } from "../../pictures/calendar.ts";
import type { Week } from "../../store/weeks.ts";
import { weekMs } from "../../time.ts";
import { escapeMarkdown } from "../../ui/escape.ts";
import { joinParts, subtext, unbroken } from "../../ui/lines.ts";
import { formatNumber, pluralize } from "../../ui/numbers.ts";
import { clockIn, dayAndClockIn, parseEpochMs, timestamp } from "../../ui/time.ts";
import { describeResults } from "../../ui/week-text.ts";
import { type CalendarEntries, type CalendarEntry, spanOf, type WeekDates } from "./calendar-entries.ts";
import { shortWeekday } from "./calendar-picture.ts";
import { shortTitle } from "./posts-render.ts";

const marks: Readonly<Record<CalendarItemKind, string>> = {
  event: "📅",
  due: "🟧",
  post: "📌",
  session: "🟢",
};
const maxLines = 12;

/**
 * The entries as text, one line each.
 * @param week set if times are written as words in its zone, as in a message that is never edited
 */
export function entryLines({ entries, hasEvents }: CalendarEntries, week?: WeekDates): readonly string[] {
  const shown = entries.slice(0, maxLines);
  const more = entries.length - shown.length;
  return [
    ...shown.flatMap((entry) => [entryLine(entry, week), ...goalsLine(entry)]),
    ...(more > 0 ? [subtext(`… and ${more} more`)] : []),
    ...(hasEvents ? [] : [subtext("I couldn't read this server's Discord events.")]),
  ];
}

function entryLine({ kind, at, label, notes }: CalendarEntry, week: WeekDates | undefined): string {
  const when =
    week === undefined ? timestamp(Temporal.Instant.fromEpochMilliseconds(at), "f") : inWeek(at, week);
  return joinParts([`${marks[kind]} ${when} ${escapeMarkdown(label, 100) || "Unnamed"}`, notes]);
}

const maxGoals = 4;

/** `-# Minutes in game, Sessions hosted, +2`, below goals that are due. */
function goalsLine({ goals = [] }: CalendarEntry): readonly string[] {
  const more = goals.length - maxGoals;
  const names = goals.slice(0, maxGoals).map((name) => unbroken(escapeMarkdown(name, 40)) || "Unnamed");
  return goals.length === 0 ? [] : [subtext(joinParts([...names, more > 0 && `+${more}`], ", "))];
}

/** A time before this hour is still part of the night before. */
const nightEndsHour = 6;

/**
 * `**Thu 19:00**`: a time within the week that the message names. The service's own week can end after it, if it counts
 * in another zone: `**Sun night**`.
 */
function inWeek(at: number, week: WeekDates): string {
  const { dates, zone } = week;
  const date = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate();
  const last = dates.at(-1);
  if (last === undefined || Temporal.PlainDate.compare(date, last) <= 0)
    return `**${shortWeekday(date)} ${clockIn(zone, at)}**`;
  return isLastNight(at, week) ? `**${shortWeekday(last)} night**` : `**${dayAndClockIn(zone, at)}**`;
}

/** In the first hours after a week: people count them to its last day. */
function isLastNight(at: number, { dates, zone }: WeekDates): boolean {
  const moment = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
  const next = dates.at(-1)?.add({ days: 1 });
  return next !== undefined && moment.hour < nightEndsHour && moment.toPlainDate().equals(next);
}

/** The entries alone, without small print. @param week as above */
export function bareLines({ entries }: CalendarEntries, week: WeekDates): readonly string[] {
  return entries.map((entry) => entryLine(entry, week));
}

/** `2 events · 4 goals due`: a week in a few words; nothing if there's neither. */
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

/** `📰 **New** Winter menu is here`. */
export function newsLines(
  news: readonly Post[],
  commandMention: (path: string) => string,
): readonly string[] {
  const lines = news
    .slice(0, maxNews)
    .map((post) => `📰 **New** ${escapeMarkdown(shortTitle(post, maxTitleLength))}`);
  const more = news.length - lines.length;
  return more > 0
    ? [...lines, subtext(`${pluralize(more, "more new post")}: see ${commandMention("posts list")}`)]
    : lines;
}

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

/** `The week before: 9 passed, 2 failed, 1 excused · 412 orders, most on Friday (84)`. */
export function describeWeekBefore(
  saved: readonly Week[],
  orders: readonly number[] | undefined,
  nowMs: number,
): string | undefined {
  const text = joinParts([resultsOf(saved, nowMs), describeOrders(orders)]);
  return text === "" ? undefined : subtext(`The week before: ${text}`);
}

function resultsOf(saved: readonly Week[], nowMs: number): string | undefined {
  const marked = saved.filter(({ state }) => state === "final");
  const count = (outcome: string): number =>
    marked.filter((week) => summarizeWeek(week, nowMs).outcome === outcome).length;
  const counts = { passed: count("passed"), failed: count("failed"), excused: count("excused") };
  return counts.passed + counts.failed + counts.excused === 0 ? undefined : describeResults(counts);
}

function describeOrders(orders: readonly number[] | undefined): string | undefined {
  const total = orders?.reduce((sum, count) => sum + count, 0) ?? 0;
  if (orders === undefined || total === 0) return undefined;
  const most = Math.max(...orders);
  const day = weekdays[orders.indexOf(most)] ?? "";
  return `${pluralize(total, "order")}, most on ${day}\u00a0(${formatNumber(most)})`;
}
