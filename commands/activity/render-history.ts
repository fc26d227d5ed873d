import { pageOf } from "../../src/domain/pages.ts";
import { summaryOf } from "../../src/domain/week-outcome.ts";
import type { Answer } from "../../src/interactions/answer.ts";
import { button, buttonRow } from "../../src/interactions/components.ts";
import type { Week } from "../../src/store/weeks.ts";
import { embed } from "../../src/text/embed.ts";
import { bar, counted } from "../../src/text/numbers.ts";
import { dateWords } from "../../src/text/lasting.ts";
import { timeMark } from "../../src/text/time.ts";
import { fitLines, joined, smallPrint } from "../shared/lines.ts";
import { pageButtons, pageWords } from "../shared/page-buttons.ts";
import { type Names, personWords } from "../shared/people.ts";
import { summaryWords, totalWords } from "../shared/week-words.ts";

const weeksAPage = 12;

export interface HistoryView {
  readonly userId: string;
  readonly names: Names;
  /** Newest first. */
  readonly weeks: readonly Week[];
  /** From 0. */
  readonly page: number;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly customIdOf: (page: number) => string;
  readonly csvId: string;
}

export function renderHistory(view: HistoryView): Answer {
  const { userId, names, weeks, now, customIdOf, csvId } = view;
  const page = pageOf(weeks, view.page, weeksAPage);
  const most = Math.max(1, ...weeks.map(({ minutes = 0 }) => minutes));
  const lines = page.entries.map((week) => weekLine(week, most, now));
  return {
    embeds: [
      embed({
        title: "Week by week",
        description: joined(
          [
            `Of ${personWords(userId, names)}`,
            weeks.length === 0 ? emptyWords : fitLines(lines, 3_600),
            weeks.length > 0 && smallPrint("A full bar is the most minutes of the weeks asked for."),
          ],
          "\n\n",
        ),
        footer: joined([pageWords(page), weeks.length > 0 && counted(weeks.length, "week")]),
      }),
    ],
    components: [
      ...pageButtons(page, { before: "Newer", after: "Older" }, customIdOf),
      ...(weeks.length === 0 ? [] : buttonRow(button({ customId: csvId, label: "Get as CSV" }))),
    ],
    share: { userId },
  };
}

const emptyWords =
  "No week is remembered yet. The first figures come within minutes after somebody is connected, and each week is kept for two years.";

function weekLine(week: Week, most: number, now: number): string {
  const summary = summaryOf(week, now);
  const taken = Temporal.Instant.fromEpochMilliseconds(week.takenAt);
  return joined([
    joined(
      [
        dateWords(week.weekStart, now),
        week.minutes !== undefined && bar(week.minutes, most),
        totalWords(week),
      ],
      " ",
    ),
    (summary.counted > 0 || summary.outcome === "excused") && summaryWords(summary),
    week.endsAt > now && `so far, as of ${timeMark(taken, "R")}`,
  ]);
}
