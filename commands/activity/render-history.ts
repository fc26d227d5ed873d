import type { RenderContext } from "../../src/ui/render-context.ts";
import { paginate } from "../../src/domain/lists.ts";
import { summarizeWeek } from "../../src/domain/week-results.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { button, buttonRow } from "../../src/ui/buttons.ts";
import type { Week } from "../../src/store/weeks.ts";
import { embed } from "../../src/ui/embed.ts";
import { pluralize } from "../../src/ui/numbers.ts";
import { formatDate } from "../../src/ui/permanent-wording.ts";
import { timestamp } from "../../src/ui/time.ts";
import { fitLines, joinParts } from "../../src/ui/lines.ts";
import { pageButtons, describePage } from "../kit/page-buttons.ts";
import { idLine, possessiveOf } from "../../src/ui/people.ts";
import { describeSummary, describeTotal } from "../../src/ui/week-text.ts";

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
        title: `${possessiveOf(userId, names)} weeks`,
        description: joinParts(
          [weeks.length === 0 ? emptyTexts : fitLines(lines, 3_600), idLine([userId], names)],
          "\n\n",
        ),
        footer: joinParts([describePage(page), weeks.length > 0 && pluralize(weeks.length, "week")]),
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

function weekLine(week: Week, now: number): string {
  const summary = summarizeWeek(week, now);
  const snapshotMoment = Temporal.Instant.fromEpochMilliseconds(week.snapshotAt);
  return joinParts([
    joinParts([formatDate(week.weekStart, now), describeTotal(week)], " "),
    (summary.counted > 0 || summary.outcome === "excused") && describeSummary(summary),
    week.endsAt > now && `so far, as of ${timestamp(snapshotMoment, "R")}`,
  ]);
}
