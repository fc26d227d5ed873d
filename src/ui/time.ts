import { LruMap } from "../lru-map.ts";
import { dayMs, hourMs, minuteMs } from "../time.ts";
import { type DateStyle, type Formats, usualDateStyle } from "./formats.ts";
import { withoutBreaks } from "./lines.ts";
import { pluralize } from "./numbers.ts";

/** Keeps a number on one line with its unit, and a date on one line. */
const noBreak = "\u00a0";

/** `18:05`, or `6:05 PM`: a time in epoch milliseconds, in a zone. */
export function formatClockIn(zone: string, at: number, style: DateStyle): string {
  return formatClockOf(toZoned(zone, at), style);
}

/** The same of a time of day. */
export function formatClockOf(
  { hour, minute }: Pick<Temporal.PlainTime, "hour" | "minute">,
  { clock }: DateStyle,
): string {
  const minutes = String(minute).padStart(2, "0");
  return clock === 24
    ? `${String(hour).padStart(2, "0")}:${minutes}`
    : `${hour % 12 || 12}:${minutes}${noBreak}${hour < 12 ? "AM" : "PM"}`;
}

/** `14:00`, or `2 PM`: a full hour from 0 to 24. */
export function formatHour(hour: number, { clock }: DateStyle): string {
  if (clock === 24) return `${String(hour % 24).padStart(2, "0")}:00`;
  return `${hour % 12 || 12}${noBreak}${hour % 24 < 12 ? "AM" : "PM"}`;
}

/** `14`, or `2pm`: the same below a column of a chart. */
export function formatShortHour(hour: number, { clock }: DateStyle): string {
  return clock === 24 ? String(hour).padStart(2, "0") : `${hour % 12 || 12}${hour % 24 < 12 ? "am" : "pm"}`;
}

/** `Wed 18:05`: the same within a week that is named nearby. */
export function formatWeekdayAndClockIn(zone: string, at: number, style: DateStyle): string {
  const moment = toZoned(zone, at);
  return `${formatWeekday(moment.toPlainDate())} ${formatClockOf(moment, style)}`;
}

/** `Wed`, or `Wednesday`. */
export function formatWeekday(date: Temporal.PlainDate, weekday: "short" | "long" = "short"): string {
  return formatDateAs(date, { weekday }, usualDateStyle);
}

/** The date of a time in epoch milliseconds, in a zone. */
export function getDateIn(zone: string, at: number): Temporal.PlainDate {
  return toZoned(zone, at).toPlainDate();
}

/** The hour from 0 to 23 of a time in epoch milliseconds, in a zone. */
export function getHourIn(zone: string, at: number): number {
  return toZoned(zone, at).hour;
}

/**
 * `Mon 23 Nov, 18:05`, on one line: a time in epoch milliseconds, in a zone.
 * @param near a time whose year needn't be mentioned
 */
export function formatDayAndClockIn(zone: string, at: number, style: DateStyle, near = at): string {
  const moment = toZoned(zone, at);
  const isNear = moment.year === toZoned(zone, near).year;
  const day = formatWeekdayAndDate(moment.toPlainDate(), style, isNear ? {} : { year: "numeric" });
  return withoutBreaks(`${day}, ${formatClockOf(moment, style)}`);
}

/** `Mon 23 Nov`. */
export function formatWeekdayAndDate(
  date: Temporal.PlainDate,
  style: DateStyle,
  { month = "short", weekday = "short", ...rest }: Intl.DateTimeFormatOptions = {},
): string {
  return formatDateAs(date, { weekday, day: "numeric", month, ...rest }, style).replace(",", "");
}

/** `Mon 23 Nov`, or `Mon 4 Jan 2027` if that isn't the current year. */
export function formatWeekdayAndShortDate(date: Temporal.PlainDate, dates: Dates): string {
  return formatWeekdayAndDate(date, dates.dateStyle, isThisYear(date, dates) ? {} : { year: "numeric" });
}

function toZoned(zone: string, at: number): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(Math.floor(at)).toZonedDateTimeISO(zone);
}

const maxTexts = 2_000;
const formatters = new Map<string, Intl.DateTimeFormat>();
const texts = new LruMap<string, string>({ maxSize: maxTexts });

const locales: Readonly<Record<DateStyle["dates"], string>> = {
  "day-first": "en-GB",
  "month-first": "en-US",
};

/**
 * `23 Nov`, for example. A formatter takes long to make and to use, and all messages of a week are about a few dates, so
 * both are kept.
 */
