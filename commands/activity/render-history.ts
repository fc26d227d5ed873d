import type { RenderContext } from "../../src/ui/render-context.ts";
import { paginate } from "../../src/domain/lists.ts";
import { summarizeWeek } from "../../src/domain/week-results.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { button, buttonRow } from "../../src/ui/buttons.ts";
import type { Week } from "../../src/store/weeks.ts";
import { embed } from "../../src/ui/embed.ts";
import { formatNumber } from "../../src/ui/numbers.ts";
import { shortDate } from "../../src/ui/permanent-wording.ts";
import { timestamp } from "../../src/ui/time.ts";
import { fitLines, joinParts, subtext } from "../../src/ui/lines.ts";
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
  const lines = page.entries.map((week) => weekLine(week, now));
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
      ...pageButtons(page, { before: "Previous", after: "Next" }, customIdOf),
      ...(weeks.length === 0 ? [] : buttonRow(button({ customId: csvId, label: "Get as CSV" }))),
    ],
    share: { userId },
  };
}

const emptyTexts = "No saved weeks yet. The first numbers appear within minutes of connecting.";

/** One line on a phone; the messages are in the table. */
function weekLine(week: Week, now: number): string {
  const { outcome, passed, counted } = summarizeWeek(week, now);
  const total = outcome !== "excused" && describeTotal({ ...week, messages: undefined });
  return joinParts([
    `${outcomeMarks[outcome]} **${shortDate(week.weekStart, now)}**`,
    (counted > 0 || !total) && outcomeTexts[outcome],
    total || (counted > 0 && `${formatNumber(passed)} of ${formatNumber(counted)}`),
  ]);
}

/** `Your 12 weeks: 5 passed, 2 failed, 4 excused`, of the weeks that are over. */
function titleOf({ userId, weeks }: HistoryView, { by, names, now }: RenderContext): string {
  const counted = weeks.length > 1 ? `${formatNumber(weeks.length)} weeks` : "weeks";
  const what = `${possessiveFor(by, userId, names)} ${counted}`;
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
  const counts = (["passed", "failed", "excused"] as const).map((wanted) => {
    const { length } = ended.filter((outcome) => outcome === wanted);
    return length > 0 && `${length} ${wanted}`;
  });
  return joinParts(counts, ", ");
}

function soFar(weeks: readonly Week[], now: number): string | undefined {
  const week = weeks.find(({ endsAt }) => endsAt > now);
  if (week === undefined) return undefined;
  const readAt = Temporal.Instant.fromEpochMilliseconds(week.snapshotAt);
  return subtext(`${shortDate(week.weekStart, now)} is still running, updated ${timestamp(readAt, "R")}`);
}
