import { foldText } from "../../src/domain/search.ts";
import { formatOrdinal } from "../../src/ui/numbers.ts";
import type { ScheduleRule } from "./rule.ts";

const dayStarts = ["mo", "tu", "we", "th", "fr", "sa", "su"] as const;
const groups: Readonly<Record<string, readonly number[]>> = {
  daily: [1, 2, 3, 4, 5, 6, 7],
  everyday: [1, 2, 3, 4, 5, 6, 7],
  all: [1, 2, 3, 4, 5, 6, 7],
  weekdays: [1, 2, 3, 4, 5],
  workdays: [1, 2, 3, 4, 5],
  weekend: [6, 7],
  weekends: [6, 7],
};

/** Longer than anyone types days or a time. */
const maxTypedLength = 200;

/** Days as typed: `mon, thu`, `Monday and Friday`, `mo-fr`, `weekdays`, `daily`. `undefined` if a part is not a day. */
export function parseDays(text: string): readonly number[] | undefined {
  if (text.length > maxTypedLength) return undefined;
  const parts = foldText(text)
    .replace(/\bevery day\b/g, "daily")
    .replace(/\s*(?:-|–|\bto\b)\s*/g, "-")
    .split(/[\s,;/&+、،؛]+|\band\b/)
    .filter((part) => part !== "" && part !== "every" && part !== "on");
  const days = parts.map(parseDayRange);
  if (days.length === 0 || days.includes(undefined)) return undefined;
  return [...new Set(days.flatMap((some) => some ?? []))].toSorted((a, b) => a - b);
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
  const typed = foldText(text).trim();
  if (typed === "noon") return "12:00";
  if (typed === "midnight") return "00:00";
  const match = /^(\d{1,2})(?:[:.h]?(\d{2}))?\s*(?:h|uhr|o'clock)?\s*(am|pm|a\.m\.|p\.m\.)?$/.exec(typed);
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

/** `every Monday and Thursday at 18:00`, without the zone. */
export function describeRule(rule: ScheduleRule): string {
  switch (rule.kind) {
    case "weekly":
      return `every ${describeDays(rule.days)} at ${rule.time}`;
    case "monthly":
      return rule.day === 31
        ? `on the last day of every month at ${rule.time}`
        : `on the ${formatOrdinal(rule.day)} of every month at ${rule.time}${rule.day > 28 ? ", or on its last day if it's shorter" : ""}`;
    case "cron":
      return `by the cron rule ${rule.expression}`;
    default:
      return rule satisfies never;
  }
}

/** `Mon, Thu 18:00`, for one line on a phone. */
export function describeRuleBriefly(rule: ScheduleRule): string {
  if (rule.kind === "cron") return "by a cron rule";
  if (rule.kind === "monthly")
    return rule.day === 31 ? `last day ${rule.time}` : `every ${formatOrdinal(rule.day)} ${rule.time}`;
  const sorted = [...new Set(rule.days)].toSorted((a, b) => a - b);
  if (sorted.length === 7) return `daily ${rule.time}`;
  const names = sorted.map((day) => (dayNames[day - 1] ?? "").slice(0, 3));
  const days =
    sorted.join(",") === workdays
      ? "Mon–Fri"
      : names.length > 2
        ? `${names[0] ?? ""} +${names.length - 1}`
        : names.join(", ");
  return `${days} ${rule.time}`;
}

/** `Monday and Thursday`, to follow "every". */
export function describeDays(days: readonly number[]): string {
  const sorted = [...new Set(days)].toSorted((a, b) => a - b);
  if (sorted.length === 7) return "day";
  if (sorted.join(",") === workdays) return "weekday (Monday to Friday)";
  const names = sorted.map((day) => dayNames[day - 1] ?? "");
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
