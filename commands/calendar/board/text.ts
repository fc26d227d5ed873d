import { formatNewsLine } from "../../posts/index.ts";
import type { Post } from "../../../src/api/contract/posts.ts";
import {
  parseGoal,
  type Week,
  describeJudged,
  getMarkedOutcome,
  summarizeWeek,
  formatWeekEnd,
} from "../../weeks/index.ts";
import { foldText } from "../../../src/domain/search.ts";
import { toSpan, type WeekDates, getLastMomentMs } from "../../../src/domain/week-boundaries.ts";
import type { CalendarItemKind } from "./draw.ts";
import { weekMs } from "../../../src/time.ts";
import { escapeMarkdown, formatLink } from "../../../src/ui/escape.ts";
import { joinParts, withoutBreaks, fitLines } from "../../../src/ui/lines.ts";
import { formatNumber, pluralize, withUnit, pluralizeText } from "../../../src/ui/numbers.ts";
import type { PostContext } from "../../../src/ui/render-context.ts";
import {
  getDateIn,
  formatDayAndClockIn,
  parseEpochMs,
  describeDates,
  describeZone,
  type Dates,
  formatMoment,
  formatWeekday,
  formatWeekdayAndClockIn,
  getHourIn,
} from "../../../src/ui/time.ts";
import type { CalendarEntries, CalendarEntry, CalendarGoal } from "./entries.ts";
import type { Formats } from "../../../src/ui/formats.ts";
import type { Reply } from "../../../src/ui/reply.ts";
import { createEmbed } from "../../../src/ui/embed.ts";
import { type CalendarView, renderCalendar } from "../days.ts";

