import type { Assignment } from "../../src/api/contract/assignments.ts";
import { maxInRow, parseGoal, type WeekOutcome, type WeekSummary } from "./results.ts";
import { findTellingGoal, findWorstGoal } from "./attention.ts";
import { ceilToSecond, getLastMomentMs } from "../../src/domain/week-boundaries.ts";
import type { KnownWeek, Week, WeekAssignment } from "./store.ts";
import { describeGoal, describeNumbers, formatGoalLine, type JudgedGoal } from "./goal-text.ts";
import { escapeMarkdown } from "../../src/ui/escape.ts";
import { capitalize, joinParts, withoutBreaks } from "../../src/ui/lines.ts";
import { formatNumber, formatOrdinal, pluralize, withUnit } from "../../src/ui/numbers.ts";
import {
  parseEpochMs,
  type TimestampStyle,
  describeWeek,
  type Dates,
  formatMoment,
  labelMoment,
  formatWeekOf,
} from "../../src/ui/time.ts";
import type { Formats } from "../../src/ui/formats.ts";

interface PersonWeek {
  readonly summary: Pick<WeekSummary, "outcome" | "missing" | "behind">;
  /** All that counted in that week, reached or not. */
  readonly assignments: readonly WeekAssignment[];
}

export const outcomeMarks: Readonly<Record<WeekOutcome, string>> = {
  passed: "✅",
  failed: "❌",
  excused: "🌿",
  behind: "🟧",
  "on-track": "🟦",
  nothing: "🔹",
  unknown: "🔹",
};

export const outcomeTexts: Readonly<Record<WeekOutcome, string>> = {
  passed: "passed",
  failed: "failed",
  excused: "excused",
  behind: "behind",
  "on-track": "on track",
  nothing: "nothing to do",
  unknown: "no data",
};

/** Of a week that is over, whose result isn't known. */
export const unmarkedText = "not marked yet";

/** What follows a count, where "2 nothing to do" would read wrong. */
const countedTexts: Readonly<Record<WeekOutcome, string>> = {
  ...outcomeTexts,
  nothing: "with nothing to do",
  unknown: "with no data",
};

/**
 * `🟧 **2 behind**`: above or before the people it counts.
 * @param count `undefined` where the title counts them: `🟧 **Behind**`
 */
export function formatOutcomeHeading(
  outcome: WeekOutcome,
  count: number | undefined,
  text = countedTexts[outcome],
): string {
  const words = count === undefined ? capitalize(text) : `${formatNumber(count)} ${text}`;
  return `${outcomeMarks[outcome]} **${withoutBreaks(words)}**`;
}

/** The colour of a card about some people's week: that of the worst of them. */
export function getToneOfOutcomes(
  outcomes: readonly WeekOutcome[],
): "information" | "waiting" | "done" | "harmful" | "over" {
  if (outcomes.includes("failed")) return "harmful";
  if (outcomes.includes("behind")) return "waiting";
  if (outcomes.includes("on-track")) return "information";
  return outcomes.includes("passed") ? "done" : "over";
}

/** The end of a week: its last moment. @param endsAt epoch milliseconds */
export function formatWeekEnd(endsAt: number, style: TimestampStyle, formats: Formats): string {
  return formatMoment(getLastMomentMs(endsAt), style, formats);
}

/** `Ended: 3 days ago`, or in words `Ended Sun 29 Nov, 23:59`. @param endsAt epoch milliseconds */
export function labelWeekEnd(label: string, endsAt: number, style: TimestampStyle, formats: Formats): string {
  return labelMoment(label, getLastMomentMs(endsAt), style, formats);
}

/** `Week ends: in 3 days`, for a week that isn't over; in a text that stays its date, which says which week it is. */
export function describeTimeLeft(endsAt: number, formats: Formats): string {
  return labelWeekEnd("Week ends", endsAt, "R", formats);
}

/** `1 of 3 done · week ends: in 3 days`; without facts, `Week ends: in 3 days`. */
export function withTimeLeft(facts: string, endsAt: number, formats: Formats): string {
  return facts === ""
    ? describeTimeLeft(endsAt, formats)
    : `${facts} · ${labelWeekEnd("week ends", endsAt, "R", formats)}`;
}

