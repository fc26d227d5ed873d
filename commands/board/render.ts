import { pageOf } from "../../src/domain/pages.ts";
import type { WeekOutcome } from "../../src/domain/week-outcome.ts";
import type { Answer } from "../../src/interactions/answer.ts";
import { button, buttonRow } from "../../src/interactions/components.ts";
import type { KnownWeek } from "../../src/store/weeks.ts";
import { embed } from "../../src/text/embed.ts";
import { counted } from "../../src/text/numbers.ts";
import { timeMark } from "../../src/text/time.ts";
import { fitLines, joined, smallPrint } from "../shared/lines.ts";
import { pageButtons, pageWords } from "../shared/page-buttons.ts";
import { type Names, personWords } from "../shared/people.ts";
import {
  missingWords,
  outcomeMarks,
  outcomeWords,
  summaryWords,
  titleOfWeek,
  totalWords,
  weekEndMark,
} from "../shared/week-words.ts";
import type { Member } from "./team.ts";

const peopleAPage = 10;
const missingShown = 3;

export interface BoardView {
  readonly week: KnownWeek;
  readonly members: readonly Member[];
  readonly names: Names;
  /** From 0. */
  readonly page: number;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly customIdOf: (page: number) => string;
  readonly csvId: string;
}

export function renderBoard(view: BoardView): Answer {
  const { week, members, names, now, customIdOf, csvId } = view;
  const page = pageOf(members, view.page, peopleAPage);
  const lines = page.entries.map((member) => memberLine(member, names));
  return {
    embeds: [
      embed({
        title: titleOfWeek("Team board", week, now),
        tone: week.endsAt > now ? "information" : "over",
        description: joined(
          [countWords(members), fitLines(lines, 3_200), smallPrint(truthWords(week, members, now))],
          "\n\n",
        ),
        footer: joined([pageWords(page), counted(members.length, "person", "people")]),
      }),
    ],
    components: [
      ...pageButtons(page, { before: "Back", after: "More" }, customIdOf),
      ...buttonRow(button({ customId: csvId, label: "Get as CSV" })),
    ],
    share: {},
  };
}

/** `❌ 2 failed · ✅ 5 passed`, in the order of the list. */
function countWords(members: readonly Member[]): string {
  const counts = new Map<WeekOutcome, number>();
  for (const { summary } of members) counts.set(summary.outcome, (counts.get(summary.outcome) ?? 0) + 1);
  return joined(
    [...counts].map(([outcome, count]) => `${outcomeMarks[outcome]} ${count} ${outcomeWords[outcome]}`),
  );
}

function memberLine({ userId, week, summary }: Member, names: Names): string {
  const { missing } = summary;
  const left = missing.length - missingShown;
  return joined([
    `${summaryWords(summary)} **${personWords(userId, names)}**`,
    ...missing.slice(0, missingShown).map(missingWords),
    left > 0 && `and ${left} more`,
    week && totalWords(week),
  ]);
}

function truthWords({ endsAt }: KnownWeek, members: readonly Member[], now: number): string {
  const end = weekEndMark(endsAt, "R");
  if (endsAt <= now) {
    const waits = members.some(({ week }) => week?.state === "taken");
    return waits
      ? `Over since ${end}. The workspace did not mark all of it yet, so some figures are those from before the reset.`
      : `Over since ${end}.`;
  }
  const reads = members.map(({ week }) => week?.takenAt).filter((at) => at !== undefined);
  const oldest = reads.length === 0 ? undefined : Temporal.Instant.fromEpochMilliseconds(Math.min(...reads));
  return joined(
    [
      `Resets ${end}.`,
      oldest && `The oldest figure is from ${timeMark(oldest, "R")}; each is read anew every six hours.`,
    ],
    " ",
  );
}
