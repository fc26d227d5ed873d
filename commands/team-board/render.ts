import type { ApiError } from "../../src/api/errors.ts";
import { describeFailure } from "../../src/error-text.ts";
import type { RenderContext } from "../../src/ui/render-context.ts";
import { paginate } from "../../src/domain/lists.ts";
import {
  getMarkedOutcome,
  type WeekOutcome,
  type KnownWeek,
  describeBehind,
  describeTimeLeft,
  formatOutcomeHeading,
  outcomeMarks,
  outcomeTexts,
  formatPersonUnderHeading,
  splitOutcomes,
  getToneOfOutcomes,
  labelWeekEnd,
} from "../weeks/index.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { createButton, maxMenuChoices, createMenuRow, type MenuChoice } from "../../src/ui/buttons.ts";
import { createEmbed } from "../../src/ui/embed.ts";
import { pluralize } from "../../src/ui/numbers.ts";
import { fitLines, joinParts, withoutBreaks } from "../../src/ui/lines.ts";
import { createPageButtons, describePage } from "../kit/paged-list.ts";
import { type Names, describePerson, formatPlainPerson, formatUnnamed } from "../../src/ui/people.ts";
import type { Member } from "./team-week.ts";
import { formatWeekOf } from "../../src/ui/time.ts";
import { toFormatsForOthers } from "../../src/ui/formats.ts";

export interface TeamWeekView {
  readonly week: KnownWeek;
  readonly members: readonly Member[];
  /** From 0. */
  readonly page: number;
  /** Why its numbers couldn't be read again. */
  readonly failure?: ApiError | undefined;
  /** When the oldest of a running week's numbers was read, in epoch milliseconds. */
  readonly readAt: number | undefined;
  /** Whether a picture below the page shows its people: then only those who need attention are named. */
  readonly isDrawn: boolean;
  /** `should be at 34 min by now`. */
  readonly pace?: string | undefined;
  readonly createCustomId: (page: number) => string;
  readonly csvId: string;
  readonly onNowId: string;
  readonly openId: string;
}

/** Follows why they couldn't be read again. */
export const lastNumbers = "these are the last numbers I could read";

export function renderTeamWeek(view: TeamWeekView, ctx: RenderContext): Reply {
  const { week, members, readAt, createCustomId, csvId, onNowId, openId } = view;
  const { names } = ctx;
  const now = ctx.now.epochMilliseconds;
  const page = paginate(members, view.page, getPageSize(members.length));
  const lines = formatGroupedLines(page.entries, view, names);
  const outcomes = members.map(({ summary }) => summary.outcome);
  const { title: counts, rest } = splitOutcomes(outcomes);
  const isRunning = week.endsAt > now;
  const missing = describeMissingResults(week, members, now);
  const when = isRunning
    ? describeTimeLeft(week.endsAt, ctx)
    : joinParts(
        [joinParts([formatWeekOf(week.weekStart, ctx), rest]), labelWeekEnd("Ended", week.endsAt, "R", ctx)],
        "\n",
      );
  return {
    embeds: [
      createEmbed({
        title: joinParts(["Team board", isRunning ? describeBehind(outcomes) : counts], ": "),
        tone: getToneOfOutcomes(outcomes),
        description: joinParts(
          [
            view.failure && `⚠️ ${describeFailure(view.failure, lastNumbers)}`,
            joinParts([when, fitLines(lines, 3_200)], view.isDrawn ? "\n" : "\n\n"),
            missing,
          ],
          "\n\n",
        ),
        footer: joinParts([
          describePage(page),
          pluralize(members.length, "person", "people"),
          !view.isDrawn &&
            formatUnnamed(
              page.entries.map(({ userId }) => userId),
              names,
            ),
          // Discord shows the time right after it.
          readAt !== undefined && "last read",
        ]),
        at: readAt === undefined ? undefined : Temporal.Instant.fromEpochMilliseconds(readAt),
      }),
    ],
    components: [
      ...createMenuRow(
        openId,
        "Open a person",
        page.entries.map((member) => toMenuChoice(member, names)),
      ),
      ...createPageButtons(
        page,
        { before: "Previous", after: "Next" },
        createCustomId,
        createButton({ customId: csvId, label: "Download CSV" }),
        createButton({ customId: onNowId, label: "On now" }),
      ),
    ],
    share: { renderForOthers: () => renderTeamWeek(view, toFormatsForOthers(ctx)) },
  };
}

/** As many as the menu below them holds, or as the full menu of a team board, which leads to the second page. */
function getPageSize(total: number): number {
  return total > maxMenuChoices ? maxMenuChoices - 1 : maxMenuChoices;
}

function toMenuChoice({ userId, summary }: Member, names: Names): MenuChoice {
  return {
    value: userId,
    label: formatPlainPerson(userId, names),
    description: `${outcomeMarks[summary.outcome]} ${outcomeTexts[summary.outcome]}`,
  };
}

/**
 * Those who need attention, one per line, then the names of the others after `🟦 **6 on track**`.
 * The headings count the other pages' people, too.
 */
function formatGroupedLines(
  shown: readonly Member[],
  { members, isDrawn, pace }: TeamWeekView,
  names: Names,
): readonly string[] {
  const isBad = (outcome: WeekOutcome): boolean => outcome === "failed" || outcome === "behind";
  const named = shown.filter(({ summary }) => !isDrawn || isBad(summary.outcome));
  const groups = [...Map.groupBy(named, ({ summary }) => summary.outcome)].map(([outcome, those]) => {
    const count = members.filter(({ summary }) => summary.outcome === outcome).length;
    const heading = joinParts([
      formatOutcomeHeading(outcome, isDrawn ? undefined : count),
      outcome === "behind" && !isDrawn && pace !== undefined && withoutBreaks(pace),
    ]);
    return { outcome, heading, those, isListed: !isDrawn };
  });
  const listed = groups.filter((group) => group.isListed);
  const lines = listed.flatMap(({ heading, those }) => [
    heading,
    ...those.map((member) => formatMemberLine(member, names)),
  ]);
  const others = groups
    .filter((group) => !group.isListed)
    .map(({ heading, those }) => {
      const people = those.map(({ userId }) => describePerson(userId, names));
      return `${heading} ${joinParts(people, ", ")}`;
    });
  return [...lines, ...others.map((line, index) => (index === 0 && lines.length > 0 ? `\n${line}` : line))];
}

function formatMemberLine({ userId, week, summary }: Member, names: Names): string {
  const assignments = week?.assignments ?? [];
  return formatPersonUnderHeading(describePerson(userId, names), { summary, assignments });
}

/** Why a past week's numbers may still change. */
export function describeMissingResults(
  { endsAt }: KnownWeek,
  members: readonly Member[],
  now: number,
): string | undefined {
  const isOpen = ({ week }: Member): boolean => week !== undefined && getMarkedOutcome(week) === "unmarked";
  return endsAt <= now && members.some(isOpen)
    ? "Not everyone's results are in yet, so some numbers are from before the reset."
    : undefined;
}
