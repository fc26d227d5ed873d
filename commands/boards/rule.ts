import { Cron } from "croner";
import { z } from "zod";
import { getLastMomentMs } from "../../src/domain/week-boundaries.ts";
import { isZoneKnown } from "../../src/domain/zones.ts";
import { LruMap } from "../../src/lru-map.ts";
import { dayMs, minuteMs, weekMs } from "../../src/time.ts";

/** `HH:MM`. */
const Time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
/** When something is due, as local time in a zone stored beside it. */
export const ScheduleRule = z.discriminatedUnion("kind", [
  /** Days from 1 (Monday) to 7 (Sunday), at least one. */
  z.object({
    kind: z.literal("weekly"),
    days: z.array(z.number().int().min(1).max(7)).min(1).readonly(),
    time: Time,
  }),
  /** The last day in shorter months. */
  z.object({ kind: z.literal("monthly"), day: z.number().int().min(1).max(31), time: Time }),
  /** Minute, hour, day of month, month, day of week. */
  z.object({ kind: z.literal("cron"), expression: z.string().refine(isCronReadable) }),
]);
export type ScheduleRule = z.output<typeof ScheduleRule>;

/** A stored rule for a zone; `undefined` if it is damaged, or this runtime doesn't know the zone. */
export function parseRule(stored: unknown, zone: string): ScheduleRule | undefined {
  return isZoneKnown(zone) ? ScheduleRule.safeParse(stored).data : undefined;
}

/**
 * The first due time after another, both in epoch milliseconds; `undefined` if there is none. A rule is due once at each of
 * its times: right after the gap if the clocks skip it in spring, and the first time if it occurs twice in autumn. One for
 * every hour is due whenever the clock shows its minutes: not in the hour that is skipped, and in both that are alike.
 */
export function findNextDue(rule: ScheduleRule, zone: string, afterMs: number): number | undefined {
  const times = listTimes(rule);
  const after = toZoned(afterMs, zone);
  if (times.isHourly) return findNextShown(times, after);
  const time = times.next(getLatestShown(after));
  return time && getFirstMoment(time, zone);
}

/** The last due time at a time or before, in epoch milliseconds; `undefined` if there was none. */
export function findLastDue(rule: ScheduleRule, zone: string, untilMs: number): number | undefined {
  const times = listTimes(rule);
  const until = toZoned(untilMs, zone);
  if (times.isHourly) return findLastShown(times, until);
  const time = times.previous(getLatestShown(until));
  return time && getFirstMoment(time, zone);
}

function listTimes(rule: ScheduleRule): ClockTimes {
  return rule.kind === "cron" ? readCron(rule.expression) : listTimesOnDays(rule);
}

type CalendarRule = Exclude<ScheduleRule, { readonly kind: "cron" }>;

function listTimesOnDays(rule: CalendarRule): ClockTimes {
  return {
    isHourly: false,
    next(after) {
      for (let date = after.toPlainDate(); ; date = date.add({ days: 1 })) {
        const time = date.toPlainDateTime(rule.time);
        if (isDueOn(rule, date) && Temporal.PlainDateTime.compare(time, after) > 0) return time;
      }
    },
    previous(until) {
      for (let date = until.toPlainDate(); ; date = date.subtract({ days: 1 })) {
        const time = date.toPlainDateTime(rule.time);
        if (isDueOn(rule, date) && Temporal.PlainDateTime.compare(time, until) <= 0) return time;
      }
    },
  };
}

function isDueOn(rule: CalendarRule, date: Temporal.PlainDate): boolean {
  return rule.kind === "weekly"
    ? rule.days.includes(date.dayOfWeek)
    : date.day === Math.min(rule.day, date.daysInMonth);
}

/**
 * The latest time that clocks have shown so far. While they show times again, that is the last moment before they went
 * back. What is later than this is due later, also in a gap; what isn't was due already.
 */
