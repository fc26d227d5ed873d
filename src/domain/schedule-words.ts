import type { ScheduleRule } from "./schedule-rule.ts";

const dayNames = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;
const workdays = "1,2,3,4,5";

/** `every Monday and Thursday at 18:00`. The zone is not part of it. */
export function ruleWords(rule: ScheduleRule): string {
  switch (rule.kind) {
    case "weekly":
      return `every ${daysWords(rule.days)} at ${rule.time}`;
    case "monthly":
      return rule.day === 31
        ? `on the last day of every month at ${rule.time}`
        : `on the ${ordinal(rule.day)} of every month at ${rule.time}${rule.day > 28 ? ", or on its last day when it is shorter" : ""}`;
    case "cron":
      return `by the cron rule ${rule.expression}`;
    default:
      return rule satisfies never;
  }
}

/** `Monday and Thursday`, to stand after "every". */
export function daysWords(days: readonly number[]): string {
  const sorted = [...new Set(days)].toSorted((a, b) => a - b);
  if (sorted.length === 7) return "day";
  if (sorted.join(",") === workdays) return "working day (Monday to Friday)";
  const names = sorted.map((day) => dayNames[day - 1] ?? "");
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

function ordinal(day: number): string {
  const ending =
    day % 10 === 1 && day !== 11
      ? "st"
      : day % 10 === 2 && day !== 12
        ? "nd"
        : day % 10 === 3 && day !== 13
          ? "rd"
          : "th";
  return `${day}${ending}`;
}