export function formatDateAs(
  date: Temporal.PlainDate,
  form: Intl.DateTimeFormatOptions,
  { dates }: Pick<DateStyle, "dates">,
): string {
  const shape = `${dates} ${JSON.stringify(form)}`;
  return keepText(`${date.toString()} ${shape}`, () => findFormatter(form, shape, dates).format(date));
}

function keepText(key: string, format: () => string): string {
  const known = texts.get(key);
  if (known !== undefined) return known;
  const text = format();
  texts.set(key, text);
  return text;
}

/** In every zone, days have begun at one of these since 1972. */
const quarterMs = hourMs / 4;

/**
 * `23 Nov`, or `4 Jan 2027` if that isn't the current year: the date of a time in epoch milliseconds, in a zone. For lists:
 * the formatter converts several times as fast as `getDateIn`.
 */
export function formatShortDateIn(zone: string, at: number, { now, dateStyle: { dates } }: Dates): string {
  const isNear = getYearIn(zone, at) === getUtcYear(now.epochMilliseconds);
  const form: Intl.DateTimeFormatOptions = {
    day: "numeric",
    month: "short",
    ...(!isNear && { year: "numeric" }),
    timeZone: zone,
  };
  const shape = `${dates} ${isNear} ${zone}`;
  return keepText(`${Math.floor(at / quarterMs)} ${shape}`, () =>
    findFormatter(form, shape, dates).format(at),
  );
}

/** Only around New Year it depends on the zone. */
function getYearIn(zone: string, at: number): number {
  const year = getUtcYear(at - dayMs);
  return year === getUtcYear(at + dayMs) ? year : getDateIn(zone, at).year;
}

const getUtcYear = (at: number): number => new Date(at).getUTCFullYear();

function findFormatter(
  form: Intl.DateTimeFormatOptions,
  key: string,
  dates: DateStyle["dates"],
): Intl.DateTimeFormat {
  const formatter =
    formatters.get(key) ?? new Intl.DateTimeFormat(locales[dates], { timeZone: "UTC", ...form });
  formatters.set(key, formatter);
  return formatter;
}

/** What written dates depend on. */
export type Dates = Pick<Formats, "now" | "dateStyle">;

function isThisYear(date: Temporal.PlainDate, { now }: Dates): boolean {
  return date.year === now.toZonedDateTimeISO("UTC").year;
}

/** `23 Nov`, or `4 Jan 2027`, for one line on a phone. */
export function formatShortDate(day: string | Temporal.PlainDate, dates: Dates): string {
  return formatDayOf(Temporal.PlainDate.from(day), "short", dates);
}

/** `23 November`, or `4 January 2027`, unbroken. */
export function formatDate(day: string | Temporal.PlainDate, dates: Dates): string {
  return withoutBreaks(formatDayOf(Temporal.PlainDate.from(day), "long", dates));
}

/** `16 November 2026`, unbroken: with its year, as in what is kept. */
export function formatDateInFull(day: string | Temporal.PlainDate, style: DateStyle): string {
  const form = { day: "numeric", month: "long", year: "numeric" } as const;
  return withoutBreaks(formatDateAs(Temporal.PlainDate.from(day), form, style));
}

function formatDayOf(date: Temporal.PlainDate, month: "long" | "short", dates: Dates): string {
  const year = isThisYear(date, dates) ? {} : ({ year: "numeric" } as const);
  return formatDateAs(date, { day: "numeric", month, ...year }, dates.dateStyle);
}

/** `12–25 Oct`, or `26 Oct – 15 Nov`: the days from one to another. */
export function formatShortDates(from: Temporal.PlainDate, to: Temporal.PlainDate, dates: Dates): string {
  const [first, last] = [from, to].map((day) => withoutBreaks(formatShortDate(day, dates)));
  const isOneMonth = from.year === to.year && from.month === to.month;
  if (!isOneMonth) return `${first} – ${last}`;
  return dates.dateStyle.dates === "day-first"
    ? `${from.day}–${last}`
    : withoutBreaks(formatMonthFirst(from, to, isThisYear(to, dates) ? "" : `, ${to.year}`, "short"));
}

/** `9–15 November`, or `30 Nov – 6 Dec`: the week from a day on, unbroken. @param month as long as it is in one */
export function describeDates(
  first: Temporal.PlainDate,
  month: "long" | "short",
  { dateStyle }: Pick<Dates, "dateStyle">,
): string {
  const last = first.add({ days: 6 });
  const isOneMonth = first.month === last.month;
  const words = (day: Temporal.PlainDate): string =>
    formatDateAs(day, { day: "numeric", month: isOneMonth ? month : "short" }, dateStyle);
  if (!isOneMonth) return withoutBreaks(`${words(first)} – ${words(last)}`);
  return withoutBreaks(
    dateStyle.dates === "day-first"
      ? `${first.day}–${words(last)}`
      : formatMonthFirst(first, last, "", month),
  );
}

