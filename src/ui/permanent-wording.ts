import type { APIEmbed } from "discord.js";
import { truncate, withoutBreaks } from "./lines.ts";
import { embedLimits } from "./embed.ts";
import { formatNumber, formatOrdinal } from "./numbers.ts";
import { formatDateAs } from "./time.ts";
import { secondMs } from "../time.ts";

// A message that is never edited must still be true when it is read a week later.

/** `23 Nov`, or `4 Jan 2027`, for one line on a phone. */
export function formatShortDate(day: string, nowMs: number): string {
  const date = Temporal.PlainDate.from(day);
  const isThisYear = date.year === toZoned(nowMs, "UTC")?.year;
  return formatDateAs(date, {
    day: "numeric",
    month: "short",
    ...(!isThisYear && { year: "numeric" }),
  });
}

/** `12–25 Oct`, or `26 Oct – 15 Nov`: the days from one to another. */
export function formatShortDates(from: Temporal.PlainDate, to: Temporal.PlainDate, nowMs: number): string {
  const [first, last] = [from, to].map((day) => withoutBreaks(formatShortDate(day.toString(), nowMs)));
  const isOneMonth = from.year === to.year && from.month === to.month;
  return isOneMonth ? `${from.day}–${last}` : `${first} – ${last}`;
}

/** The mark of today in a row of days. */
export function formatToday(text: string): string {
  return `▸ **${text}**`;
}

/** `today, Thu 19:00`: the mark of today before a time in bold text. */
export function formatTodayIn(moment: string): string {
  return `today, ${moment}`;
}

/**
 * `week of 23 November`, with the year unless it is the current one.
 * @param day its first day, `2026-11-23`
 */
export function describeWeek(day: string, nowMs: number): string {
  return `week of ${formatDate(day, nowMs)}`;
}

/** `Week of 23 Nov`: the same for a title with counts, which has to fit on a phone. */
export function formatShortWeekTitle(day: string, nowMs: number): string {
  return `Week of ${withoutBreaks(formatShortDate(day, nowMs))}`;
}

/** A phrase at the beginning of a title. */
export function capitalize(phrase: string): string {
  return `${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}`;
}

/**
 * `23 November`, or `4 January 2027`, unbroken: a date is the same everywhere, so it's text and no timestamp that each time
 * zone shows differently.
 */
export function formatDate(day: string, nowMs: number): string {
  const date = Temporal.PlainDate.from(day);
  const isThisYear = date.year === toZoned(nowMs, "UTC")?.year;
  return withoutBreaks(
    formatDateAs(date, {
      day: "numeric",
      month: "long",
      ...(!isThisYear && { year: "numeric" }),
    }),
  );
}

/** `9–15 November`, or `30 Nov – 6 Dec`: the week from a day on, unbroken. @param month as long as it is in one */
export function describeDates(first: Temporal.PlainDate, month: "long" | "short"): string {
  const last = first.add({ days: 6 });
  const isOneMonth = first.month === last.month;
  const words = (day: Temporal.PlainDate): string =>
    formatDateAs(day, { day: "numeric", month: isOneMonth ? month : "short" });
  return withoutBreaks(isOneMonth ? `${first.day}–${words(last)}` : `${words(first)} – ${words(last)}`);
}

/** `Week of 23 November · this week`: the part of a title that is true only now. */
export function withPassingEnd(title: string, phrase: string): string {
  return `${title} · ${phrase}`;
}

/** `Most minutes this week`: what is below it has to name the week. Its space is one that people don't type. */
export function formatThisWeekTitle(what: string): string {
  return `${what} this\u00a0week`;
}

/** `You're 9th of 12`, at the beginning of a text. Its spaces are ones that people don't type. */
export function describeOwnPlace(place: number, of: number): string {
  return withoutBreaks(`You're ${formatOrdinal(place)} of ${formatNumber(of)}`);
}

const thisWeekEnd = / this\u00a0week$/;
// Only after a date of ours, so that other people's titles are unchanged.
const passingEnd =
  /(week of \d{1,2}[ \u00a0][A-Z][a-z]+(?:[ \u00a0]\d{4})?) · (?:this week|next week|last week|in \d+ weeks|\d+ weeks ago)$/i;
const today = /▸ \*\*((?:\S{1,6} )?\d{1,2})\*\*/g;
const laterToday = /\*\*((?:due )?)today, (?=[A-Z][a-z]{2} \d\d:\d\d\*\*)/gi;
/**
 * A timestamp of ours; other people's text has its brackets escaped. Together with the exact time after it,
 * it counts as one.
 */
const timeMarks = /(?<!\\)<t:(-?\d{1,13}):([tTdDfFR])>(?: \(<t:\1:[tf]>\))?/g;

/** Lines of ours that are true only now, and their replacements under a title that names its week. */
const passingLines: readonly (readonly [now: string, later: string])[] = [
  ["**Before this week**", "**Before that week**"],
  ["No visits this week yet.", "No visits that week so far."],
  ["Nothing is tracked this week yet.", "Nothing was tracked that week so far."],
  ["** · this\u00a0week", "** · so\u00a0far"],
  ["in the game now, since <t:", "in the game since <t:"],
];

/** Titles of ours that speak to their owner. */
const ownTitle = /^Your (?=weeks(?:$|: )|week: |assignments$|(?:activity|places)(?:, | this\u00a0week$))/;

