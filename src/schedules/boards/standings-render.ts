import type { AssignmentWeek } from "../../api/contract/assignments.ts";
import { outcomeOf, type WeekMark, type WeekResult } from "../../domain/week-results.ts";
import { weekEndingAt } from "../../domain/weeks.ts";
import type { PostContext } from "../../ui/render-context.ts";
import { parseGoal } from "../../domain/assignment-status.ts";
import { withUnit } from "../../ui/numbers.ts";
import type { Reply } from "../../ui/reply.ts";
import type { Account } from "../../store/accounts.ts";
import { embed } from "../../ui/embed.ts";
import { describeWeek } from "../../ui/permanent-wording.ts";
import { fitLines, joinParts } from "../../ui/lines.ts";
import { weekEndMark } from "../../ui/week-text.ts";
import { describeGoal, weekMarks } from "../../ui/assignment-text.ts";

export interface FinalRow {
  readonly account: Account;
  /** `undefined` if that week has no result. */
  readonly result: WeekResult<AssignmentWeek & { readonly endMs: number | undefined }> | undefined;
}

interface BestRow {
  readonly row: FinalRow;
  readonly minutes: number;
}

export interface FinalStandings {
  /** The worst first. */
  readonly rows: readonly FinalRow[];
  /** When the week ended, in epoch milliseconds. */
  readonly endsAt: number;
  readonly maxLength: number;
}

const noMark = "▫️";
const namesAPerson = 2;

/** The results of the last week, one line per person, with changes from the week before. */
export function renderFinalStandings(
  { rows, endsAt, maxLength }: FinalStandings,
  { now }: PostContext,
): Reply {
  const head = joinParts(
    [countsOf(rows), `The week ended ${weekEndMark(endsAt, "F")}`, describeBest(rows)],
    "\n",
  );
  const week = describeWeek(weekEndingAt(endsAt).weekStart, now.epochMilliseconds);
  const list = fitLines(rows.map(rowLine), Math.max(0, maxLength - head.length - 2));
  return {
    embeds: [embed({ title: `Final standings, ${week}`, description: joinParts([head, list], "\n\n") })],
  };
}

/** `Most minutes: @Mia 424 min, @Theo 392 min`. */
function describeBest(rows: readonly FinalRow[]): string | undefined {
  const best = bestOf(rows).map(
    ({ row, minutes }) => `<@${row.account.discordUserId}> ${withUnit(minutes, "min")}`,
  );
  return best.length === 0 ? undefined : `Most minutes: ${joinParts(best, ", ")}`;
}

/** The three people with the most minutes in the game, the longest first. */
export function bestOf(rows: readonly FinalRow[]): readonly BestRow[] {
  return rows
    .map((row) => ({ row, minutes: minutesOf(row) }))
    .filter(({ minutes }) => minutes > 0)
    .toSorted((a, b) => b.minutes - a.minutes)
    .slice(0, 3);
}

function minutesOf({ result }: FinalRow): number {
  const entries = result?.entries ?? [];
  const achieved = entries
    .filter(({ target_type: type }) => parseGoal(type) === "minutes")
    .map((entry) => entry.achieved);
  return Math.max(0, ...achieved);
}

const markTexts: Readonly<Record<WeekMark, string>> = {
  passed: "passed",
  failed: "failed",
  excused: "excused",
};

function countsOf(rows: readonly FinalRow[]): string {
  return joinParts(
    (["failed", "passed", "excused"] as const).map((mark) => {
      const count = rows.filter(({ result }) => result?.mark === mark).length;
      const before = rows.filter(({ result }) => result?.before === mark).length;
      return (
        (count > 0 || before > 0) &&
        `${weekMarks[mark]} **${count}** ${markTexts[mark]} (${before} the week before)`
      );
    }),
  );
}

function rowLine({ account, result }: FinalRow): string {
  const person = `<@${account.discordUserId}>`;
  if (result === undefined) return joinParts([`${noMark} ${person}`, "no result"]);
  const { mark, entries, before } = result;
  const failed = entries.filter((entry) => outcomeOf(entry) === "failed");
  return joinParts([
    `${weekMarks[mark]} ${person} ${markTexts[mark]}`,
    ...failed.slice(0, namesAPerson).map(describeFailed),
    failed.length > namesAPerson && `${failed.length - namesAPerson} more`,
    before !== undefined && before !== mark && `${weekMarks[before]} ${markTexts[before]} the week before`,
  ]);
}

function describeFailed({ assignment_name: name, achieved, target, target_type }: AssignmentWeek): string {
  return describeGoal({ name, done: achieved, target, targetType: target_type });
}
