import { foldText, plainMarks } from "../typed-text.ts";
import type { DateStyle } from "../ui/formats.ts";

/** The days that someone means, the last one included; a single day is the first and the last. */
export interface TypedDays {
  readonly first: Temporal.PlainDate;
  readonly last: Temporal.PlainDate;
  /** What it means in the other order of day and month, where only the server's style decides: `5/11`. */
  readonly otherwise?: Temporal.PlainDate;
}

/** What the words for days depend on. */
export interface TypedCalendar {
  readonly today: Temporal.PlainDate;
  /** The first day of this week. */
  readonly weekStart: Temporal.PlainDate;
  readonly style: Pick<DateStyle, "dates">;
}

type Day = Temporal.PlainDate;
type NumberedName = readonly [name: string, number: number];

const monthNames =
  "january february march april may june july august september october november december".split(" ");
const months = numberNames(monthNames, [["sept", 9]]);
export const weekdayNames = "monday tuesday wednesday thursday friday saturday sunday".split(" ");
const weekdays = numberNames(weekdayNames, [
  ["tues", 2],
  ["thur", 4],
  ["thurs", 4],
]);

/** From 1, by whole names and by their first three letters. */
function numberNames(names: readonly string[], others: readonly NumberedName[]) {
  const whole = names.map((name, index): NumberedName => [name, index + 1]);
  const short = names.map((name, index): NumberedName => [name.slice(0, 3), index + 1]);
  return new Map([...whole, ...others, ...short]);
}

const month = `(?<month>${[...months.keys()].join("|")})`;
const weekday = `(?<weekday>${[...weekdays.keys()].join("|")})`;
const day = String.raw`(?<day>\d{1,2})(?:st|nd|rd|th)?`;
const year = String.raw`(?<year>\d{4})`;
const shape = (source: string): RegExp => new RegExp(`^${source}$`);

/** Dates that can mean only one thing. A comma is written as a space by now. */
const dayShapes = [
  shape(String.raw`${year}[-./](?<month>\d{1,2})[-./](?<day>\d{1,2})`),
  shape(String.raw`(?<day>\d{1,2})\. ?(?<month>\d{1,2})(?:\.? ?(?<year>\d{4}|\d{2})|\.?)`),
  shape(String.raw`(?:the )?${day}\.? ?(?:of )?${month}\.?(?: '?(?<year>\d{4}|\d{2}))?`),
  shape(String.raw`${month}\.? ?(?:the )?${day}(?: ${year})?`),
];
/** The server's style decides which is the day, unless only one can be. */
const unclearShape = /^(\d{1,2})(?:\/(\d{1,2})(?:\/(\d{4}|\d{2}))?|-(\d{1,2})-(\d{4}))$/;
const monthShapes = [
  shape(String.raw`${month}(?: ${year})?`),
  shape(String.raw`${year}-(?<month>\d{1,2})`),
  shape(String.raw`(?<month>\d{1,2})/${year}`),
];

/** `23-29 nov`, `nov 9-15 2026`, `23.-29.11.`: the days of one month. */
const daySpans = [
  shape(String.raw`(?<from>\d{1,2})\.? ?(?:-|to) ?${day}\.? ?${month}(?: ${year})?`),
  shape(String.raw`${month} ?(?<from>\d{1,2}) ?(?:-|to) ?${day}(?: ${year})?`),
  shape(String.raw`(?<from>\d{1,2})\.? ?(?:-|to) ?(?<day>\d{1,2})\.(?<month>\d{1,2})\.?(?<year>\d{4})?`),
];

/** A date that is named without its year may be this many days ahead: `until 28 Nov`, on the 27th. */
const daysAhead = 7;

/**
 * What someone means by a date: in words (`yesterday`, `Mon`, `last week`), in numbers (`28.11.`, `28/11`, `2026-11-28`),
 * or as this bot writes days and weeks (`Sun 29 Nov`, `23–29 Nov`, `Week of 23 November`). Without a year it is the last
 * one; so is a weekday.
 */
