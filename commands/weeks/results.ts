import { dayMs, weekMs } from "../../src/time.ts";
import {
  ceilToSecond,
  computeExpectedShare,
  parseDate,
  parseWeekSpan,
  type WeekSpan,
} from "../../src/domain/week-boundaries.ts";
import { joinParts } from "../../src/ui/lines.ts";
import { parseEpochMs } from "../../src/ui/time.ts";
import type { Week, WeekAssignment } from "./rows.ts";

/** `other` is an unknown kind: its numbers are shown unchanged, with the service's own word. */
export type Goal = "minutes" | "hosted" | "attended" | "checkbox" | "other";

// The strings are not documented, so they are recognised by what they contain. `host` before `session`, since
// "sessions hosted" has both.
const patterns: readonly (readonly [string, Goal])[] = [
  ["minute", "minutes"],
  ["host", "hosted"],
  ["attend", "attended"],
  ["session", "attended"],
  ["check", "checkbox"],
];

export function parseGoal(targetType: string): Goal {
  const text = targetType.toLowerCase();
  return patterns.find(([sign]) => text.includes(sign))?.[1] ?? "other";
}

export type AssignmentStatus = "passed" | "on-track" | "behind" | "nothing-to-do";

interface Progress {
  readonly goal: Goal;
  readonly done: number;
  readonly target: number;
  /** How much of the target should be reached by now, 0 to 1. */
  readonly elapsed: number;
}

/** A goal counted in whole units is behind only if a whole unit is missing by now. */
export function getAssignmentStatus({ goal, done, target, elapsed }: Progress): AssignmentStatus {
  if (target <= 0) return "nothing-to-do";
  if (done >= target) return "passed";
  return done < computeLeastByNow({ goal, target, elapsed }) ? "behind" : "on-track";
}

/** The last day of a week: anyone with something left to do then is not on track. */
const lastDayFrom = 6 / 7;

/** How much has to be done by now to be on track: before the last day, only what takes whole units may still wait. */
export function computeLeastByNow({ goal, target, elapsed }: Omit<Progress, "done">): number {
  if (!isCounted(goal)) return target * elapsed;
  return elapsed >= lastDayFrom ? target : Math.floor(target * elapsed);
}

/** Whether it is done in whole units, one after another. */
export function isCounted(goal: Goal): boolean {
  switch (goal) {
    case "hosted":
    case "attended":
    case "checkbox":
      return true;
    case "minutes":
    case "other":
      return false;
    default:
      return goal satisfies never;
  }
}

export type WeekMark = "passed" | "failed" | "excused";

interface MarkedEntry {
  readonly year: number;
  readonly week_number: number;
  readonly passed: boolean;
  readonly target: number;
  readonly timeoff?: boolean | undefined;
}

export interface PastWeek<E> {
  readonly mark: WeekMark;
  readonly entries: readonly E[];
}

export function getWeekMark({ passed, timeoff }: Pick<MarkedEntry, "passed" | "timeoff">): WeekMark {
  if (timeoff === true) return "excused";
  return passed ? "passed" : "failed";
}

/** Whether the current week has already been marked as time off. */
export function isTimeOff(
  history: readonly { readonly timeoff?: boolean | undefined; week_start: string; week_end: string }[],
  nowMs: number,
): boolean {
  return history.some(
    ({ timeoff, week_start, week_end }) =>
      timeoff === true && Date.parse(week_start) <= nowMs && nowMs < Date.parse(week_end),
  );
}

/** Of a goal without a target nobody expects anything: it doesn't count. */
const isAsked = ({ target }: { readonly target: number }): boolean => target > 0;

/**
 * The last `count` weeks with results that were over by then, oldest first. Excused entries don't count, unless a week
 * has no others.
 */
export function groupPastWeeks<
  E extends MarkedEntry & { readonly week_start: string; readonly week_end: string },
>(history: readonly E[], count: number, nowMs: number): readonly PastWeek<E>[] {
  const over = history.filter((entry) => isAsked(entry) && Date.parse(entry.week_end) <= nowMs);
  // By date, too: around New Year, a week's number may come with either year.
  const weeks = Map.groupBy(over, ({ week_start, year, week_number }) =>
    joinParts([parseDate(week_start)?.toString(), `${year} ${week_number}`], " "),
  );
  return [...weeks]
    .toSorted(([one], [other]) => one.localeCompare(other, "en", { numeric: true }))
    .slice(-count)
    .map(([, entries]) => ({ mark: findOverallMark(entries) ?? "excused", entries }));
}

