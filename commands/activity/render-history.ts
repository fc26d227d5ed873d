import type { RenderContext } from "../../src/ui/render-context.ts";
import { paginate } from "../../src/domain/lists.ts";
import {
  getMarkedOutcome,
  summarizeWeek,
  type Week,
  noSavedWeeksText,
  describeJudged,
  describeTotal,
  outcomeMarks,
  outcomeTexts,
  getToneOfOutcomes,
  unmarkedText,
} from "../weeks/index.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { createButton, createMenuRow, type MenuChoice } from "../../src/ui/buttons.ts";
import { createEmbed } from "../../src/ui/embed.ts";
import { formatNumber, pluralize } from "../../src/ui/numbers.ts";
import { formatShortDate, formatShortDates, labelMoment } from "../../src/ui/time.ts";
import { fitLines, joinParts, subtext } from "../../src/ui/lines.ts";
import { createPageButtons, describePage } from "../kit/paged-list.ts";
import { formatPeople, formatWhose, isReaderAlone } from "../../src/ui/people.ts";
import { type Formats, toFormatsForOthers } from "../../src/ui/formats.ts";

const weeksAPage = 12;
/** How many weeks may be chosen, up to the most that are saved. */
const weekCounts = [3, 6, 12, 26, 52, 104];

export interface HistoryView {
  readonly userId: string;
  /** Newest first. */
  readonly weeks: readonly Week[];
  /** How many weeks were asked for; there may be fewer. */
  readonly asked: number;
  /** From 0. */
  readonly page: number;
  readonly createCustomId: (page: number) => string;
  readonly csvId: string;
  /** The id of the menu for how many weeks are shown. */
  readonly weeksMenuId: string;
}

export function renderHistory(view: HistoryView, ctx: RenderContext): Reply {
  const { userId, weeks, asked, createCustomId, csvId, weeksMenuId } = view;
  const { names } = ctx;
  const now = ctx.now.epochMilliseconds;
  const page = paginate(weeks, view.page, weeksAPage);
  const lines = groupIntoRows(page.entries, now).map((row) => formatRowLine(row, ctx));
  return {
    embeds: [
      createEmbed({
        title: formatTitle(view, ctx),
        tone: getTone(weeks, now),
        description: joinParts(
          [
            weeks.length === 0 ? describeNoWeeks(view, ctx) : fitLines(lines, 3_600),
            describeSoFar(page.entries, ctx),
          ],
          "\n",
        ),
        footer: joinParts([describePage(page), !isReaderAlone(userId, ctx) && formatPeople([userId], names)]),
      }),
    ],
    components: [
      ...(weeks.length === 0 ? [] : createMenuRow(weeksMenuId, "Choose how many weeks", listCounts(asked))),
      ...createPageButtons(
        page,
        { before: "Previous", after: "Next" },
        createCustomId,
        ...(weeks.length === 0 ? [] : [createButton({ customId: csvId, label: "Download CSV" })]),
      ),
    ],
    share: { userId, renderForOthers: () => renderHistory(view, toFormatsForOthers(ctx)) },
  };
}

function listCounts(asked: number): readonly MenuChoice[] {
  return weekCounts.map((count) => ({
    label: `Last ${pluralize(count, "week")}`,
    value: String(count),
    isChosen: count === asked,
  }));
}

/** The weeks of each row: excused weeks that follow each other share one. */
function groupIntoRows(weeks: readonly Week[], now: number): readonly (readonly Week[])[] {
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
  const isExcused = (week: Week): boolean => week.endsAt <= now && getMarkedOutcome(week) === "excused";
  const follows = Temporal.PlainDate.from(earlier.weekStart).add({ days: 7 });
  return isExcused(earlier) && isExcused(later) && follows.equals(later.weekStart);
}

/** @param weeks newest first */
function formatRowLine(weeks: readonly Week[], formats: Formats): string {
  const [last, first] = [weeks[0], weeks.at(-1)];
  if (last === undefined || first === undefined) return "";
  if (first === last) return formatWeekLine(last, formats);
  const lastDay = Temporal.PlainDate.from(last.weekStart).add({ days: 6 });
  return joinParts([
    `${outcomeMarks.excused} **${formatShortDates(Temporal.PlainDate.from(first.weekStart), lastDay, formats)}**`,
    outcomeTexts.excused,
    pluralize(weeks.length, "week"),
  ]);
}

/** One line on a phone; the messages are in the table. */
function formatWeekLine(week: Week, formats: Formats): string {
  const now = formats.now.epochMilliseconds;
  const { outcome, passed, counted } = summarizeWeek(week, now);
  const isRunning = week.endsAt > now;
  if (!isRunning && getMarkedOutcome(week) === "unmarked")
    return joinParts([
      `${outcomeMarks.unknown} **${formatShortDate(week.weekStart, formats)}**`,
      unmarkedText,
      describeTotal({ ...week, messages: undefined }),
    ]);
  const isBehind = outcome === "behind";
  const orders = isBehind ? undefined : week.orders;
  const total = outcome !== "excused" && describeTotal({ ...week, messages: undefined, orders });
  // A mark alone says nothing to a screen reader. Of a running week, its date and numbers say enough.
  const isSaid = !total || isBehind || (!isRunning && (outcome === "failed" || outcome === "passed"));
  return joinParts([
    `${outcomeMarks[outcome]} **${formatShortDate(week.weekStart, formats)}**`,
    isRunning && (formats.tense === "now" ? "this\u00a0week" : "so\u00a0far"),
    isSaid && outcomeTexts[outcome],
    total || (counted > 0 && `${formatNumber(passed)} of ${formatNumber(counted)}`),
  ]);
}

function describeNoWeeks({ userId }: HistoryView, { names, commandMention }: RenderContext): string {
  return names.get(userId)?.discordUserId === undefined
    ? `No saved weeks, since only those of connected people are saved. A manager can connect them with ${commandMention("account connect")}.`
    : noSavedWeeksText;
}

/** `Your weeks: 5 of 7 passed`, of the weeks that are over. */
function formatTitle({ userId, weeks }: HistoryView, ctx: RenderContext): string {
  const what = `${formatWhose(userId, ctx)} weeks`;
  const nowMs = ctx.now.epochMilliseconds;
  const over = weeks.filter((week) => week.endsAt <= nowMs && getMarkedOutcome(week) !== "unmarked");
  return joinParts([what, describeJudged(over.map((week) => summarizeWeek(week, nowMs).outcome))], ": ");
}

/** The colour of the current week's state. */
function getTone(weeks: readonly Week[], now: number): ReturnType<typeof getToneOfOutcomes> {
  const current = weeks.find(({ endsAt }) => endsAt > now);
  const { outcome } = summarizeWeek(current, now);
  return outcome === "unknown" || outcome === "nothing" ? "information" : getToneOfOutcomes([outcome]);
}

function describeSoFar(weeks: readonly Week[], formats: Formats): string | undefined {
  const week = weeks.find(({ endsAt }) => endsAt > formats.now.epochMilliseconds);
  return week && subtext(labelMoment("Updated", week.snapshotAt, "R", formats));
}