export function parseTypedDays(typed: string, calendar: TypedCalendar): TypedDays | undefined {
  const written = toWritten(typed);
  const named = written.split(" · ").at(-1) ?? "";
  const found = parseDays(named, calendar) ?? parseDays(named.replace(/^(?:today|yesterday) /, ""), calendar);
  return found && Temporal.PlainDate.compare(found.first, found.last) <= 0 ? found : undefined;
}

/** Without case, commas and a time of day at the end, as in `Mon 23 Nov, 18:05`. */
function toWritten(typed: string): string {
  return foldText(plainMarks(typed))
    .replace(/[,\s]+/g, " ")
    .trim()
    .replace(/ \d{1,2}:\d{2}(?: ?[ap]m)?$/, "")
    .replace(/^(?:on|from|since|until) /, "");
}

function parseDays(written: string, calendar: TypedCalendar): TypedDays | undefined {
  const ofWeek = /^week of (.+)$/.exec(written)?.[1];
  if (ofWeek !== undefined) {
    const within = parseDay(ofWeek, calendar);
    return within && toWeek(within.first, calendar);
  }
  return (
    parseWords(written, calendar) ??
    parseDay(written, calendar) ??
    parseDayOfMonth(written, calendar) ??
    parseNumberedWeek(written, calendar) ??
    parseMonth(written, calendar) ??
    parseSpan(written, calendar)
  );
}

const dayOfMonth = /^(?:the )?(\d{1,2})(?:st|nd|rd|th)$/;
const numberedWeek = /^(?:week|wk|kw|w) ?(\d{1,2})(?: (\d{4}))?$/;

/** `28th`: the last such day. */
function parseDayOfMonth(written: string, { today }: TypedCalendar): TypedDays | undefined {
  const number = Number(dayOfMonth.exec(written)?.[1]);
  const latest = today.add({ days: daysAhead });
  const days = [0, 1, 2].flatMap((back) => {
    const of = latest.subtract({ months: back });
    return (
      createDate(() =>
        Temporal.PlainDate.from({ ...toYearAndMonth(of), day: number }, { overflow: "reject" }),
      ) ?? []
    );
  });
  const last = days.find((each) => Temporal.PlainDate.compare(each, latest) <= 0);
  return last && toDay(last);
}

const toYearAndMonth = ({ year: of, month: within }: Day) => ({ year: of, month: within });

/** `week 48`, as ISO 8601 counts: the last one, unless the year is named. */
function parseNumberedWeek(written: string, calendar: TypedCalendar): TypedDays | undefined {
  const [, number, typedYear] = numberedWeek.exec(written) ?? [];
  if (number === undefined) return undefined;
  const { today } = calendar;
  const years =
    typedYear === undefined
      ? Array.from({ length: yearsBack }, (_, back) => today.year + 1 - back)
      : [Number(typedYear)];
  for (const each of years) {
    // The fourth of January is always in the first week. Its Thursday is in the same one for who counts from Sunday, too.
    const inFirst = Temporal.PlainDate.from({ year: each, month: 1, day: 4 });
    const within = inFirst.add({ days: 7 * (Number(number) - 1) + 4 - inFirst.dayOfWeek });
    const exists = within.weekOfYear === Number(number) && within.yearOfWeek === each;
    const isAhead = typedYear === undefined && today.until(within).days > daysAhead;
    if (exists && !isAhead) return toWeek(within, calendar);
  }
  return undefined;
}

const toDay = (first: Day): TypedDays => ({ first, last: first });

/** The week that a day is in. */
function toWeek(within: Day, { weekStart }: TypedCalendar): TypedDays {
  const weeks = Math.floor(weekStart.until(within).days / 7);
  const first = weekStart.add({ weeks });
  return { first, last: first.add({ days: 6 }) };
}

