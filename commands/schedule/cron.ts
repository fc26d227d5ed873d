import { Cron } from "croner";
import { LruMap } from "../../src/lru-map.ts";
import { minuteMs } from "../../src/time.ts";

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
