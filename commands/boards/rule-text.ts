import { z } from "zod";
import { foldText } from "../../src/domain/search.ts";
import { UserError } from "../../src/errors.ts";
import { plainMarks } from "../../src/typed-text.ts";
import { escapeMarkdown, inlineCode } from "../../src/ui/escape.ts";
import type { DateStyle } from "../../src/ui/formats.ts";
import { formatOrdinal, pluralize } from "../../src/ui/numbers.ts";
import { formatClockOf } from "../../src/ui/time.ts";
import { type CronPart, type CronProblem, cronRanges, findCronProblem, type ScheduleRule } from "./rule.ts";

const dayStarts = ["mo", "tu", "we", "th", "fr", "sa", "su"] as const;
const groups: Readonly<Record<string, readonly number[]>> = {
  daily: [1, 2, 3, 4, 5, 6, 7],
  everyday: [1, 2, 3, 4, 5, 6, 7],
  all: [1, 2, 3, 4, 5, 6, 7],
  weekday: [1, 2, 3, 4, 5],
  weekdays: [1, 2, 3, 4, 5],
  workdays: [1, 2, 3, 4, 5],
  "m-f": [1, 2, 3, 4, 5],
  weekend: [6, 7],
  weekends: [6, 7],
};

/** Longer than anyone types days or a time. */
const maxTypedLength = 200;

/** Days as typed: `mon, thu`, `Monday and Friday`, `mo-fr`, `weekdays`, `daily`. `undefined` if a part is not a day. */
export function parseDays(text: string): readonly number[] | undefined {
  if (text.length > maxTypedLength) return undefined;
  const parts = foldText(text)
    .replace(/\b(?:every|each|all) days?\b/g, "daily")
    .replace(/\b(?:business|working|work) days?\b/g, "weekdays")
    .replace(/\s*(?:-|–|\b(?:to|through|thru|until)\b)\s*/g, "-")
    .split(/[\s,;/&+、،؛]+|\band\b/)
    .filter((part) => !["", "every", "each", "on"].includes(part));
  const days = parts.map(parseDayRange);
  if (days.length === 0 || days.includes(undefined)) return undefined;
  return sortDays(days.flatMap((some) => some ?? []));
}

function sortDays(days: readonly number[]): readonly number[] {
  return [...new Set(days)].toSorted((a, b) => a - b);
}

function parseDayRange(part: string): readonly number[] | undefined {
  const group = Object.hasOwn(groups, part) ? groups[part] : undefined;
  if (group !== undefined) return group;
  const [first = "", last, ...rest] = part.split("-");
  const from = parseDay(first);
  if (last === undefined) return from === undefined ? undefined : [from];
  const to = parseDay(last);
  if (from === undefined || to === undefined || rest.length > 0) return undefined;
  // Friday to Monday wraps around the end of the week.
  return Array.from({ length: ((to - from + 7) % 7) + 1 }, (_, offset) => ((from - 1 + offset) % 7) + 1);
}

const dayWord =
  /^(mo|mon|monday|tu|tue|tues|tuesday|we|wed|wednesday|th|thu|thur|thurs|thursday|fr|fri|friday|sa|sat|saturday|su|sun|sunday)s?$/;

function parseDay(word: string): number | undefined {
  if (!dayWord.test(word)) return undefined;
  const index = dayStarts.findIndex((start) => word.startsWith(start));
  return index < 0 ? undefined : index + 1;
}

/** A time of day as typed, as `HH:MM`: `18:00`, `18.30`, `1830`, `18 h`, `6pm`, `6:30 pm`, `noon`, `midnight`. */
export function parseTime(text: string): string | undefined {
  if (text.length > maxTypedLength) return undefined;
  const typed = foldText(text).trim().replace(/^at /, "");
  if (typed === "noon") return "12:00";
  if (typed === "midnight") return "00:00";
  const match = /^(\d{1,2})(?:[:.h]?(\d{2}))?\s*(?:h|uhr|o'clock)?\s*([ap]m?|a\.m\.|p\.m\.)?$/.exec(typed);
  if (match === null) return undefined;
  const minute = Number(match[2] ?? 0);
  const hour = parseHour(Number(match[1]), match[3]?.[0]);
  if (hour === undefined || minute > 59) return undefined;
  return `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
}

function parseHour(hour: number, half: string | undefined): number | undefined {
  if (half === undefined) return hour <= 23 ? hour : undefined;
  if (hour < 1 || hour > 12) return undefined;
  return (hour % 12) + (half === "p" ? 12 : 0);
}

/** When to post, as far as filled in. */
export const RuleInput = z.object({
  days: z.string().optional(),
  time: z.string().optional(),
  dayOfMonth: z.number().optional(),
  cron: z.string().optional(),
});
export type RuleInput = z.output<typeof RuleInput>;

/**
 * The rule as it was filled in; `undefined` if nothing was.
 * @param now a cron rule has to be due after it
 * @throws UserError if it makes no sense
 */
export function parseRuleInput(
  { days, time, dayOfMonth, cron }: RuleInput,
  now: number,
): ScheduleRule | undefined {
  if (cron !== undefined) return parseCron(cron, now);
  if (days === undefined && time === undefined && dayOfMonth === undefined) return undefined;
  if (time === undefined)
    throw new UserError("At what time? Choose it in the list below, or fill in `time`. Nothing was changed.");
  const at = readTime(time);
  if (dayOfMonth !== undefined) return { kind: "monthly", day: dayOfMonth, time: at };
  return { kind: "weekly", days: readDays(days ?? "daily"), time: at };
}

function readDays(typed: string): readonly number[] {
  const days = parseDays(typed);
  if (days !== undefined) return days;
  throw new UserError(
    `I don't understand the days “${escapeMarkdown(typed, 60)}”, so nothing was changed. Type for example *Monday*, *Mon, Thu*, *Mon to Fri*, *weekdays* or *daily*.`,
  );
}