const relativeDays: ReadonlyMap<string, number> = new Map([
  ["today", 0],
  ["now", 0],
  ["yesterday", -1],
  ["day before yesterday", -2],
  ["tomorrow", 1],
]);
const relatives: ReadonlyMap<string, number> = new Map([
  ["last", -1],
  ["previous", -1],
  ["this", 0],
  ["current", 0],
  ["next", 1],
]);

function parseWords(written: string, calendar: TypedCalendar): TypedDays | undefined {
  const { today, weekStart } = calendar;
  const words = written.replace(/^the /, "");
  const days = relativeDays.get(words);
  if (days !== undefined) return toDay(today.add({ days }));
  const [, amount, unit] = /^(an?|one|\d{1,4}) (day|week|month)s? ago$/.exec(words) ?? [];
  if (amount !== undefined) {
    const count = /\d/.test(amount) ? Number(amount) : 1;
    return toDay(today.subtract({ [`${unit ?? "day"}s`]: count }));
  }
  const past = /^(?:last|past) (\d{1,4}) days$/.exec(words)?.[1];
  if (past !== undefined && Number(past) > 0)
    return { first: today.subtract({ days: Number(past) - 1 }), last: today };
  const [which = "", what = ""] = words.split(" ");
  const offset = relatives.get(which);
  if (offset === undefined || words !== `${which} ${what}`) return undefined;
  if (what === "weekend") {
    const saturday = findWeekday(6, weekStart.add({ weeks: offset }).add({ days: 6 }));
    return { first: saturday, last: saturday.add({ days: 1 }) };
  }
  if (what === "week") return toWeek(weekStart.add({ weeks: offset }), calendar);
  if (what === "month") return toMonth(today.with({ day: 1 }).add({ months: offset }));
  const number = weekdays.get(what);
  if (number === undefined) return undefined;
  // `last Monday` isn't today.
  if (offset < 0) return toDay(findWeekday(number, today.subtract({ days: 1 })));
  const inWeek = weekStart.add({ weeks: offset });
  return toDay(inWeek.add({ days: (number - inWeek.dayOfWeek + 7) % 7 }));
}

/** The last such day of the week until a day. */
function findWeekday(number: number, until: Day): Day {
  return until.subtract({ days: (until.dayOfWeek - number + 7) % 7 });
}

const weekdayShape = new RegExp(`^${weekday}\\.?(?: (?<rest>.+))?$`);

function parseDay(written: string, calendar: TypedCalendar): TypedDays | undefined {
  const { weekday: name, rest } = weekdayShape.exec(written)?.groups ?? {};
  const number = weekdays.get(name ?? "");
  if (number === undefined) return parseDate(written, calendar);
  if (rest === undefined) return toDay(findWeekday(number, calendar.today));
  return parseDate(rest, calendar, ({ dayOfWeek }) => dayOfWeek === number);
}

/** @param fits whether it is on the weekday that was named with it */
function parseDate(
  written: string,
  calendar: TypedCalendar,
  fits?: (date: Day) => boolean,
): TypedDays | undefined {
  const groups = dayShapes.map((each) => each.exec(written)?.groups).find(Boolean);
  if (groups !== undefined) {
    const found = findDate(toParts(groups), calendar, fits);
    return found && toDay(found);
  }
  const [, first, bySlash, slashYear, byDash, dashYear] = unclearShape.exec(written) ?? [];
  if (first !== undefined) {
    const second = bySlash ?? byDash;
    const typedYear = toYear(slashYear ?? dashYear);
    const dayFirst = { day: Number(first), month: Number(second), year: typedYear };
    const monthFirst = { day: Number(second), month: Number(first), year: typedYear };
    const inOrder = calendar.style.dates === "day-first" ? [dayFirst, monthFirst] : [monthFirst, dayFirst];
    const [found, other] = inOrder.flatMap((parts) => findDate(parts, calendar, fits) ?? []);
    if (found === undefined) return undefined;
    return { ...toDay(found), ...(other && !other.equals(found) && { otherwise: other }) };
  }
  if (!/^[+-]?\d{4}/.test(written)) return undefined;
  const exact = createDate(() => Temporal.PlainDate.from(written.toUpperCase(), { overflow: "reject" }));
  return exact && fits?.(exact) !== false ? toDay(exact) : undefined;
}