function getLatestShown(at: Temporal.ZonedDateTime): Temporal.PlainDateTime {
  const time = at.toPlainDateTime();
  const isShownAgain = !at.equals(time.toZonedDateTime(at.timeZoneId, { disambiguation: "earlier" }));
  if (!isShownAgain) return time;
  return getLastChange(at)?.subtract({ nanoseconds: 1 }).toPlainDateTime() ?? time;
}

/** The change of clocks at a moment or before. */
function getLastChange(at: Temporal.ZonedDateTime): Temporal.ZonedDateTime | null {
  return at.add({ nanoseconds: 1 }).getTimeZoneTransition("previous");
}

/** When clocks first show a time, or the end of the gap it falls into. */
function getFirstMoment(time: Temporal.PlainDateTime, zone: string): number {
  const first = time.toZonedDateTime(zone, { disambiguation: "earlier" });
  const isShown = first.toPlainDateTime().equals(time);
  return (isShown ? first : (first.getTimeZoneTransition("next") ?? first)).epochMilliseconds;
}

/** Between two changes, clocks differ from UTC by the same: one such span after the other. */
function findNextShown(times: ClockTimes, from: Temporal.ZonedDateTime): number | undefined {
  let after = from.toPlainDateTime();
  for (let at = from; ;) {
    const time = times.next(after);
    if (time === undefined) return undefined;
    const due = time.toZonedDateTime("UTC").epochMilliseconds - getOffsetMs(at);
    const change = at.getTimeZoneTransition("next");
    if (change === null || due < change.epochMilliseconds) return due;
    at = change;
    after = change.toPlainDateTime().subtract({ nanoseconds: 1 });
  }
}

function findLastShown(times: ClockTimes, until: Temporal.ZonedDateTime): number | undefined {
  for (let at = until; ;) {
    const time = times.previous(at.toPlainDateTime());
    if (time === undefined) return undefined;
    const due = time.toZonedDateTime("UTC").epochMilliseconds - getOffsetMs(at);
    const change = getLastChange(at);
    if (change === null || due >= change.epochMilliseconds) return due;
    at = change.subtract({ nanoseconds: 1 });
  }
}

function getOffsetMs(at: Temporal.ZonedDateTime): number {
  return at.offsetNanoseconds / 1_000_000;
}

/** The next due times; fewer if there are no more. */
export function listNextDues(
  rule: ScheduleRule,
  zone: string,
  afterMs: number,
  count: number,
): readonly number[] {
  const dues: number[] = [];
  for (let after = afterMs; dues.length < count;) {
    const due = findNextDue(rule, zone, after);
    if (due === undefined) break;
    dues.push(due);
    after = due;
  }
  return dues;
}

/** A change of clocks that concerns a rule. */
export interface ClockChange {
  readonly direction: "forward" | "back";
  /** Epoch milliseconds. */
  readonly at: number;
  /** Those of the rule's times that clocks skip, or show twice, in order. */
  readonly times: readonly Temporal.PlainDateTime[];
  /** Whether it is due whenever the clock shows them; otherwise once: right after the gap, or the first time. */
  readonly isHourly: boolean;
}

const aYear = { days: 366 };
/** A rule is due every five minutes at most, and clocks change by an hour or less, except once in decades. */
const maxTimesAtChange = 24;

/** The next change in each direction within a year that a rule's times fall into. */
export function listClockChanges(rule: ScheduleRule, zone: string, nowMs: number): readonly ClockChange[] {
  const start = toZoned(nowMs, zone);
  const end = start.add(aYear).epochMilliseconds;
  const found: ClockChange[] = [];
  for (
    let change = start.getTimeZoneTransition("next");
    change !== null && change.epochMilliseconds < end;
    change = change.getTimeZoneTransition("next")
  ) {
    const affected = findAffected(rule, change);
    if (affected === undefined || found.some(({ direction }) => direction === affected.direction)) continue;
    found.push(affected);
  }
  return found;
}

