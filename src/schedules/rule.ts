import { Cron } from "croner";
import { z } from "zod";
import { minuteMs } from "../time.ts";

const Time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
const Rule = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("weekly"),
    days: z.array(z.number().int().min(1).max(7)).min(1),
    time: Time,
  }),
  z.object({ kind: z.literal("monthly"), day: z.number().int().min(1).max(31), time: Time }),
  z.object({ kind: z.literal("cron"), expression: z.string() }),
]);

/** A stored rule; `undefined` if it is damaged. */
export function parseRule(stored: unknown): ScheduleRule | undefined {
  return Rule.safeParse(stored).data;
}

/** When something is due, as local time in a zone stored beside it. */
export type ScheduleRule =
  /** Days from 1 (Monday) to 7 (Sunday), at least one. `time` is `HH:MM`. */
  | { readonly kind: "weekly"; readonly days: readonly number[]; readonly time: string }
  /** Day 1 to 31; the last day in shorter months. */
  | { readonly kind: "monthly"; readonly day: number; readonly time: string }
  /** Minute, hour, day of month, month, day of week. */
  | { readonly kind: "cron"; readonly expression: string };

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
  const cron = new Cron(expression, {
    timezone: zone,
    paused: true,
    mode: "5-part",
    // Several hours a day are set times too, each due once on the day the clocks change.
    fixedTimeRule: "no-wildcard",
  });
  return cron.nextRun(new Date(afterMs))?.getTime();
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
  const dues: number[] = [];
  for (let due = findNextDue(rule, zone, afterMs); due !== undefined; due = findNextDue(rule, zone, due)) {
    dues.push(due);
    if (dues.length === count) break;
  }
  return dues;
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
