import type { RenderContext } from "../../src/ui/render-context.ts";
import { paginate } from "../../src/domain/lists.ts";
import { summarizeWeek } from "../../src/domain/week-results.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { button } from "../../src/ui/buttons.ts";
import type { Week } from "../../src/store/weeks.ts";
import { embed } from "../../src/ui/embed.ts";
import { formatNumber, pluralize } from "../../src/ui/numbers.ts";
import { shortDate } from "../../src/ui/permanent-wording.ts";
import { timestamp } from "../../src/ui/time.ts";
import { fitLines, joinParts, subtext, unbroken } from "../../src/ui/lines.ts";
import { pageButtons, describePage } from "../kit/page-buttons.ts";
import { peopleIds, possessiveFor } from "../../src/ui/people.ts";
import { describeTotal, outcomeMarks, outcomeTexts, toneOfOutcomes } from "../../src/ui/week-text.ts";

const weeksAPage = 12;

export interface HistoryView {
  readonly userId: string;
  /** Newest first. */
  readonly weeks: readonly Week[];
  /** From 0. */
  readonly page: number;
  readonly customIdOf: (page: number) => string;
  readonly csvId: string;
}

export function renderHistory(view: HistoryView, ctx: RenderContext): Reply {
  const { userId, weeks, customIdOf, csvId } = view;
  const { names } = ctx;
  const now = ctx.now.epochMilliseconds;
  const page = paginate(weeks, view.page, weeksAPage);
  const lines = inRows(page.entries, now).map((row) => rowLine(row, now));
  return {
    embeds: [
      embed({
        title: titleOf(view, ctx),
        tone: toneOf(weeks, now),
        description: joinParts(
          [weeks.length === 0 ? emptyTexts : fitLines(lines, 3_600), soFar(page.entries, now)],
          "\n",
        ),
        footer: joinParts([
          describePage(page),
          names.get(userId)?.discordUserId !== ctx.by && peopleIds([userId], names),
        ]),
      }),
    ],
    components: [
      ...pageButtons(
        page,
        { before: "Previous", after: "Next" },
        customIdOf,
        ...(weeks.length === 0 ? [] : [button({ customId: csvId, label: "Get as CSV" })]),
      ),
    ],
    share: { userId },
  };
}

const emptyTexts = "No saved weeks yet. The first numbers appear within minutes of connecting.";

/** The weeks of each row: excused weeks that follow each other share one. */
function inRows(weeks: readonly Week[], now: number): readonly (readonly Week[])[] {
  const rows: Week[][] = [];
  for (const week of weeks) {
    const row = rows.at(-1);
    const later = row?.at(-1);
    if (row !== undefined && later !== undefined && areExcusedInTurn(week, later, now)) row.push(week);
    else rows.push([week]);
  }
  return rows;
}

function areExcusedInTurn(earlier: Week, later: Week, now: number): boolean {
  const isExcused = (week: Week): boolean =>
    week.endsAt <= now && summarizeWeek(week, now).outcome === "excused";
  const follows = Temporal.PlainDate.from(earlier.weekStart).add({ days: 7 });
  return isExcused(earlier) && isExcused(later) && follows.equals(later.weekStart);
}

/** @param weeks newest first */
function rowLine(weeks: readonly Week[], now: number): string {
  const [last, first] = [weeks[0], weeks.at(-1)];
  if (last === undefined || first === undefined) return "";
  if (first === last) return weekLine(last, now);
  const lastDay = Temporal.PlainDate.from(last.weekStart).add({ days: 6 }).toString();
  return joinParts([
    `${outcomeMarks.excused} **${shortDate(first.weekStart, now)} to ${shortDate(lastDay, now)}**`,
    outcomeTexts.excused,
    pluralize(weeks.length, "week"),
  ]);
}

/** One line on a phone; the messages are in the table. */
function weekLine(week: Week, now: number): string {
  const { outcome, passed, counted } = summarizeWeek(week, now);
  const isRunning = week.endsAt > now;
  // What is reached early isn't passed yet: it would be one more than the title counts.
  const state = isRunning && outcome === "passed" ? "on-track" : outcome;
  const isBehind = state === "behind";
  const orders = isBehind ? undefined : week.orders;
  const total = state !== "excused" && describeTotal({ ...week, messages: undefined, orders });
  const isSaid = !total || isBehind || (counted > 0 && !isRunning);
  return joinParts([
    `${outcomeMarks[state]} **${shortDate(week.weekStart, now)}**`,
    isRunning && "this\u00a0week",
    isSaid && outcomeTexts[state],
    total || (counted > 0 && `${formatNumber(passed)} of ${formatNumber(counted)}`),
  ]);
}

/** `Your weeks: 5 of 7 passed`, of the weeks that are over. */
function titleOf({ userId, weeks }: HistoryView, { by, names, now }: RenderContext): string {
  const what = `${possessiveFor(by, userId, names)} weeks`;
  return joinParts([what, describeOutcomes(weeks, now.epochMilliseconds)], ": ");
}

/** The colour of the current week's state. */
function toneOf(weeks: readonly Week[], now: number): ReturnType<typeof toneOfOutcomes> {
  const current = weeks.find(({ endsAt }) => endsAt > now);
  const { outcome } = summarizeWeek(current, now);
  return outcome === "unknown" || outcome === "nothing" ? "information" : toneOfOutcomes([outcome]);
}

function describeOutcomes(weeks: readonly Week[], now: number): string {
  const ended = weeks.filter(({ endsAt }) => endsAt <= now).map((week) => summarizeWeek(week, now).outcome);
  const count = (wanted: (typeof ended)[number]): number =>
    ended.filter((outcome) => outcome === wanted).length;
  const [passed, excused] = [count("passed"), count("excused")];
  const judged = passed + count("failed");
  if (judged > 0) return unbroken(`${formatNumber(passed)} of ${formatNumber(judged)} passed`);
  return excused > 0 ? unbroken(`${formatNumber(excused)} excused`) : "";
}

function soFar(weeks: readonly Week[], now: number): string | undefined {
  const week = weeks.find(({ endsAt }) => endsAt > now);
  if (week === undefined) return undefined;
  const readAt = Temporal.Instant.fromEpochMilliseconds(week.snapshotAt);
  return subtext(`${shortDate(week.weekStart, now)} is still running, updated ${timestamp(readAt, "R")}`);
}