function findAffected(rule: ScheduleRule, change: Temporal.ZonedDateTime): ClockChange | undefined {
  const left = change.subtract({ nanoseconds: 1 }).toPlainDateTime().add({ nanoseconds: 1 });
  const reached = change.toPlainDateTime();
  const order = Temporal.PlainDateTime.compare(left, reached);
  if (order === 0) return undefined;
  const [from, until] = order < 0 ? [left, reached] : [reached, left];
  const clockTimes = listTimes(rule);
  const times = listTimesBetween(clockTimes, from, until);
  if (times.length === 0) return undefined;
  const direction = order < 0 ? "forward" : "back";
  return { direction, at: change.epochMilliseconds, times, isHourly: clockTimes.isHourly };
}

function listTimesBetween(
  times: ClockTimes,
  from: Temporal.PlainDateTime,
  until: Temporal.PlainDateTime,
): readonly Temporal.PlainDateTime[] {
  const found: Temporal.PlainDateTime[] = [];
  for (
    let time = times.next(from.subtract({ nanoseconds: 1 }));
    time !== undefined && Temporal.PlainDateTime.compare(time, until) < 0 && found.length < maxTimesAtChange;
    time = times.next(time)
  )
    found.push(time);
  return found;
}

/** Of a rule for several days, each once. */
const maxDuesInWeek = 7;

/**
 * The next due time that falls on the day a week ends, but before its end, unless another one follows within a day of
 * that end.
 * @param knownEnd when any week ends, exclusive, in epoch milliseconds; the others end seven days apart
 */
export function findDueBeforeWeekEnd(
  rule: ScheduleRule,
  zone: string,
  { knownEnd, afterMs }: { readonly knownEnd: number; readonly afterMs: number },
): { readonly dueAt: number; readonly endsAt: number } | undefined {
  return listNextDues(rule, zone, afterMs, maxDuesInWeek + 1)
    .map((dueAt) => ({ dueAt, endsAt: knownEnd + weekMs * (Math.floor((dueAt - knownEnd) / weekMs) + 1) }))
    .find(({ dueAt, endsAt }, index, dues) => {
      const lastDate = toZoned(getLastMomentMs(endsAt), zone).toPlainDate();
      const isThen = toZoned(dueAt, zone).toPlainDate().equals(lastDate);
      const next = dues[index + 1]?.dueAt;
      return isThen && next !== undefined && next - endsAt > dayMs;
    });
}

/**
 * The next due time of a rule that is only ever due on the first day of a week, with the end of the week before it.
 * @param knownEnd as above
 */
export function findDueAfterWeekStart(
  rule: ScheduleRule,
  zone: string,
  { knownEnd, afterMs }: { readonly knownEnd: number; readonly afterMs: number },
): { readonly dueAt: number; readonly endsAt: number } | undefined {
  const dues = listNextDues(rule, zone, afterMs, maxDuesInWeek + 1).map((dueAt) => ({
    dueAt,
    endsAt: knownEnd + weekMs * Math.floor((dueAt - knownEnd) / weekMs),
  }));
  const [next] = dues;
  // Where the clocks change, it is an hour later for half of the year.
  return dues.every(({ dueAt, endsAt }) => dueAt - endsAt <= dayMs) ? next : undefined;
}

const weeksOfAYear = 52;

/**
 * The first full hour after the end of the week on the rule's days, as `HH:MM`; `undefined` if another day begins then.
 * Where the clocks change, the week ends at another hour for half of the year: it's after both.
 */
export function findTimeAfterWeekEnd(rule: ScheduleRule, zone: string, endsAt: number): string | undefined {
  if (rule.kind !== "weekly") return undefined;
  const hours = listLastMoments(zone, endsAt).flatMap(({ dayOfWeek, hour }) =>
    rule.days.includes(dayOfWeek) ? [hour + 1] : [],
  );
  const latest = Math.max(...hours);
  return latest < 24 ? formatFullHour(latest) : undefined;
}