/** `This week`, or `Week of 9 November`. */
export function formatWeekTitle({ weekStart, endsAt }: KnownWeek, dates: Dates): string {
  return endsAt > dates.now.epochMilliseconds ? "This week" : formatWeekOf(weekStart, dates);
}

/**
 * `Most minutes this week`, or `Most minutes, week of 16 November`. In a text that stays, what is below names the running
 * week.
 */
export function formatTitleWithWeek(what: string, week: KnownWeek, formats: Formats): string {
  if (week.endsAt <= formats.now.epochMilliseconds)
    return `${what}, ${describeWeek(week.weekStart, formats)}`;
  return formats.tense === "now" ? `${what} this\u00a0week` : what;
}

/** `✅ 3 of 3`, `🌿 excused`. */
export function describeSummary({ outcome, passed, counted: of }: WeekSummary): string {
  const text = of > 0 ? `${formatNumber(passed)} of ${formatNumber(of)}` : outcomeTexts[outcome];
  return `${outcomeMarks[outcome]} ${text}`;
}

/** `Minutes in game 84 of 120 min`. */
export function describeMissing({ name, targetType, achieved, target }: WeekAssignment): string {
  return describeGoal({ name, targetType, done: achieved, target });
}

/**
 * `26 of 120 min`, `424 min` when they are reached, `1 of 2 hosted`, `Closing checklist to do`: its name only where
 * the numbers don't say what it is.
 */
export function formatShortGoal(
  { name, targetType, achieved: done, target }: WeekAssignment,
  outcome?: WeekOutcome,
): string {
  const goal = parseGoal(targetType);
  if (goal === "minutes" && done >= target) return withUnit(done, "min");
  if (goal !== "checkbox" && goal !== "other")
    return withoutBreaks(describeNumbers({ name: "", targetType, done, target }));
  const undone = outcome === "failed" ? "not done" : undefined;
  const numbers = withoutBreaks(describeNumbers({ name, targetType, done, target }, undone));
  return joinParts([escapeMarkdown(name, 24) || "Unnamed", numbers], " ");
}

/** `🟧 @Kenji · 26 of 120 min · behind`: someone's week on one line. */
export function formatPersonLine(
  person: string,
  { summary, assignments }: PersonWeek,
  { state = outcomeTexts[summary.outcome], mark = outcomeMarks[summary.outcome] } = {},
): string {
  const goal = findGoalToShow({ summary, assignments });
  const numbers = goal && formatShortGoal(goal, summary.outcome);
  return joinParts([`${mark} ${person}`, numbers, withoutBreaks(state)]);
}

/** `@Kenji · 26 of 120 min`: the same under a heading that says how it is going. */
export function formatPersonUnderHeading(person: string, week: PersonWeek): string {
  const goal = findGoalToShow(week);
  return joinParts([person, goal && formatShortGoal(goal, week.summary.outcome)]);
}

/** The goal that says most about someone's week, if any does. */
export function findGoalToShow({ summary, assignments }: PersonWeek): WeekAssignment | undefined {
  if (summary.outcome === "excused") return undefined;
  return findWorstGoal(summary) ?? findTellingGoal(assignments.filter(({ target }) => target > 0));
}

/** `2 behind, 6 on track, 3 passed`; outcomes without a meaning for the whole are left out. */
export function describeOutcomes(outcomes: readonly WeekOutcome[]): string {
  return joinParts(formatCounts(outcomes), ", ");
}

/** As many of the same as fit into a title on a phone; the rest goes below it. */
const maxInTitle = 2;

/** The first of them for a title, and what is left for a line below it, if anything. */
export function splitOutcomes(outcomes: readonly WeekOutcome[]): {
  readonly title: string;
  readonly rest: string;
} {
  const counts = formatCounts(outcomes);
  return {
    title: joinParts(counts.slice(0, maxInTitle), ", "),
    rest: joinParts(counts.slice(maxInTitle), ", "),
  };
}

/** `4 of 12 behind`, `nobody behind` or `all 12 passed`: what people want to know first while a week is running. */
export function describeBehind(outcomes: readonly WeekOutcome[]): string {
  const { counted, behind, passed } = countProgress(outcomes);
  if (counted === 0) return "";
  if (behind > 0) return `${formatNumber(behind)} of\u00a0${formatNumber(counted)} behind`;
  return passed === counted && passed > 1 ? `all ${formatNumber(passed)} passed` : "nobody behind";
}