interface DateParts {
  readonly day: number;
  readonly month: number;
  readonly year: number | undefined;
}

function toParts(groups: Readonly<Record<string, string | undefined>>): DateParts {
  const { day: dayText, month: monthText = "", year: yearText } = groups;
  return {
    day: Number(dayText ?? 1),
    month: months.get(monthText) ?? Number(monthText),
    year: toYear(yearText),
  };
}

function toYear(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  return text.length === 2 ? 2000 + Number(text) : Number(text);
}

function createDate(create: () => Day): Day | undefined {
  try {
    return create();
  } catch {
    return undefined;
  }
}

/** From one 29 February to the next one there are up to eight. */
const yearsBack = 8;

/** Without a year the last one: this year's, unless that is far ahead and isn't on the weekday that was named. */
function findDate(
  parts: DateParts,
  { today }: TypedCalendar,
  fits?: (date: Day) => boolean,
): Day | undefined {
  const inYear = (each: number): Day | undefined =>
    createDate(() => Temporal.PlainDate.from({ ...parts, year: each }, { overflow: "reject" }));
  const onWeekday = (date: Day | undefined): Day | undefined =>
    date === undefined || fits?.(date) === false ? undefined : date;
  if (parts.year !== undefined) return onWeekday(inYear(parts.year));
  const latest = today.add({ days: daysAhead });
  const past = Array.from({ length: yearsBack + 1 }, (_, back) => inYear(latest.year - back)).find(
    (date) => date !== undefined && Temporal.PlainDate.compare(date, latest) <= 0,
  );
  const ahead = fits && [today.year, today.year + 1].map((each) => onWeekday(inYear(each)));
  return onWeekday(past) ?? ahead?.find(Boolean);
}

function parseMonth(written: string, calendar: TypedCalendar): TypedDays | undefined {
  const groups = monthShapes.map((each) => each.exec(written)?.groups).find(Boolean);
  // A month that hasn't begun isn't the last one, however near it is.
  const today = calendar.today.subtract({ days: daysAhead });
  const first = groups && findDate({ ...toParts(groups), day: 1 }, { ...calendar, today });
  return first && toMonth(first);
}

function toMonth(first: Day): TypedDays {
  return { first, last: first.with({ day: first.daysInMonth }) };
}

function parseSpan(written: string, calendar: TypedCalendar): TypedDays | undefined {
  const groups = daySpans.map((each) => each.exec(written)?.groups).find(Boolean);
  if (groups !== undefined) {
    const parts = toParts(groups);
    const first = findDate({ ...parts, day: Number(groups["from"]) }, calendar);
    const last = first && createDate(() => first.with({ day: parts.day }, { overflow: "reject" }));
    return first && last && { first, last };
  }
  const [, from = "", to = ""] = /^(.+?)(?: - | to | until |(?<=[a-z.])-)(.+)$/.exec(written) ?? [];
  const end = parseDay(to, calendar)?.first;
  if (end === undefined) return undefined;
  // `28 Dec – 3 Jan 2024`: the last one before that end.
  const isOfEnd = hasYear(to) && /\d/.test(from) && !hasYear(from);
  const until = isOfEnd ? { ...calendar, today: end.subtract({ days: daysAhead }) } : calendar;
  const start = parseDay(from, until)?.first;
  if (start === undefined) return undefined;
  if (Temporal.PlainDate.compare(start, end) <= 0) return { first: start, last: end };
  // `Fri – Mon`: those of last week.
  if (weekdays.has(from)) return { first: start.subtract({ weeks: 1 }), last: end };
  // `30 Nov – 6 Dec` or `28 Dec – 3 Jan`: the end is in the year after the last one's.
  return /\d/.test(to) && !hasYear(to) ? { first: start, last: end.add({ years: 1 }) } : undefined;
}

const hasYear = (written: string): boolean => /\d{4}/.test(written);