/** `Nov 9–15`. */
function formatMonthFirst(
  from: Temporal.PlainDate,
  to: Temporal.PlainDate,
  year: string,
  month: "long" | "short",
): string {
  return `${formatDateAs(from, { month }, { dates: "month-first" })} ${from.day}–${to.day}${year}`;
}

/**
 * `week of 23 November`, with the year unless it is the current one: a date is the same everywhere, so it's text and no
 * timestamp that each time zone shows differently.
 * @param day its first day, `2026-11-23`
 */
export function describeWeek(day: string | Temporal.PlainDate, dates: Dates): string {
  return `week of ${formatDate(day, dates)}`;
}

/** `Week of 23 November`, at the beginning of a title. */
export function formatWeekOf(day: string | Temporal.PlainDate, dates: Dates): string {
  return `Week of ${formatDate(day, dates)}`;
}

/** `Week of 23 Nov`: the same for a title with counts, which has to fit on a phone. */
export function formatShortWeekTitle(day: string | Temporal.PlainDate, dates: Dates): string {
  return `Week of ${withoutBreaks(formatShortDate(day, dates))}`;
}

/** `London time`, or `UTC time`: the zone of written times, by its place. */
export function describeZone(zone: string): string {
  return `${zone.slice(zone.lastIndexOf("/") + 1).replaceAll("_", " ")} time`;
}

/** How Discord shows a moment in the reader's own zone and language: `R` is relative, `f` a full moment, `D` a date. */
export type TimestampStyle = "t" | "T" | "d" | "D" | "f" | "F" | "R";

export function timestamp(at: Temporal.Instant, style: TimestampStyle = "f"): string {
  return `<t:${Math.floor(at.epochMilliseconds / 1000)}:${style}>`;
}

type Moments = Pick<Formats, "now" | "tense" | "writtenZone" | "dateStyle">;

/**
 * A moment as a reader sees it: by Discord's mark, or in words where moments are written out. In a text that stays, a
 * relative one becomes exact.
 * @param at an instant, or epoch milliseconds
 */
export function formatMoment(
  at: Temporal.Instant | number,
  style: TimestampStyle,
  { now, tense, writtenZone, dateStyle }: Moments,
): string {
  const atMs = typeof at === "number" ? at : at.epochMilliseconds;
  if (writtenZone !== undefined) return formatWritten(writtenZone, atMs, shapes[style], { now, dateStyle });
  return `<t:${Math.floor(atMs / 1000)}:${style === "R" && tense === "lasting" ? "f" : style}>`;
}

/**
 * `Ended: 3 days ago`, and where moments are written out `Ended Sun 29 Nov, 23:59`. Discord writes a mark in each reader's
 * own language, so it stands behind a label and never among the words of a sentence.
 */
export function labelMoment(
  label: string,
  at: Temporal.Instant | number,
  style: TimestampStyle,
  moments: Moments,
): string {
  return `${label}${moments.writtenZone === undefined ? ":" : ""} ${formatMoment(at, style, moments)}`;
}

/** `Ended: 3 days ago`, in an answer that only its reader sees. */
export function labelAge(label: string, at: Temporal.Instant | number): string {
  const instant = typeof at === "number" ? Temporal.Instant.fromEpochMilliseconds(at) : at;
  return `${label}: ${timestamp(instant, "R")}`;
}

/** `3 days ago (12 March 2026 14:05)`, both in the reader's own zone: behind a label or a separator. */
export function formatRelativeAndExact(at: Temporal.Instant): string {
  return `${timestamp(at, "R")} (${timestamp(at, "f")})`;
}

interface Shape {
  readonly hasWeekday: boolean;
  readonly hasDate: boolean;
  readonly hasClock: boolean;
}
const clockOnly: Shape = { hasWeekday: false, hasDate: false, hasClock: true };
const dateOnly: Shape = { hasWeekday: false, hasDate: true, hasClock: false };
const wholeMoment: Shape = { hasWeekday: true, hasDate: true, hasClock: true };
const shapes: Readonly<Record<TimestampStyle, Shape>> = {
  t: clockOnly,
  T: clockOnly,
  d: dateOnly,
  D: dateOnly,
  f: { hasWeekday: false, hasDate: true, hasClock: true },
  F: wholeMoment,
  R: wholeMoment,
};

