import {
  type Assignment,
  type AssignmentWeek,
  hasUnread,
  type StaffAssignments,
} from "../../src/api/contract/assignments.ts";
import {
  type AssignmentStatus,
  computeLeastByNow,
  getAssignmentStatus,
  type Goal,
  parseDueMs,
  parseGoal,
  isTimeOff,
  type WeekMark,
} from "./results.ts";
import { ceilToSecond, computeExpectedShare, findWeekEndMs } from "../../src/domain/week-boundaries.ts";
import { escapeMarkdown, plainText } from "../../src/ui/escape.ts";
import { joinParts } from "../../src/ui/lines.ts";
import { formatNumber, pluralizeText, withUnit } from "../../src/ui/numbers.ts";
import { parseEpochMs } from "../../src/ui/time.ts";

/** `unread` stands for goals that couldn't be read. */
export type GoalStatus = AssignmentStatus | "excused" | "unread";

export const statusMarks: Readonly<Record<GoalStatus, string>> = {
  passed: "✅",
  "on-track": "🟦",
  behind: "🟧",
  "nothing-to-do": "🔹",
  excused: "🌿",
  unread: "🔹",
};

export const statusTexts: Readonly<Record<GoalStatus, string>> = {
  passed: "passed",
  "on-track": "on track",
  behind: "behind",
  "nothing-to-do": "nothing to do",
  excused: "excused",
  unread: "no data",
};

const urgency: readonly GoalStatus[] = ["behind", "unread", "on-track", "passed", "excused", "nothing-to-do"];

/** The colour of a card with several goals: the worst one's. */
export function getToneOfGoals(statuses: readonly GoalStatus[]): "information" | "waiting" | "done" | "over" {
  const counted = statuses.filter((status) => status !== "nothing-to-do");
  if (counted.includes("behind")) return "waiting";
  if (counted.includes("on-track") || counted.length === 0) return "information";
  if (counted.includes("unread")) return "over";
  return counted.includes("passed") ? "done" : "over";
}

export const weekMarks: Readonly<Record<WeekMark, string>> = { passed: "✅", failed: "❌", excused: "🌿" };

export const weekTexts: Readonly<Record<WeekMark, string>> = {
  passed: "passed",
  failed: "failed",
  excused: "excused",
};

interface GoalNumbers {
  readonly name: string;
  readonly targetType: string;
  readonly done: number;
  readonly target: number;
}

/**
 * `84 of 120 min`, `1 of 2`, `done`. The unit is added if the name doesn't say it.
 * @param undone of a tick box in a week that is over: "not done"
 */
export function describeNumbers(numbers: GoalNumbers, undone = "to do"): string {
  return joinNumbers(numbers, undone, escapeMarkdown);
}

/** The same for places that show no formatting. */
export function formatPlainNumbers(numbers: GoalNumbers): string {
  return joinNumbers(numbers, "to do", plainText);
}

function joinNumbers(
  { name, targetType, done, target }: GoalNumbers,
  undone: string,
  format: typeof plainText,
): string {
  const goal = parseGoal(targetType);
  if (goal === "checkbox") return done >= target ? "done" : undone;
  const unit = describeUnit(goal, name, format(targetType, 30));
  return `${formatNumber(done)} of ${unit === "" ? formatNumber(target) : withUnit(target, unit)}`;
}

/** The same for one line on a phone; without the unit if the name mentions minutes: `84 of 120`. */
function formatShortNumbers(numbers: GoalNumbers): string {
  const isNamed = parseGoal(numbers.targetType) === "minutes" && parseGoal(numbers.name) === "minutes";
  if (!isNamed) return describeNumbers(numbers);
  return `${formatNumber(numbers.done)} of ${formatNumber(numbers.target)}`;
}

/** `Minutes in game 84 of 120 min`. */
export function describeGoal(numbers: GoalNumbers, maxNameLength = 30): string {
  return `${escapeMarkdown(numbers.name, maxNameLength) || "Unnamed"} ${describeNumbers(numbers)}`;
}

export function describeLeft({ targetType, done, target }: Omit<GoalNumbers, "name">): string | undefined {
  return parseGoal(targetType) === "checkbox" || done >= target
    ? undefined
    : `${formatNumber(target - done)} left`;
}

/** `on track`: the main fact about a person's week, for a title; the most urgent status, `passed` only if all are. */
export function describeWeekState(statuses: readonly GoalStatus[]): string {
  const worst = urgency.find((status) => statuses.includes(status)) ?? "nothing-to-do";
  if (worst === "unread" && statuses.some((status) => status !== worst)) return "not all could be read";
  return statusTexts[worst];
}

/** Of assignments without a target, and of those that aren't active, nobody expects anything: they aren't counted. */
export function describeUncounted(statuses: readonly GoalStatus[], assigned: number): string | undefined {
  const counted = statuses.filter((status) => status !== "nothing-to-do").length;
  const uncounted = assigned - counted;
  if (counted === 0 || uncounted <= 0 || statuses.includes("unread")) return undefined;
  return pluralizeText(uncounted, { one: "1 doesn't count", other: "{count} don't count" });
}

/** `1 of 3 done`, `Excused`, for the beginning of a line; nothing if all are, which `describeWeekState` says. */
export function describeGoalsPassed(statuses: readonly GoalStatus[]): string {
  const counted = statuses.filter((status) => status !== "nothing-to-do" && status !== "excused");
  const passed = counted.filter((status) => status === "passed").length;
  if (counted.length === 0) return statuses.includes("excused") ? "Excused" : "Nothing to do";
  // Of how many, nobody knows.
  if (counted.includes("unread")) return counted.length > 1 ? `${passed} done` : "";
  return passed === counted.length ? "" : `${passed} of ${counted.length} done`;
}