/** Lines of ours that speak to the reader alone. */
const asides =
  /^You're\u00a0\d+(?:st|nd|rd|th)\u00a0of\u00a0[^\n]*\n|\n*You (?:aren't connected yet|have no numbers here), so you have no place\b[^\n]*/g;

interface Texts {
  readonly content?: string;
  readonly embeds?: readonly APIEmbed[];
}

/** The same without words that are true only now. */
export function withoutRelativeText<A extends Texts>(reply: A): A {
  return mapTexts(reply, (text) =>
    passingLines.reduce(
      (lasting, [now, later]) => lasting.replaceAll(now, later),
      text
        .replace(today, "$1")
        .replace(laterToday, "**$1")
        .replace(passingEnd, "$1")
        .replace(thisWeekEnd, ""),
    ),
  );
}

/** The same without what is said to one reader, for others to read. */
export function withoutAsides<A extends Texts>(reply: A): A {
  return mapTexts(reply, (text) => text.replace(asides, ""));
}

/** The same with the owner's name in its titles, for others to read. @param whose `Mia's` */
export function withOwnerNamed<E extends APIEmbed>(embeds: readonly E[], whose: string): readonly E[] {
  return embeds.map((embed) => ({
    ...embed,
    ...(embed.title !== undefined && { title: embed.title.replace(ownTitle, () => `${whose} `) }),
  }));
}

/**
 * The same with every time written out in a zone.
 * @param nowMs times in a year other than this one's include it
 */
export function withWrittenMoments<A extends Texts>(reply: A, zone: string, nowMs: number): A {
  return mapTexts(reply, (text) =>
    text.replace(timeMarks, (_mark, seconds: string, style: string) => {
      // Relative timestamps become a weekday.
      const shape = shapes[style === "R" ? "F" : style] ?? usualShape;
      const atMs = Number(seconds) * secondMs;
      return formatMoment(atMs, zone, nowMs, shape);
    }),
  );
}

/** The same with each relative timestamp as an exact one, in the reader's own zone. */
export function withExactMarks<A extends Texts>(reply: A): A {
  return mapTexts(reply, (text) =>
    text.replace(timeMarks, (mark, seconds: string, style: string) => {
      if (style !== "R") return mark;
      return `<t:${seconds}:${mark.length > `<t:${seconds}:R>`.length ? "F" : "f"}>`;
    }),
  );
}

type Shape = Readonly<Record<"weekday" | "date" | "clock", boolean>>;
const usualShape: Shape = { weekday: false, date: true, clock: true };
const shapes: Readonly<Record<string, Shape>> = {
  t: { weekday: false, date: false, clock: true },
  T: { weekday: false, date: false, clock: true },
  d: { weekday: false, date: true, clock: false },
  D: { weekday: false, date: true, clock: false },
  F: { weekday: true, date: true, clock: true },
};

/** `Sun 29 Nov, 23:59` on one line. @param nowMs moments of another year than this one's tell theirs */
export function formatShortMomentIn(zone: string, atMs: number, nowMs: number): string {
  return formatMoment(atMs, zone, nowMs, { weekday: true, date: true, clock: true });
}

/** `Sun 29 Nov, 23:59` on one line, as far as the shape wants it. */
function formatMoment(atMs: number, zone: string, nowMs: number, shape: Shape): string {
  const at = toZoned(atMs, zone);
  if (at === undefined) return "an unknown time";
  const isThisYear = at.year === toZoned(nowMs, zone)?.year;
  const options: Intl.DateTimeFormatOptions = {
    ...(shape.weekday && { weekday: "short" }),
    ...(shape.date && { day: "numeric", month: "short", ...(!isThisYear && { year: "numeric" }) }),
  };
  const date = shape.date && formatDateAs(at.toPlainDate(), options).replace(",", "");
  const clock = shape.clock && at.toPlainTime().toString({ smallestUnit: "minute" });
  return withoutBreaks([date, clock].filter((part) => typeof part === "string").join(", "));
}

function toZoned(atMs: number, zone: string): Temporal.ZonedDateTime | undefined {
  try {
    return Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(zone);
  } catch {
    return undefined;
  }
}

/** The same with all its texts changed, from top to bottom. */
export function mapTexts<A extends Texts>(reply: A, change: (text: string) => string): A {
  const { content, embeds } = reply;
  return {
    ...reply,
    ...(content !== undefined && { content: change(content) }),
    ...(embeds !== undefined && { embeds: embeds.map((embed) => mapEmbed(embed, change)) }),
  };
}

function mapEmbed(embed: APIEmbed, change: (text: string) => string): APIEmbed {
  const { title, description, fields } = embed;
  return {
    ...embed,
    ...(title !== undefined && { title: change(title) }),
    ...(description !== undefined && { description: truncate(change(description), embedLimits.description) }),
    ...(fields !== undefined && {
      fields: fields.map((field) => ({
        ...field,
        name: change(field.name),
        value: truncate(change(field.value), embedLimits.fieldValue),
      })),
    }),
  };
}

/** `London time`, or `UTC time`: the zone of written times, by its place. */
export function describeZone(zone: string): string {
  return `${zone.slice(zone.lastIndexOf("/") + 1).replaceAll("_", " ")} time`;
}