/** `8 of 12 passed`: what they want to know first when it's about to end. */
export function describePassedSoFar(outcomes: readonly WeekOutcome[]): string {
  const { counted, passed } = countProgress(outcomes);
  return counted === 0 ? "" : `${formatNumber(passed)} of\u00a0${formatNumber(counted)} passed`;
}

/** `8 of 10 passed`, of weeks that are over; `4 excused` if nobody was judged, and nothing without any result. */
export function describeJudged(outcomes: readonly WeekOutcome[]): string {
  const count = (wanted: WeekOutcome): number => outcomes.filter((outcome) => outcome === wanted).length;
  const [passed, excused] = [count("passed"), count("excused")];
  const judged = passed + count("failed");
  if (judged > 0) return withoutBreaks(`${formatNumber(passed)} of ${formatNumber(judged)} passed`);
  return excused > 0 ? withoutBreaks(`${formatNumber(excused)} excused`) : "";
}

function countProgress(outcomes: readonly WeekOutcome[]) {
  const count = (wanted: WeekOutcome): number => outcomes.filter((outcome) => outcome === wanted).length;
  const [behind, passed] = [count("behind") + count("failed"), count("passed")];
  return { behind, passed, counted: behind + passed + count("on-track") };
}

interface ResultCounts {
  readonly passed: number;
  readonly failed: number;
  readonly excused: number;
}

/** `6 of 8 passed, 4 excused`: how a week ended. */
export function describeResults({ passed, failed, excused }: ResultCounts): string {
  const judged = passed + failed;
  return joinParts(
    [
      judged > 0 && withoutBreaks(`${formatNumber(passed)} of ${formatNumber(judged)} passed`),
      excused > 0 && `${formatNumber(excused)}\u00a0excused`,
    ],
    ", ",
  );
}

/** `3rd fail in a row`, or `12 or more fails in a row`; empty for the first one. */
export function describeStreak(inRow: number): string {
  if (inRow >= maxInRow) return `${maxInRow} or more fails in a row`;
  return inRow > 1 ? `${formatOrdinal(inRow)} fail in a row` : "";
}

/** `@Kenji · 26 of 120 min (3rd fail in a row)`: where a line breaks, it breaks before the bracket. */
export function withStreak(line: string, inRow: number): string {
  const streak = withoutBreaks(describeStreak(inRow));
  return joinParts([line, streak !== "" && `(${streak})`], " ");
}

function formatCounts(outcomes: readonly WeekOutcome[]): readonly string[] {
  const counts = [...Map.groupBy(outcomes, (outcome) => outcome)];
  const told = counts.filter(([outcome]) => outcome !== "nothing" && outcome !== "unknown");
  return told.map(
    ([outcome, { length }]) => `${formatNumber(length)}\u00a0${withoutBreaks(outcomeTexts[outcome])}`,
  );
}

/** `340 min · 52 messages · 4 orders`, as far as they are known. */
export function describeTotal({ minutes, messages, orders }: Pick<Week, "minutes" | "messages" | "orders">) {
  return joinParts([
    minutes !== undefined && withUnit(minutes, "min"),
    messages !== undefined && pluralize(messages, "message"),
    orders !== undefined && pluralize(orders, "order"),
  ]);
}

/** A line for each; one that isn't due at the end of the week says when it is. @param endMs of the week, if known */
export function formatGoalLines(
  goals: readonly JudgedGoal[],
  endMs: number | undefined,
  formats: Formats,
): readonly string[] {
  return goals.map(({ goal, status }) =>
    joinParts([formatGoalLine(goal, status, formats.now), formatOwnDue(goal, endMs, formats)]),
  );
}

/** When it is due, if that isn't the end of the week; `undefined` if it is, or for one that doesn't count. */
export function formatOwnDue(
  { active, due }: Pick<Assignment, "active" | "due">,
  endMs: number | undefined,
  formats: Formats,
): string | undefined {
  const dueMs = parseEpochMs(due);
  return active && dueMs !== undefined && ceilToSecond(dueMs) !== endMs
    ? labelWeekEnd("due", dueMs, "R", formats)
    : undefined;
}