interface DatedEntry extends MarkedEntry {
  /** Epoch milliseconds. */
  readonly endMs: number | undefined;
}

/** The results of a person's last week and of the week before it. */
export interface WeekResult<E> {
  readonly mark: WeekMark;
  readonly entries: readonly E[];
  readonly before: WeekMark | undefined;
  /** The failed weeks up to this one; excused ones in between neither count nor end the row. 0 if it wasn't failed. */
  readonly failedInRow: number;
}

/** When the newest week with any result ended; `undefined` if that was more than a week ago. */
export function findLastWeekEnd(entries: readonly DatedEntry[], nowMs: number): number | undefined {
  // A large team has more results than a function takes arguments.
  const last = entries.reduce(
    (latest, { endMs = -Infinity }) => (endMs > nowMs ? latest : Math.max(latest, endMs)),
    -Infinity,
  );
  return nowMs - last < weekMs ? last : undefined;
}

/** The week that ended then; a workspace's weeks end on the same day, even if the clocks change. */
export function findWeekResult<E extends DatedEntry>(
  history: readonly E[],
  weekEndMs: number,
): WeekResult<E> | undefined {
  const entries = filterEndedAt(history, weekEndMs);
  const mark = findOverallMark(entries);
  if (mark === undefined) return undefined;
  const findMark = (ago: number) => findOverallMark(filterEndedAt(history, weekEndMs - ago * weekMs));
  return { mark, entries, before: findMark(1), failedInRow: countFailedInRow(findMark) };
}

/** @param findMark how the week so many weeks ago ended, 0 being the one to count up to */
export function countFailedInRow(findMark: (ago: number) => string | undefined): number {
  let inRow = 0;
  for (let ago = 0; ago < maxInRow; ago += 1) {
    const mark = findMark(ago);
    if (mark === "failed") inRow += 1;
    else if (mark !== "excused" || ago === 0) break;
  }
  return inRow;
}

/** Reports show as many weeks; there may be more in a row. */
export const maxInRow = 12;

function filterEndedAt<E extends DatedEntry>(history: readonly E[], atMs: number): readonly E[] {
  return history.filter(({ endMs }) => endMs !== undefined && Math.abs(endMs - atMs) < dayMs);
}

function findOverallMark(entries: readonly MarkedEntry[]): WeekMark | undefined {
  const marks = entries.filter(isAsked).map(getWeekMark);
  return (["failed", "passed", "excused"] as const).find((mark) => marks.includes(mark));
}

export type WeekOutcome = "passed" | "failed" | "excused" | "behind" | "on-track" | "nothing" | "unknown";

interface OutcomeWeek extends Pick<Week, "endsAt" | "assignments" | "snapshotAt"> {
  /** Some of them couldn't be read, so the others don't say that the week was passed, or is on track. */
  readonly isPartial?: boolean;
}

export interface WeekSummary {
  readonly outcome: WeekOutcome;
  readonly passed: number;
  /** Excused assignments, and those without a target, do not count. */
  readonly counted: number;
  readonly missing: readonly WeekAssignment[];
  /** Those that should be further along by now. */
  readonly behind: readonly WeekAssignment[];
}

/** The result of a week, or its progress: what was read while it lasted is judged by how much of it was over then. */
export function summarizeWeek(week: OutcomeWeek | undefined, now: number): WeekSummary {
  if (week?.assignments === undefined)
    return { outcome: "unknown", passed: 0, counted: 0, missing: [], behind: [] };
  const asked = week.assignments.filter(isAsked);
  const judged = asked.filter(({ timeoff }) => !timeoff);
  const missing = judged.filter(({ passed }) => !passed);
  const counts = { passed: judged.length - missing.length, counted: judged.length, missing, behind: [] };
  const isPartial = week.isPartial === true;
  if (asked.length === 0) return { outcome: isPartial ? "unknown" : "nothing", ...counts };
  if (judged.length === 0) return { outcome: "excused", ...counts };
  if (missing.length === 0) return { outcome: isPartial ? "unknown" : "passed", ...counts };
  if (week.endsAt <= now) return { outcome: "failed", ...counts };
  const behind = missing.filter((assignment) => {
    const { targetType, target, achieved } = assignment;
    const elapsed = computeExpectedShareOf(assignment, week.endsAt, week.snapshotAt);
    return getAssignmentStatus({ goal: parseGoal(targetType), done: achieved, target, elapsed }) === "behind";
  });
  if (behind.length > 0) return { ...counts, outcome: "behind", behind };
  return { ...counts, outcome: isPartial ? "unknown" : "on-track" };
}

