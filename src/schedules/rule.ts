import { Cron } from "croner";
import { z } from "zod";
import { getLastMomentMs } from "../domain/week-boundaries.ts";
import { dayMs, minuteMs, weekMs } from "../time.ts";

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
  z.object({ kind: z.literal("cron"), expression: z.string() }),
]);
export type ScheduleRule = z.output<typeof ScheduleRule>;

/** A stored rule; `undefined` if it is damaged. */
export function parseRule(stored: unknown): ScheduleRule | undefined {
  return ScheduleRule.safeParse(stored).data;
}

/** The shortest interval allowed between due times. */
const minGapMs = 5 * minuteMs;
/** How many runs are checked to find out how often a cron expression is due. */
const maxRunsChecked = 300;

/**
 * The first due time after another, both in epoch milliseconds; `undefined` if there is none. A time that the clocks
 * skip in spring is due right after the gap; one that occurs twice in autumn is due only the first time.
 */
export function findNextDue(rule: ScheduleRule, zone: string, afterMs: number): number | undefined {
  return rule.kind === "cron"
    ? findNextByCron(rule.expression, zone, afterMs)
    : findNextByCalendar(rule, zone, afterMs);
}

function findNextByCron(expression: string, zone: string, afterMs: number): number | undefined {
  return createCron(expression, zone).nextRun(new Date(afterMs))?.getTime();
}

function createCron(expression: string, zone: string): Cron {
  return new Cron(expression, {
    timezone: zone,
    paused: true,
    mode: "5-part",
    // Several hours a day are set times too, each due once on the day the clocks change.
    fixedTimeRule: "no-wildcard",
  });
}

type CalendarRule = Exclude<ScheduleRule, { readonly kind: "cron" }>;

/** Where the clocks skip the end of a day, croner would skip that day. */
function findNextByCalendar(rule: CalendarRule, zone: string, afterMs: number): number {
  const after = Temporal.Instant.fromEpochMilliseconds(afterMs).toZonedDateTimeISO(zone);
  // What the clocks skipped the evening before is due at midnight.
  for (let date = after.toPlainDate().subtract({ days: 1 }); ; date = date.add({ days: 1 })) {
    if (!isDueOn(rule, date)) continue;
    const due = getFirstMoment(date.toPlainDateTime(rule.time), zone);
    if (due > afterMs) return due;
  }
}

function isDueOn(rule: CalendarRule, date: Temporal.PlainDate): boolean {
  return rule.kind === "weekly"
    ? rule.days.includes(date.dayOfWeek)
    : date.day === Math.min(rule.day, date.daysInMonth);
}

/** When clocks first show a time, or the end of the gap it falls into. */
function getFirstMoment(time: Temporal.PlainDateTime, zone: string): number {
  const first = time.toZonedDateTime(zone, { disambiguation: "earlier" });
  const isShown = first.toPlainDateTime().equals(time);
  return (isShown ? first : (first.getTimeZoneTransition("next") ?? first)).epochMilliseconds;
}

/** The next due times; fewer if there are no more. */
export function listNextDues(
  rule: ScheduleRule,
  zone: string,
  afterMs: number,
  count: number,
): readonly number[] {
  if (rule.kind === "cron")
    return createCron(rule.expression, zone)
      .nextRuns(count, new Date(afterMs))
      .map((due) => due.getTime());
  const dues: number[] = [];
  for (let due = findNextDue(rule, zone, afterMs); due !== undefined; due = findNextDue(rule, zone, due)) {
    dues.push(due);
    if (dues.length === count) break;
  }
  return dues;
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
  const hours = Array.from({ length: weeksOfAYear }, (_, ahead) =>
    toZoned(getLastMomentMs(endsAt + ahead * weekMs), zone),
  ).flatMap(({ dayOfWeek, hour }) => (rule.days.includes(dayOfWeek) ? [hour + 1] : []));
  const latest = Math.max(...hours);
  return latest < 24 ? `${String(latest).padStart(2, "0")}:00` : undefined;
}

function toZoned(at: number, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
}

/** What is wrong with a cron expression. */
export type CronProblem = "unreadable" | "never" | "too-often";

export function findCronProblem(expression: string, zone: string, nowMs: number): CronProblem | undefined {
  if (expression.trim().split(/\s+/).length !== 5) return "unreadable";
  try {
    const dues = listNextDues({ kind: "cron", expression }, zone, nowMs, maxRunsChecked);
    if (dues.length === 0) return "never";
    const isTooClose = dues.some(
      (due, index) => due - (dues[index - 1] ?? Number.NEGATIVE_INFINITY) < minGapMs,
    );
    return isTooClose ? "too-often" : undefined;
  } catch {
    return "unreadable";
  }
}
