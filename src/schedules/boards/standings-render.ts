import type { AssignmentWeek } from "../../api/contract/assignments.ts";
import { tellingGoal, type WeekMark, type WeekResult } from "../../domain/week-results.ts";
import { weekEndingAt } from "../../domain/weeks.ts";
import type { PostContext } from "../../ui/render-context.ts";
import { parseGoal } from "../../domain/assignment-status.ts";
import type { Reply } from "../../ui/reply.ts";
import type { Account } from "../../store/accounts.ts";
import { embed } from "../../ui/embed.ts";
import { capitalized, describeWeek } from "../../ui/permanent-wording.ts";
import { joinParts } from "../../ui/lines.ts";
import {
  describeFailed,
  describeOutcomes,
  describeResults,
  personLine,
  splitOutcomes,
  toneOfOutcomes,
} from "../../ui/week-text.ts";
import { medals } from "../../ui/week-measures.ts";
import type { BoardSummary } from "./digest-summary.ts";
import { excusedLine, outcomesTile, peopleLines } from "./team-render.ts";

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

/** The results of the last week, one line per person, with the counts of the week before. */
export function renderFinalStandings(
  { rows, endsAt, maxLength }: FinalStandings,
  { now }: PostContext,
): Reply {
  const marks = rows.flatMap(({ result }) => result?.mark ?? []).toSorted(byTitle);
  const week = describeWeek(weekEndingAt(endsAt).weekStart, now.epochMilliseconds);
  const { title, rest } = splitOutcomes(marks);
  const before = describeBefore(rows);
  const head = joinParts(
    [joinParts([capitalized(week), rest]), before && `The week before: ${before}`],
    "\n",
  );
  const places = new Map(bestOf(rows).map(({ row }, index) => [row, medals[index]]));
  const isExcused = ({ result }: FinalRow): boolean => result?.mark === "excused";
  const lines = [
    ...rows.filter((row) => !isExcused(row)).map((row) => rowLine(row, places.get(row))),
    ...excusedLine(rows.filter(isExcused).map(({ account }) => account)),
  ];
  const list = peopleLines(lines, Math.max(0, maxLength - head.length - 2));
  return {
    embeds: [
      embed({
        title: joinParts(["Final standings", title], ": "),
        tone: toneOfOutcomes(marks),
        description: joinParts([head, list], "\n\n"),
      }),
    ],
  };
}

/** For a digest. */
export function summarizeFinal(rows: readonly FinalRow[], endsAt: number, now: number): BoardSummary {
  const marks = rows.flatMap(({ result }) => result?.mark ?? []).toSorted(byTitle);
  const heading = capitalized(describeWeek(weekEndingAt(endsAt).weekStart, now));
  return {
    heading,
    text: describeOutcomes(marks),
    lines: rows.filter(({ result }) => result?.mark === "failed").map((row) => rowLine(row)),
    tile: outcomesTile(heading, marks),
  };
}

/** The worst first, then who reached most. */
export function compareFinal(a: FinalRow, b: FinalRow): number {
  const [one, other] = [placeOf(a), placeOf(b)];
  const further = minutesOf(a) - minutesOf(b);
  return one - other || (one === 0 ? further : -further);
}

const listOrder = ["failed", "passed", "excused"] as const;

/** Without a result comes last. */
function placeOf({ result }: FinalRow): number {
  return result === undefined ? listOrder.length : listOrder.indexOf(result.mark);
}

const titleOrder = ["passed", "failed", "excused"] as const;

/** The good news first, as in the picture; the list begins with the worst. */
function byTitle(a: WeekMark, b: WeekMark): number {
  return titleOrder.indexOf(a) - titleOrder.indexOf(b);
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

/** Nothing if nobody was marked in the week before. */
function describeBefore(rows: readonly FinalRow[]): string | undefined {
  const marks = rows.flatMap(({ result }) => result?.before ?? []);
  const count = (mark: WeekMark): number => marks.filter((each) => each === mark).length;
  const counts = { passed: count("passed"), failed: count("failed"), excused: count("excused") };
  return marks.length === 0 ? undefined : describeResults(counts);
}

/** `❌ @Kenji · 26 of 120 min · failed 3 weeks`. @param medal in place of the mark of who passed */
function rowLine({ account, result }: FinalRow, medal?: string): string {
  const person = `<@${account.discordUserId}>`;
  if (result === undefined) return joinParts([`${noMark} ${person}`, "no result"]);
  const { mark, entries } = result;
  const assignments = entries.map(toAssignment);
  const worst =
    mark === "failed" && tellingGoal(assignments.filter(({ passed, timeoff }) => !passed && !timeoff));
  const missing = worst ? [worst] : [];
  return personLine(
    person,
    { summary: { outcome: mark, missing, behind: [] }, assignments },
    { state: describeMark(result), ...(mark === "passed" && medal !== undefined && { mark: medal }) },
  );
}

function toAssignment({
  assignment_name: name,
  achieved,
  target,
  target_type: targetType,
  ...entry
}: AssignmentWeek) {
  return { name, achieved, target, targetType, passed: entry.passed, timeoff: entry.timeoff === true };
}

function describeMark({ mark, before, failedInRow }: Omit<WeekResult<unknown>, "entries">): string {
  if (mark === "failed") return describeFailed(failedInRow);
  return mark === "passed" && before === "failed" ? "passed after failing" : mark;
}