/** People look at a post in the evening, and it is still theirs at noon. */
const [usualHour, earliestHour] = [18, 12];

/**
 * The day from 1 (Monday) to 7 and the time, as `HH:MM`, to post shortly before weeks end, all year: in the evening of the
 * last day, earlier if it doesn't last until then, and the evening before if it ends in the morning.
 * @param endsAt when any week ends, exclusive, in epoch milliseconds
 */
export function findTimeBeforeWeekEnd(
  zone: string,
  endsAt: number,
): { readonly day: number; readonly time: string } {
  // By their clocks, weeks end an hour apart: the earliest end counts.
  const [earliest] = listLastMoments(zone, endsAt)
    .map((at, ahead) => at.toPlainDateTime().subtract({ days: 7 * ahead }))
    .toSorted((one, other) => Temporal.PlainDateTime.compare(one, other));
  if (earliest === undefined) throw new Error("a year without weeks");
  if (earliest.hour < earliestHour)
    return { day: earliest.subtract({ days: 1 }).dayOfWeek, time: formatFullHour(usualHour) };
  return { day: earliest.dayOfWeek, time: formatFullHour(Math.min(usualHour, earliest.hour)) };
}

/** Of a year's weeks. */
function listLastMoments(zone: string, endsAt: number): readonly Temporal.ZonedDateTime[] {
  return Array.from({ length: weeksOfAYear }, (_, ahead) =>
    toZoned(getLastMomentMs(endsAt + ahead * weekMs), zone),
  );
}

function formatFullHour(hour: number): string {
  return `${String(hour).padStart(2, "0")}:00`;
}

export function toZoned(at: number, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
}

// Cron rules.

/** The times of day and days of a rule, as clocks show them in any zone. */
export interface ClockTimes {
  /** Every hour of its days: such a rule has a rhythm rather than set times. */
  readonly isHourly: boolean;
  /** The first one after a time; `undefined` if there is none. */
  next(after: Temporal.PlainDateTime): Temporal.PlainDateTime | undefined;
  /** The last one at a time or before; `undefined` if there is none. */
  previous(until: Temporal.PlainDateTime): Temporal.PlainDateTime | undefined;
}

const compiled = new LruMap<string, ClockTimes>({ maxSize: 500 });

/** Reading an expression takes as long as finding a time. @throws if it can't be read */
export function readCron(expression: string): ClockTimes {
  const known = compiled.get(expression);
  if (known !== undefined) return known;
  const times = compile(expression);
  compiled.set(expression, times);
  return times;
}

/** Croner counts in UTC, which has no clock changes: in other zones it treats rules with `*` and without it differently. */
function compile(expression: string): ClockTimes {
  const cron = createCron(expression);
  const [, hour = ""] = expression.trim().split(/\s+/);
  return {
    isHourly: isEveryHour(hour),
    next(after) {
      const run = cron.nextRun(toUtc(after));
      return run === null ? undefined : fromUtc(run);
    },
    previous(until) {
      const [run] = cron.previousRuns(1, new Date(toUtc(until).getTime() + 1));
      return run === undefined ? undefined : fromUtc(run);
    },
  };
}

function createCron(expression: string): Cron {
  return new Cron(expression, { timezone: "UTC", paused: true, mode: "5-part" });
}

function isEveryHour(hour: string): boolean {
  const cron = createCron(`0 ${hour} * * *`);
  return Array.from({ length: 24 }, (_, each) => new Date(Date.UTC(2001, 0, 1, each))).every((at) =>
    cron.match(at),
  );
}

function toUtc(time: Temporal.PlainDateTime): Date {
  return new Date(time.toZonedDateTime("UTC").epochMilliseconds);
}

function fromUtc(date: Date): Temporal.PlainDateTime {
  return Temporal.Instant.fromEpochMilliseconds(date.getTime()).toZonedDateTimeISO("UTC").toPlainDateTime();
}