const marks: Readonly<Record<CalendarItemKind, string>> = {
  event: "🗓️",
  due: "⏰",
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

/** Whether times need their zone below: a lead that says when something is due names it, and so does a picture. */
export function needsZone({ entries }: Pick<CalendarEntries, "entries">): boolean {
  return entries.length > 0 && entries.every(({ kind }) => kind !== "due");
}

/**
 * The entries as text.
 * @param week omitted if the reader's own zone counts
 * @param isDrawn whether a picture shows them with their times: then only what is due, links to the next events and what
 * the picture leaves out
 */
export function formatCalendar(
  { entries, hasEvents }: Pick<CalendarEntries, "entries" | "hasEvents">,
  week: WrittenWeek | undefined,
  formats: Formats,
  isDrawn = false,
): CalendarText {
  const due = entries.find(({ kind }) => kind === "due");
  const others = isDrawn ? selectBesidePicture(entries, formats) : entries.filter((entry) => entry !== due);
  // Where not all fit, what is over is left out first.
  const over = others.filter(({ at }) => at < formats.now.epochMilliseconds).length;
  const shown = others.slice(Math.min(over, Math.max(0, others.length - maxLines))).slice(0, maxLines);
  const more = others.length - shown.length;
  const events = others.filter(({ kind }) => kind === "event").length;
  return {
    lead:
      due === undefined
        ? events > 0 && !isDrawn
          ? pluralize(events, "event")
          : undefined
        : formatDueLead(due, week, formats, isDrawn),
    details: [
      ...shown.flatMap((entry) => [
        formatEntryLine(entry, week, formats, isDrawn),
        ...formatGoalsLine(entry),
      ]),
      ...(more > 0 ? [`… and ${more} more`] : []),
      ...(hasEvents ? [] : ["🔹 I couldn't read this server's Discord events."]),
    ],
  };
}

const eventsBesidePicture = 3;

/** What it leaves out, and the next events: there, they can be opened. */
function selectBesidePicture(
  entries: readonly CalendarEntry[],
  { now }: Pick<Formats, "now">,
): readonly CalendarEntry[] {
  const isRepeated = (entry: CalendarEntry): boolean => entry.isRepeated === true;
  const next = entries
    .filter((entry) => entry.kind === "event" && !isRepeated(entry) && entry.at >= now.epochMilliseconds)
    .slice(0, eventsBesidePicture);
  return entries.filter((entry) => next.includes(entry) || isRepeated(entry));
}

/** `⏰ **Due Sun 22 Nov, 23:59**`, or `Due Sunday night (by Mon 00:59)`, on one line on a phone; then the goals. */
function formatDueLead(
  due: CalendarEntry,
  week: WrittenWeek | undefined,
  formats: Formats,
  isDrawn: boolean,
): string {
  const { at } = due;
  const label = `${marks.due} **Due`;
  if (week === undefined)
    return joinParts([`${label}** ${formatMoment(at, "f", formats)}`, ...formatGoalsLine(due)], "\n");
  const isToday = week.today?.equals(getDateIn(week.zone, at)) === true;
  const when = isToday
    ? formatTimeInWeek(at, week, formats, "today")
    : (formatNightBefore(at, week, formats) ?? formatDayAndClockIn(week.zone, at, formats.dateStyle));
  const zone = isDrawn ? "" : withoutBreaks(describeZone(week.zone));
  return joinParts([joinParts([`${label} ${when}**`, zone], " "), ...formatGoalsLine(due)], "\n");
}

/** A service that counts in another zone ends the week some time after midnight, when people think of the day before. */
const nightEndsAtHour = 4;

/** `Sunday night (by Mon 00:59)`; `undefined` for any time but the hours after the week's last day. */
function formatNightBefore(
  at: number,
  { dates, zone }: WrittenWeek,
  { dateStyle }: Pick<Formats, "dateStyle">,
): string | undefined {
  const day = getDateIn(zone, at).subtract({ days: 1 });
  if (dates.at(-1)?.equals(day) !== true || getHourIn(zone, at) >= nightEndsAtHour) return undefined;
  const night = withoutBreaks(`${formatWeekday(day, "long")} night`);
  return `${night} ${withoutBreaks(`(by ${formatWeekdayAndClockIn(zone, at, dateStyle)})`)}`;
}

/** What fits beside the mark on a phone; a place that doesn't is left out, as the event's own page names it. */
const lineLength = 40;
const channelMention = /<#\d+>/g;
const usualChannelName = "#staff room";

function formatEntryLine(
  entry: CalendarEntry,
  week: WrittenWeek | undefined,
  formats: Formats,
  isDrawn = false,
): string {
  const { kind, at, notes, isRepeated = false } = entry;
  const when =
    week === undefined
      ? formatMoment(at, "f", formats)
      : `**${isDrawn ? formatWeekday(getDateIn(week.zone, at)) : formatTimeInWeek(at, week, formats, "Today")}**`;
  const line = joinParts([marks[kind], !isRepeated && when, formatLabel(entry)], " ");
  const place = (notes ?? "").replaceAll(channelMention, usualChannelName);
  const length = joinParts([`${when.replaceAll("*", "")} ${entry.label}`, place]).length;
  const isTooLong = kind === "event" && week !== undefined && length > lineLength;
  return joinParts([line, !isTooLong && notes]);
}

function formatLabel({ label, url }: CalendarEntry): string {
  return url === undefined ? escapeMarkdown(label, 100) || "Unnamed" : formatLink(label, url, "event");
}

const maxGoals = 4;

/** `120 min in game, 2 sessions to host, +2 more`, below goals that are due. */
function formatGoalsLine({ goals = [] }: CalendarEntry): readonly string[] {
  const more = goals.length - maxGoals;
  const texts = goals.slice(0, maxGoals).map((goal) => withoutBreaks(describeTarget(goal, goals)));
  const text = joinParts([...texts, more > 0 && withoutBreaks(`+${more} more`)], ", ");
  return text === "" ? [] : [text];
}

/** `2 sessions to host`, `Closing checklist`: by its name only where the target doesn't say what it is. */
function describeTarget({ name, targetType, target }: CalendarGoal, all: readonly CalendarGoal[]): string {
  const goal = parseGoal(targetType);
  const title = escapeMarkdown(name, 40) || "Unnamed";
  if (goal === "checkbox" || target === undefined) return title;
  const isOnly = all.filter((other) => parseGoal(other.targetType) === goal).length === 1;
  if (goal === "other" || !isOnly) return `${title} ${formatNumber(target)}`;
  return goal === "minutes"
    ? `${withUnit(target, "min")} in game`
    : `${pluralize(target, "session")} to ${goal === "hosted" ? "host" : "attend"}`;
}

/**
 * `Thu 19:00`: a time within the week that the message names. The service's own week can end after it, if it counts in
 * another zone: `Mon 23 Nov, 00:59`.
 */
function formatTimeInWeek(
  at: number,
  { dates, zone, today }: WrittenWeek,
  { tense, dateStyle }: Pick<Formats, "tense" | "dateStyle">,
  todayWord: "Today" | "today",
): string {
  const date = getDateIn(zone, at);
  const last = dates.at(-1);
  if (last !== undefined && Temporal.PlainDate.compare(date, last) > 0)
    return formatDayAndClockIn(zone, at, dateStyle);
  const moment = formatWeekdayAndClockIn(zone, at, dateStyle);
  return tense === "now" && today?.equals(date) ? `${todayWord}, ${moment}` : moment;
}

/** The entries alone, one line each, without small print, in the order of their times. */
export function formatEntryLines(
  { entries }: CalendarEntries,
  week: WeekDates,
  formats: Formats,
): readonly string[] {
  return entries.map((entry) => formatEntryLine(entry, week, formats));
}

/** `2 events · 4 assignments due`: a week in a few words; nothing if there's neither. */
export function describeEntries({ entries }: CalendarEntries): string {
  const events = entries.filter(({ kind }) => kind === "event").length;
  const due = entries.find(({ kind }) => kind === "due");
  return joinParts([events > 0 && pluralize(events, "event"), due?.label]);
}

const maxNews = 3;
/**
 * Posts published in a week, or in the last seven days if it is the current one; the newest first. None yet in later
 * weeks, and none that only announces one of the week's events.
 */
export function selectNews(
  posts: readonly Post[],
  week: WeekDates,
  { entries }: Pick<CalendarEntries, "entries">,
  nowMs: number,
): readonly Post[] {
  const span = toSpan(week);
  if (span === undefined || span.startsAt > nowMs) return [];
  const since = span.endsAt > nowMs ? Math.min(span.startsAt, nowMs - weekMs) : span.startsAt;
  const until = Math.min(span.endsAt, nowMs + 1);
  const writtenAt = ({ createdAt }: Post): number => parseEpochMs(createdAt) ?? 0;
  return posts
    .filter((post) => writtenAt(post) >= since && writtenAt(post) < until)
    .filter(({ title = "" }) =>
      entries.every(({ label }) => foldText(label) !== foldText(title) || title === ""),
    )
    .toSorted((a, b) => writtenAt(b) - writtenAt(a));
}

/** The newest, one line each, then how many more there are and where to read them; none if there are no news. */
export function formatNewsLines(
  news: readonly Post[],
  ctx: PostContext & { readonly zone: string },
): readonly string[] {
  const lines = news.slice(0, maxNews).map((post) => formatNewsLine(post, ctx));
  if (lines.length === 0) return [];
  const more = news.length - lines.length;
  return more === 0
    ? lines
    : [...lines, `${pluralize(more, "more new post")}: see ${ctx.commandMention("posts")}`];
}

/** `9–15 November: 9 of 11 passed`, on one line on a phone once all are marked; before that, `, 2 not marked yet`. */
export function describeWeekBefore(
  { dates: [first] }: WeekDates,
  saved: readonly Week[],
  dates: Dates,
): string | undefined {
  const nowMs = dates.now.epochMilliseconds;
  const text = describeJudged(
    saved.filter(({ state }) => state === "final").map((week) => summarizeWeek(week, nowMs).outcome),
  );
  const unmarked = saved.filter((week) => getMarkedOutcome(week) === "unmarked").length;
  return text === "" || first === undefined
    ? undefined
    : joinParts(
        [
          `${describeDates(first.subtract({ weeks: 1 }), "long", dates)}: ${text}`,
          unmarked > 0 && withoutBreaks(`${formatNumber(unmarked)} not marked yet`),
        ],
        ", ",
      );
}

/** Connected people's goals that are due at the same time. */
export interface CalendarDue {
  readonly at: Temporal.Instant;
  /** Each once. */
  readonly goals: readonly CalendarGoal[];
  readonly people: number;
  /** How many of them aren't done yet. */
  readonly left: number;
  /** Whether there are others, some of whose goals couldn't be read. */
  readonly isPartial?: boolean;
}

interface CalendarBoard extends Omit<CalendarView, "createCustomId" | "reloadId"> {
  /** The next due first; `undefined` if not wanted. */
  readonly dues?: readonly CalendarDue[] | undefined;
  /** The week whose zone its times are written in; left out if each reader sees their own. */
  readonly written?: WeekDates | undefined;
  readonly maxLength?: number;
}

const namesADue = 1;

/** The week as posted in a channel: like the reply to `/calendar`, without the buttons to change weeks. */
export function renderCalendarBoard(
  { dues, maxLength = 2_000, written, ...view }: CalendarBoard,
  ctx: PostContext,
): Reply {
  const { embeds = [] } = renderCalendar({ ...view, createCustomId: () => "", reloadId: "" }, ctx);
  if (dues === undefined) return { embeds };
  const description =
    dues.length === 0
      ? "Nothing is due that week."
      : fitLines(
          dues.map((due) => formatDueLine(due, written, ctx)),
          maxLength,
        );
  return { embeds: [...embeds, createEmbed({ title: "Due assignments", description })] };
}

function formatDueLine(due: CalendarDue, written: WeekDates | undefined, formats: Formats): string {
  const { at, goals, people, left, isPartial = false } = due;
  const when =
    written === undefined
      ? formatWeekEnd(at.epochMilliseconds, "F", formats)
      : formatDayAndClockIn(written.zone, getLastMomentMs(at.epochMilliseconds), formats.dateStyle);
  const shown = goals.slice(0, namesADue).map(({ name }) => escapeMarkdown(name, 40) || "Unnamed");
  const more = goals.length - shown.length;
  const mark = left === 0 && !isPartial ? "✅" : "🟦";
  const title = joinParts([`${mark} **${when}**`, ...shown, more > 0 && `+${more}`], " ");
  const done = isPartial
    ? people > 0 && pluralizeText(people, { one: "1 person is done", other: "{count} people are done" })
    : "Everyone is done";
  const state =
    left === 0
      ? done
      : pluralizeText(left, {
          one: `{count} of ${pluralize(people, "person", "people")} isn't done yet`,
          other: `{count} of ${pluralize(people, "person", "people")} aren't done yet`,
        });
  return joinParts([title, state], "\n");
}