/** How much of a goal should be reached by then, 0 to 1: it may be due at another time than the week ends. */
export function computeExpectedShareOf(
  { dueAt }: Pick<WeekAssignment, "dueAt">,
  weekEndsAt: number,
  at: number,
): number {
  return computeExpectedShare(dueAt ?? weekEndsAt, at);
}

/** A person's result of a past week; `unmarked` while the service hasn't marked it, `none` without goals. */
export type MarkedOutcome = "passed" | "failed" | "excused" | "unmarked" | "none";

export function getMarkedOutcome(
  week: OutcomeWeek & { readonly state: "provisional" | "final" },
): MarkedOutcome {
  const { outcome } = summarizeWeek(week, week.endsAt);
  if (outcome !== "passed" && outcome !== "failed" && outcome !== "excused") return "none";
  // Its numbers may be from before the end.
  return week.state === "provisional" ? "unmarked" : outcome;
}

interface Present {
  readonly assigned: readonly {
    readonly active: boolean;
    readonly name: string;
    readonly target: number;
    readonly target_type: string;
    readonly completed: number;
    /** ISO 8601. */
    readonly due: string;
  }[];
  readonly history: Parameters<typeof isTimeOff>[0];
}

/** The goals that count in the current week; all of them are excused during time off. */
export function listWeekAssignments(
  { assigned, history }: Present,
  nowMs: number,
): readonly WeekAssignment[] {
  const timeoff = isTimeOff(history, nowMs);
  return assigned
    .filter(({ active }) => active)
    .map(({ name, target, target_type: targetType, completed, due }) => ({
      name,
      targetType,
      target,
      achieved: completed,
      passed: completed >= target,
      timeoff,
      dueAt: parseDueMs(due),
    }));
}

/** When something is due, in epoch milliseconds. @param due ISO 8601 */
export function parseDueMs(due: string): number | undefined {
  const dueMs = parseEpochMs(due);
  return dueMs === undefined ? undefined : ceilToSecond(dueMs);
}

interface MarkedGoal {
  readonly assignment_name: string;
  readonly target: number;
  readonly target_type: string;
  readonly achieved: number;
  readonly passed: boolean;
  readonly timeoff?: boolean | undefined;
}

/** A goal of a past week as the service marked it. */
export function toMarkedAssignment({
  assignment_name: name,
  target_type: targetType,
  target,
  achieved,
  passed,
  timeoff = false,
}: MarkedGoal): WeekAssignment {
  return { name, targetType, target, achieved, passed, timeoff };
}

interface DatedGoal extends MarkedGoal {
  readonly week_start: string;
  /** Epoch milliseconds. */
  readonly endMs: number | undefined;
}

/** The results of a person's weeks that were over by then, each week once. */
export function groupMarkedWeeks(
  history: readonly DatedGoal[],
  nowMs: number,
): readonly (WeekSpan & { readonly assignments: ReturnType<typeof toMarkedAssignment>[] })[] {
  const dated = history.flatMap((entry) => {
    const span = parseWeekSpan(entry.week_start, entry.endMs);
    return span === undefined || span.endsAt > nowMs ? [] : [{ entry, span }];
  });
  return [...Map.groupBy(dated, ({ span }) => span.weekStart).values()].flatMap((entries) => {
    const [first] = entries;
    return first === undefined
      ? []
      : [{ ...first.span, assignments: entries.map(({ entry }) => toMarkedAssignment(entry)) }];
  });
}

/** The minutes that a week's results prove, which may be more than were last read; `undefined` without such a goal. */
export function findProvenMinutes(assignments: readonly WeekAssignment[]): number | undefined {
  const achieved = assignments
    .filter(({ targetType }) => parseGoal(targetType) === "minutes")
    .map((assignment) => assignment.achieved);
  return achieved.length === 0 ? undefined : Math.max(...achieved);
}