/** The parts of an expression, in order. */
export const cronParts = ["minute", "hour", "day of month", "month", "day of week"] as const;
export type CronPart = (typeof cronParts)[number];

/** What is wrong with a cron expression. */
export type CronProblem =
  | { readonly kind: "count"; readonly count: number }
  /** @property instead what was probably meant: `22-23,0-2` instead of `22-2` */
  | { readonly kind: "part"; readonly part: CronPart; readonly text: string; readonly instead?: string }
  | { readonly kind: "never" | "too-often" };

/** The shortest interval allowed between due times. */
const minGapMs = 5 * minuteMs;
/** How many due times are checked to find out how often a cron expression is due. */
const maxTimesChecked = 300;

/** @param nowMs a rule that was due only before has never been of use */
export function findCronProblem(expression: string, nowMs: number): CronProblem | undefined {
  const texts = expression.trim().split(/\s+/);
  if (texts.length !== cronParts.length) return { kind: "count", count: texts.length };
  for (const [index, part] of cronParts.entries()) {
    const text = texts[index] ?? "";
    if (isPartReadable(text, part)) continue;
    const instead = findSpelling(text, part);
    return { kind: "part", part, text, ...(instead !== undefined && { instead }) };
  }
  const times = readCron(expression);
  let last: Temporal.PlainDateTime | undefined;
  for (let count = 0; count < maxTimesChecked; count += 1) {
    const time = times.next(last ?? fromUtc(new Date(nowMs)));
    if (time === undefined) return count === 0 ? { kind: "never" } : undefined;
    if (last !== undefined && last.until(time).total("milliseconds") < minGapMs) return { kind: "too-often" };
    last = time;
  }
  return undefined;
}

function isPartReadable(text: string, part: CronPart): boolean {
  return isCronReadable(cronParts.map((other) => (other === part ? text : "*")).join(" "));
}

export function isCronReadable(expression: string): boolean {
  try {
    readCron(expression);
    return true;
  } catch {
    return false;
  }
}

interface CronRange {
  readonly first: number;
  readonly last: number;
  /** Of its numbers, beginning with 0. */
  readonly names: readonly string[];
}

export const cronRanges: Readonly<Record<CronPart, CronRange>> = {
  minute: { first: 0, last: 59, names: [] },
  hour: { first: 0, last: 23, names: [] },
  "day of month": { first: 1, last: 31, names: [] },
  month: { first: 1, last: 12, names: ["", ..."JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC".split(" ")] },
  // Sunday is 7, too.
  "day of week": { first: 0, last: 6, names: "SUN MON TUE WED THU FRI SAT".split(" ") },
};

/** How croner reads what some other programs allow: `22-23,0-2` for `22-2`, `0-59/5` for `0/5`. */
function findSpelling(text: string, part: CronPart): string | undefined {
  const { first, last, names } = cronRanges[part];
  const [, number, step] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  if (number !== undefined) {
    const range = `${number}-${last}/${step ?? ""}`;
    return isPartReadable(range, part) ? range : undefined;
  }
  const bounds = /^(\w+)-(\w+)$/.exec(text)?.slice(1) ?? [];
  const [from, to] = bounds.map((bound) => {
    const named = names.indexOf(bound.toUpperCase());
    return named >= 0 ? named : /^\d+$/.test(bound) ? Number(bound) : undefined;
  });
  if (from === undefined || to === undefined || from > last || to < first || from <= to) return undefined;
  const format = (start: number, end: number): string => (start === end ? `${start}` : `${start}-${end}`);
  return `${format(from, last)},${format(first, to)}`;
}

/** Whether it names days of the month and days of the week: it is due on either. */
export function isDueOnEitherDay(expression: string): boolean {
  const [, , dayOfMonth, , dayOfWeek] = expression.trim().split(/\s+/);
  // With `+` before days of the week, croner wants both.
  return [dayOfMonth, dayOfWeek].every((part) => part !== undefined && !/^(?:[*?]$|\+)/.test(part));
}