function readTime(typed: string): string {
  const time = parseTime(typed);
  if (time !== undefined) return time;
  throw new UserError(
    `I don't understand the time “${escapeMarkdown(typed, 60)}”, so nothing was changed. Type for example *18:00*, *6:30 pm* or *noon*.`,
  );
}

const maxCronLength = 200;

function parseCron(typed: string, now: number): ScheduleRule {
  const expression = plainMarks(typed).trim().replace(/\s+/g, " ");
  if (expression.length > maxCronLength)
    throw new UserError(
      `A cron rule can have ${maxCronLength} characters at most, so nothing was changed. Shorten it.`,
    );
  const problem = findCronProblem(expression, now);
  if (problem === undefined) return { kind: "cron", expression };
  throw new UserError(describeCronProblem(problem, `“${escapeMarkdown(expression, 60)}”`));
}

function describeCronProblem(problem: CronProblem, rule: string): string {
  switch (problem.kind) {
    case "count":
      return `${rule} isn't a cron rule: it has ${pluralize(problem.count, "part")}, and a rule has five, so nothing was changed. They are minute, hour, day of the month, month and day of the week, for example \`0 18 * * 1\` for every Monday at 18:00.`;
    case "part": {
      const { part, text, instead } = problem;
      const read = `I don't understand the ${part} “${escapeMarkdown(text, 30)}” in the cron rule ${rule}, so nothing was changed.`;
      return `${read} ${instead === undefined ? describeCronPart(part) : `Type ${inlineCode(instead)} for that.`}`;
    }
    case "never":
      return `The cron rule ${rule} never occurs, so nothing was changed. Check its day and month.`;
    case "too-often":
      return `The cron rule ${rule} is too often for a channel, so nothing was changed. Every five minutes is the most, for example \`*/5 * * * *\`.`;
    default:
      return problem satisfies never;
  }
}

/** `Type a number from 0 to 23, a list (8,18), a range (9-17), a step (9-17/2), or * for every one.` */
function describeCronPart(part: CronPart): string {
  const { first, last, names } = cronRanges[part];
  const [from, to] = [first + 1, last - 1];
  const words = names.length === 0 ? "" : ` or a name such as ${names[first + 1] ?? ""}`;
  return `Type a number from ${first} to ${last}${words}, a list (\`${from},${to}\`), a range (\`${from}-${to}\`), a step (\`*/2\`), or \`*\` for all.`;
}

export const dayNames = [
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
  "Sunday",
] as const;
const workdays = "1,2,3,4,5";

/** `18:00`, or `6:00 PM`. */
export const formatRuleTime = (time: string, style: DateStyle): string =>
  formatClockOf(Temporal.PlainTime.from(time), style);

/** `every Monday and Thursday at 18:00`, without the zone. */
export function describeRule(rule: ScheduleRule, style: DateStyle): string {
  switch (rule.kind) {
    case "weekly":
      return `every ${describeDays(rule.days)} at ${formatRuleTime(rule.time, style)}`;
    case "monthly":
      return rule.day === 31
        ? `on the last day of every month at ${formatRuleTime(rule.time, style)}`
        : `on the ${formatOrdinal(rule.day)} of every month at ${formatRuleTime(rule.time, style)}${rule.day > 28 ? ", or on its last day if it's shorter" : ""}`;
    case "cron":
      return `by the cron rule ${rule.expression}`;
    default:
      return rule satisfies never;
  }
}

/** `Mon, Thu 18:00`, or `Mon, Thu 6:00 PM`, for one line on a phone. */
export function describeRuleBriefly(rule: ScheduleRule, style: DateStyle): string {
  if (rule.kind === "cron") return "by a cron rule";
  const time = formatRuleTime(rule.time, style);
  if (rule.kind === "monthly")
    return rule.day === 31 ? `last day ${time}` : `every ${formatOrdinal(rule.day)} ${time}`;
  const sorted = sortDays(rule.days);
  if (sorted.length === 7) return `daily ${time}`;
  const names = sorted.map((day) => (dayNames[day - 1] ?? "").slice(0, 3));
  const days =
    sorted.join(",") === workdays
      ? "Mon–Fri"
      : names.length > 2
        ? `${names[0] ?? ""} +${names.length - 1}`
        : names.join(", ");
  return `${days} ${time}`;
}

/** `Monday and Thursday`, to follow "every". */
export function describeDays(days: readonly number[]): string {
  const sorted = sortDays(days);
  if (sorted.length === 7) return "day";
  if (sorted.join(",") === workdays) return "weekday (Monday to Friday)";
  const names = sorted.map((day) => dayNames[day - 1] ?? "");
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