/** @param other one that isn't known, as it is to be shown */
function describeUnit(goal: Exclude<Goal, "checkbox">, name: string, other: string): string {
  switch (goal) {
    case "minutes":
      return "min";
    case "hosted":
      return parseGoal(name) === goal ? "" : "hosted";
    case "attended":
      return parseGoal(name) === goal ? "" : "attended";
    case "other":
      return other;
    default:
      return goal satisfies never;
  }
}

/** An assignment's status at a time in the week that its due time ends, by the rule of the team boards. */
export function getStatusNow(
  { completed: done, target, target_type: targetType, due }: Assignment,
  history: readonly AssignmentWeek[],
  now: Temporal.Instant,
): GoalStatus {
  if (target > 0 && isTimeOff(history, now.epochMilliseconds)) return "excused";
  const goal = parseGoal(targetType);
  return getAssignmentStatus({ goal, done, target, elapsed: getExpectedShare(due, now) });
}

function getExpectedShare(due: string, now: Temporal.Instant): number {
  const dueMs = parseDueMs(due);
  return dueMs === undefined ? 0 : computeExpectedShare(dueMs, now.epochMilliseconds);
}

export interface JudgedGoal {
  readonly goal: Assignment;
  readonly status: GoalStatus;
}

/** How many characters fit on one line on a phone. */
const lineLength = 36;

/** `🟧 **Minutes in game** 8 of 120 · 26 behind`, `🟧 **Minutes** 8 of 120 · 26 min behind`, `✅ **Sessions hosted** 2 of 2`, `🟦 **Closing checklist** · not ticked yet`. */
export function formatGoalLine(assignment: Assignment, status: GoalStatus, now: Temporal.Instant): string {
  const { name, completed: done, target, target_type: targetType, active } = assignment;
  const isCheckbox = parseGoal(targetType) === "checkbox";
  const isCounted = status !== "nothing-to-do";
  // A tick says that it's passed, to everyone; a goal that isn't said to be behind is on track.
  const isTicked = active && status === "passed";
  const numbers = isCounted && !isCheckbox && formatShortNumbers({ name, targetType, done, target });
  const isSaid = isTicked || status === "on-track";
  const room = lineLength - joinParts(["🟧", name, numbers], " ").length - " · ".length;
  return joinParts([
    joinParts(
      [active ? statusMarks[status] : "💤", `**${escapeMarkdown(name, 60) || "Unnamed"}**`, numbers],
      " ",
    ),
    isCounted && isCheckbox && !isTicked && (done >= target ? "ticked" : "not ticked yet"),
    active ? !isSaid && describeStatus(assignment, status, { now, room }) : "not active",
  ]);
}

/** `26 min behind`: less than is expected by now; without the unit if that doesn't fit. */
function describeStatus(
  { name, completed, target, target_type, due }: Assignment,
  status: GoalStatus,
  { now, room }: { readonly now: Temporal.Instant; readonly room: number },
): string {
  const goal = parseGoal(target_type);
  if (status !== "behind" || goal === "checkbox") return statusTexts[status];
  const least = computeLeastByNow({ goal, target, elapsed: getExpectedShare(due, now) });
  const missing = Math.ceil(least - completed);
  const unit = describeUnit(goal, name, target_type);
  const short = `${formatNumber(missing)}\u00a0${statusTexts.behind}`;
  const whole = unit === "min" ? `${withUnit(missing, unit)}\u00a0${statusTexts.behind}` : short;
  return whole.length <= room ? whole : short;
}

/** When the week of these goals ends, in epoch milliseconds; `undefined` if unknown. */
export function findEndOfWeekMs({ assigned, history }: StaffAssignments, nowMs: number): number | undefined {
  const marked = history.flatMap(({ week_end }) => parseEpochMs(week_end) ?? []).map(ceilToSecond);
  return findWeekEndMs(assigned, nowMs, marked);
}

/** The goals that count this week with their statuses, the most urgent first. */
export function sortGoalsByUrgency(
  { assigned, history }: StaffAssignments,
  now: Temporal.Instant,
): readonly JudgedGoal[] {
  return assigned
    .filter(({ active }) => active)
    .map((goal) => ({ goal, status: getStatusNow(goal, history, now) }))
    .toSorted((a, b) => urgency.indexOf(a.status) - urgency.indexOf(b.status));
}

/** How this week is going: the statuses of the goals that count, and one for those that couldn't be read. */
export function listGoalStatuses(
  assignments: StaffAssignments,
  now: Temporal.Instant,
): readonly GoalStatus[] {
  const statuses = sortGoalsByUrgency(assignments, now).map(({ status }) => status);
  if (!hasUnread(assignments)) return statuses;
  return [...statuses, isTimeOff(assignments.history, now.epochMilliseconds) ? "excused" : "unread"];
}

/** In place of a list of goals without any. */
export function describeNoGoals(assignments: StaffAssignments, text: string): string {
  return hasUnread(assignments) ? "None of the assignments could be read." : text;
}

/** The goals that count this week, a short line each: `🟧 Minutes in game 84 of 120 min`. */
export function formatShortLines(
  { assigned, history }: StaffAssignments,
  now: Temporal.Instant,
): readonly string[] {
  return assigned
    .filter(({ active }) => active)
    .map((assignment) => {
      const { completed: done, target, target_type: targetType } = assignment;
      const mark = statusMarks[getStatusNow(assignment, history, now)];
      return `${mark} ${describeGoal({ name: assignment.name, done, target, targetType }, 60)}`;
    });
}