/** `Sun 29 Nov, 23:59` on one line. */
export function formatShortMomentIn(zone: string, atMs: number, dates: Dates): string {
  return formatWritten(zone, atMs, wholeMoment, dates);
}

function formatWritten(
  zone: string,
  atMs: number,
  { hasWeekday, hasDate, hasClock }: Shape,
  { now, dateStyle }: Dates,
): string {
  const at = toZoned(zone, atMs);
  const isNear = at.year === now.toZonedDateTimeISO(zone).year;
  const form: Intl.DateTimeFormatOptions = {
    ...(hasWeekday && { weekday: "short" }),
    day: "numeric",
    month: "short",
    ...(!isNear && { year: "numeric" }),
  };
  const written = formatDateAs(at.toPlainDate(), form, dateStyle);
  const date = hasDate && (hasWeekday ? written.replace(",", "") : written);
  const clock = hasClock && formatClockOf(at, dateStyle);
  return withoutBreaks([date, clock].filter((part) => typeof part === "string").join(", "));
}

/** A time from the service's text; `undefined` if it is invalid. */
export function parseInstant(text: string | undefined): Temporal.Instant | undefined {
  if (text === undefined) return undefined;
  try {
    return Temporal.Instant.from(text);
  } catch {
    return undefined;
  }
}

/**
 * The same in epoch milliseconds at half the cost, for sorting lists; only for text that the contract accepts
 * as a time.
 */
export function parseEpochMs(text: string | undefined): number | undefined {
  const epochMs = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(epochMs) ? undefined : epochMs;
}

/**
 * `23 seconds`, `3 minutes`, rounded up: how long to wait, in a message that stays as it is. A moment that Discord counts
 * down to would read as past soon.
 */
export function describeWait(durationMs: number): string {
  const seconds = Math.max(1, Math.ceil(durationMs / 1_000));
  return seconds < 100 ? pluralize(seconds, "second") : pluralize(Math.ceil(seconds / 60), "minute");
}

/** `1 h 24 min`, `12 min`, `45 s`; nothing smaller than a second. */
export function formatDuration(durationMs: number): string {
  if (!Number.isFinite(durationMs)) return "—";
  const seconds = Math.round(Math.abs(durationMs) / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return `${minutes} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}

/** `every minute`, `every 15 min`: how often something is done. */
export function formatEvery(everyMs: number): string {
  if (everyMs === minuteMs) return "every minute";
  return everyMs === hourMs ? "every hour" : `every ${formatDuration(everyMs)}`;
}

/**
 * How long ago a moment was, as short as it gets: `now`, `11 min`, `3 h`, `2 d`, `4 wk`; a date once it is ten weeks ago.
 * Rounded as Discord rounds its relative timestamps, so that an order is as old in a list as on a live board. In a text
 * that stays, when it was.
 */
export function formatShortAge(text: string | undefined, moments: Moments): string | undefined {
  const epochMs = parseEpochMs(text);
  if (epochMs === undefined) return undefined;
  const ageMs = moments.now.epochMilliseconds - epochMs;
  const days = Math.round(ageMs / dayMs);
  const hours = Math.round(ageMs / hourMs);
  if (days >= maxAgeDays) return formatMoment(epochMs, "d", moments);
  if (moments.tense === "lasting") return formatMoment(epochMs, hours < 24 ? "t" : "d", moments);
  const minutes = Math.round(ageMs / minuteMs);
  if (minutes < 1) return "now";
  if (minutes < 60) return `${minutes}${noBreak}min`;
  if (hours < 24) return `${hours}${noBreak}h`;
  return days < 14 ? `${days}${noBreak}d` : `${Math.floor(days / 7)}${noBreak}wk`;
}

const maxAgeDays = 70;

/**
 * `just now`, `4 min ago`: the age of a time in epoch milliseconds, on one line. A relative timestamp would be longer, and
 * break at the end of a line.
 */
export function formatShortAgo(at: number, moments: Moments): string | undefined {
  if (moments.now.epochMilliseconds - at < minuteMs / 2) return `just${noBreak}now`;
  const age = formatShortAge(Temporal.Instant.fromEpochMilliseconds(at).toString(), moments);
  return isShownAsAge(at, moments) && age !== undefined ? `${age}${noBreak}ago` : age;
}

/** Whether that is an age, and no date. */
export function isShownAsAge(at: number, { now, tense }: Moments): boolean {
  return tense === "now" && Math.round((now.epochMilliseconds - at) / dayMs) < maxAgeDays;
}
