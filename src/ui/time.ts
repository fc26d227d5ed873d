import { LruMap } from "../lru-map.ts";
import { dayMs, hourMs, minuteMs } from "../time.ts";
import { pluralize } from "./numbers.ts";

/** Keeps a number on one line with its unit, and a date on one line. */
const noBreak = "\u00a0";

/** The date and `18:05`: a time in epoch milliseconds, in a zone. Converting takes long, so both come from one. */
export function getMomentIn(
  zone: string,
  at: number,
): { readonly date: Temporal.PlainDate; readonly clock: string } {
  const moment = toZoned(zone, at);
  return { date: moment.toPlainDate(), clock: formatClock(moment) };
}

/** `18:05`: a time in epoch milliseconds, in a zone. */
export function formatClockIn(zone: string, at: number): string {
  return formatClock(toZoned(zone, at));
}

function formatClock(moment: Temporal.ZonedDateTime): string {
  return moment.toPlainTime().toString({ smallestUnit: "minute" });
}

/** `Wed 18:05`: the same within a week that is named nearby. */
export function formatWeekdayAndClockIn(zone: string, at: number): string {
  const { date, clock } = getMomentIn(zone, at);
  return `${formatDateAs(date, { weekday: "short" })} ${clock}`;
}

/** The date of a time in epoch milliseconds, in a zone. */
export function getDateIn(zone: string, at: number): Temporal.PlainDate {
  return toZoned(zone, at).toPlainDate();
}

/**
 * `Mon 23 Nov, 18:05`, on one line: a time in epoch milliseconds, in a zone.
 * @param near a time whose year needn't be mentioned
 */
export function formatDayAndClockIn(zone: string, at: number, near = at): string {
  const { date, clock } = getMomentIn(zone, at);
  const day = formatDateAs(date, {
    weekday: "short",
    day: "numeric",
    month: "short",
    ...(date.year !== toZoned(zone, near).year && { year: "numeric" }),
  });
  return `${day.replace(",", "")}, ${clock}`.replaceAll(" ", noBreak);
}

function toZoned(zone: string, at: number): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(Math.floor(at)).toZonedDateTimeISO(zone);
}

const maxTexts = 2_000;
const formatters = new Map<string, Intl.DateTimeFormat>();
const texts = new LruMap<string, string>({ maxSize: maxTexts });

/**
 * `23 Nov`, for example. A formatter takes long to make and to use, and all messages of a week are about a few dates, so
 * both are kept.
 */
export function formatDateAs(date: Temporal.PlainDate, form: Intl.DateTimeFormatOptions): string {
  const shape = JSON.stringify(form);
  return keepText(`${date.toString()} ${shape}`, () => findFormatter(form, shape).format(date));
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
export function formatShortDateIn(zone: string, at: number, nowMs: number): string {
  const form = { day: "numeric", month: "short", year: "numeric", timeZone: zone } as const;
  const key = `${Math.floor(at / quarterMs)} ${zone}`;
  const text = keepText(key, () => findFormatter(form, zone).format(at));
  const thisYear = ` ${new Date(nowMs).getUTCFullYear()}`;
  return text.endsWith(thisYear) ? text.slice(0, -thisYear.length) : text;
}

function findFormatter(form: Intl.DateTimeFormatOptions, key: string): Intl.DateTimeFormat {
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat("en-GB", form);
  formatters.set(key, formatter);
  return formatter;
}

/** How Discord shows a moment in the reader's own zone and language: `R` is relative, `f` a full moment, `D` a date. */
export type TimestampStyle = "t" | "T" | "d" | "D" | "f" | "F" | "R";

export function timestamp(at: Temporal.Instant, style: TimestampStyle = "f"): string {
  return `<t:${Math.floor(at.epochMilliseconds / 1000)}:${style}>`;
}

/** `3 days ago (12 March 2026 14:05)`, both in the reader's own zone. */
export function formatRelativeAndExact(at: Temporal.Instant): string {
  return `${timestamp(at, "R")} (${timestamp(at, "f")})`;
}

/**
 * The same for a time in the service's text; `undefined` if it is invalid. For lists, where it is cheaper.
 */
export function formatSentTime(text: string | undefined, style: TimestampStyle): string | undefined {
  const epochMs = parseEpochMs(text);
  return epochMs === undefined ? undefined : `<t:${Math.floor(epochMs / 1000)}:${style}>`;
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

/**
 * How long ago a moment was, as short as it gets: `now`, `11 min`, `3 h`, `2 d`, `4 wk`; a date once it is ten weeks ago.
 * Rounded as Discord rounds its relative timestamps, so that an order is as old in a list as on a live board.
 */
export function formatShortAge(text: string | undefined, now: Temporal.Instant): string | undefined {
  const epochMs = parseEpochMs(text);
  if (epochMs === undefined) return undefined;
  const ageMs = now.epochMilliseconds - epochMs;
  const minutes = Math.round(ageMs / minuteMs);
  if (minutes < 1) return "now";
  if (minutes < 60) return `${minutes}${noBreak}min`;
  const hours = Math.round(ageMs / hourMs);
  if (hours < 24) return `${hours}${noBreak}h`;
  const days = Math.round(ageMs / dayMs);
  if (days < 14) return `${days}${noBreak}d`;
  return days < maxAgeDays ? `${Math.floor(days / 7)}${noBreak}wk` : formatSentTime(text, "d");
}

const maxAgeDays = 70;

/** When those of these came in whose age is short, in epoch milliseconds. */
export function listAgedMoments(
  orders: readonly { readonly createdAt?: string | undefined }[],
  now: Temporal.Instant,
): readonly number[] {
  return orders.flatMap(({ createdAt }) => {
    const at = parseEpochMs(createdAt);
    return at !== undefined && Math.round((now.epochMilliseconds - at) / dayMs) < maxAgeDays ? [at] : [];
  });
}

/**
 * `just now`, `4 min ago`: the age of a time in epoch milliseconds, on one line. A relative timestamp would be longer, and
 * break at the end of a line.
 */
export function formatShortAgo(at: number, now: Temporal.Instant): string | undefined {
  const age = formatShortAge(Temporal.Instant.fromEpochMilliseconds(at).toString(), now);
  if (age === "now") return `just${noBreak}now`;
  return age === undefined || age.startsWith("<") ? age : `${age}${noBreak}ago`;
}
