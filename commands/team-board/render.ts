import type { RenderContext } from "../../src/ui/render-context.ts";
import { paginate } from "../../src/domain/lists.ts";
import type { WeekOutcome } from "../../src/domain/week-results.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { button, buttonRow, menuRow, type MenuChoice } from "../../src/ui/buttons.ts";
import type { KnownWeek } from "../../src/store/weeks.ts";
import { embed } from "../../src/ui/embed.ts";
import { pluralize } from "../../src/ui/numbers.ts";
import { timestamp } from "../../src/ui/time.ts";
import { fitLines, joinParts, subtext } from "../../src/ui/lines.ts";
import { pageButtons, describePage } from "../kit/page-buttons.ts";
import { type Names, describePerson, personPlain, unnamedLine } from "../../src/ui/people.ts";
import {
  describeMissing,
  outcomeMarks,
  outcomeTexts,
  describeSummary,
  titleOfWeek,
  toneOfOutcomes,
  describeTotal,
  weekEndMark,
} from "../../src/ui/week-text.ts";
import type { Member } from "./team-week.ts";

const peopleAPage = 10;
const missingShown = 3;

export interface TeamWeekView {
  readonly week: KnownWeek;
  readonly members: readonly Member[];
  /** From 0. */
  readonly page: number;
  readonly customIdOf: (page: number) => string;
  readonly csvId: string;
  readonly openId: string;
}

export function renderTeamWeek(view: TeamWeekView, ctx: RenderContext): Reply {
  const { week, members, customIdOf, csvId, openId } = view;
  const { names } = ctx;
  const now = ctx.now.epochMilliseconds;
  const page = paginate(members, view.page, peopleAPage);
  const lines = page.entries.map((member) => memberLine(member, names));
  return {
    embeds: [
      embed({
        title: titleOfWeek("Team board", week, now),
        tone: toneOfOutcomes(members.map(({ summary }) => summary.outcome)),
        description: joinParts(
          [
            describeCount(members),
            fitLines(lines, 3_200),
            joinParts(
              [
                subtext(describeAsOf(week, members, now)),
                unnamedLine(
                  page.entries.map(({ userId }) => userId),
                  names,
                ),
              ],
              "\n",
            ),
          ],
          "\n\n",
        ),
        footer: joinParts([describePage(page), pluralize(members.length, "person", "people")]),
      }),
    ],
    components: [
      ...menuRow(
        openId,
        "Look at one person",
        page.entries.map((member) => menuChoice(member, names)),
      ),
      ...pageButtons(page, { before: "Previous", after: "Next" }, customIdOf),
      ...buttonRow(button({ customId: csvId, label: "Get as CSV" })),
    ],
    share: {},
  };
}

/** `❌ 2 failed · ✅ 5 passed`, in the order of the list. */
function describeCount(members: readonly Member[]): string {
  const counts = new Map<WeekOutcome, number>();
  for (const { summary } of members) counts.set(summary.outcome, (counts.get(summary.outcome) ?? 0) + 1);
  return joinParts(
    [...counts].map(([outcome, count]) => `${outcomeMarks[outcome]} ${count} ${outcomeTexts[outcome]}`),
  );
}

function menuChoice({ userId, summary }: Member, names: Names): MenuChoice {
  return {
    value: userId,
    label: personPlain(userId, names),
    description: `${outcomeMarks[summary.outcome]} ${outcomeTexts[summary.outcome]}`,
  };
}

function memberLine({ userId, week, summary }: Member, names: Names): string {
  const { missing } = summary;
  const left = missing.length - missingShown;
  return joinParts([
    `${describeSummary(summary)} **${describePerson(userId, names)}**`,
    ...missing.slice(0, missingShown).map(describeMissing),
    left > 0 && `and ${left} more`,
    week && describeTotal(week),
  ]);
}

function describeAsOf({ endsAt }: KnownWeek, members: readonly Member[], now: number): string {
  const end = weekEndMark(endsAt, "R");
  if (endsAt <= now) {
    const waits = members.some(({ week }) => week?.state === "provisional");
    return waits
      ? `Ended ${end}. The workspace hasn't marked all of it yet, so some numbers are from before the reset.`
      : `Ended ${end}.`;
  }
  const reads = members.map(({ week }) => week?.snapshotAt).filter((at) => at !== undefined);
  const oldest = reads.length === 0 ? undefined : Temporal.Instant.fromEpochMilliseconds(Math.min(...reads));
  return joinParts(
    [
      `Resets ${end}.`,
      oldest && `The oldest number is from ${timestamp(oldest, "R")}; all are updated every six hours.`,
    ],
    " ",
  );
}
