import type { AssignmentWeek } from "../../api/contract/assignments.ts";
import { compareNeed } from "../../domain/attention.ts";
import {
  markedAssignmentOf,
  provenMinutes,
  type WeekMark,
  type WeekResult,
} from "../../domain/week-results.ts";
import { weekEndingAt } from "../../domain/weeks.ts";
import type { PostContext } from "../../ui/render-context.ts";
import type { Reply } from "../../ui/reply.ts";
import type { Account } from "../../store/accounts.ts";
import { embed } from "../../ui/embed.ts";
import { capitalized, describeWeek, shortWeekTitle } from "../../ui/permanent-wording.ts";
import { joinParts, subtext, unbroken } from "../../ui/lines.ts";
import { formatNumber, pluralize, withUnit } from "../../ui/numbers.ts";
import {
  describeOutcomes,
  describeResults,
  outcomeMarks,
  personUnderHeading,
  splitOutcomes,
  toneOfOutcomes,
  withStreak,
} from "../../ui/week-text.ts";
import type { BoardSummary } from "./digest-summary.ts";
import { namesList, outcomesTile, peopleLines } from "./team-render.ts";

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

/** The results of a week that is over: the best three, everyone by result, and the counts of the week before. */
export function renderFinalStandings(
  { rows, endsAt, maxLength }: FinalStandings,
  { now }: PostContext,
): Reply {
  const marks = rows.flatMap(({ result }) => result?.mark ?? []).toSorted(byTitle);
  const week = shortWeekTitle(weekEndingAt(endsAt).weekStart, now.epochMilliseconds);
  const counts = splitOutcomes(marks);
  const everyone = pluralize(rows.length, "person", "people");
  const head = joinParts(["Final standings", joinParts([everyone, counts.rest], ", ")]);
  const before = describeBefore(rows);
  const tail = before === undefined ? "" : subtext(`The week before: ${before}`);
  const best = bestOf(rows);
  const marked = (mark: WeekMark | undefined) => rows.filter(({ result }) => result?.mark === mark);
  const [passed, failed, excused, none] = [
    marked("passed"),
    marked("failed"),
    marked("excused"),
    marked(undefined),
  ];
  const isBack = ({ result }: FinalRow): boolean => result?.before === "failed";
  const back = passed.filter(isBack);
  const podium = block("**Most minutes**", joinParts(best.map(bestPlace)));
  const good = block(
    countOf("passed", passed),
    namesList(passed),
    back.length > 0 && `Back after a failed week: ${namesList(back)}`,
  );
  const rest = joinParts(
    [
      block(countOf("excused", excused), namesList(excused)),
      block(none.length > 0 && `${outcomeMarks.unknown} **No result**`, namesList(none)),
    ],
    "\n\n",
  );
  const others = joinParts([head, podium, good, rest, tail], "\n\n");
  const left = Math.max(0, maxLength - others.length - 20);
  const bad = block(
    countOf("failed", failed),
    failed.length > 0 && peopleLines(failed.map(lineUnderHeading), left),
  );
  return {
    embeds: [
      embed({
        title: joinParts([week, counts.title], ": "),
        tone: toneOfOutcomes(marks),
        description: joinParts([head, podium, good, bad, rest, tail], "\n\n"),
      }),
    ],
  };
}

/** A heading with lines below it; nothing without any. */
function block(heading: string | false, ...lines: readonly (string | false)[]): string {
  const text = joinParts(lines, "\n");
  return text === "" ? "" : joinParts([heading, text], "\n");
}

/** `✅ **6 passed**`. */
function countOf(mark: WeekMark, { length }: readonly FinalRow[]): string {
  return `${outcomeMarks[mark]} **${formatNumber(length)} ${mark}**`;
}

/** For a digest. */
export function summarizeFinal(rows: readonly FinalRow[], endsAt: number, now: number): BoardSummary {
  const marks = rows.flatMap(({ result }) => result?.mark ?? []).toSorted(byTitle);
  const heading = capitalized(describeWeek(weekEndingAt(endsAt).weekStart, now));
  return {
    heading,
    text: describeOutcomes(marks),
    lines: rows.filter(({ result }) => result?.mark === "failed").map(failedLine),
    tile: outcomesTile(heading, marks),
  };
}

/** Those who failed come first, as in the report; then who reached most. */
export function compareFinal(a: FinalRow, b: FinalRow): number {
  const [one, other] = [placeOf(a), placeOf(b)];
  if (one !== other) return one - other;
  if (one !== listOrder.indexOf("failed")) return minutesOf(b) - minutesOf(a);
  return failedInRowOf(b) - failedInRowOf(a) || compareNeed(summarizeFailure(a), summarizeFailure(b));
}

function failedInRowOf({ result }: FinalRow): number {
  return result?.failedInRow ?? 1;
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
  return provenMinutes((result?.entries ?? []).map(markedAssignmentOf)) ?? 0;
}

/** Nothing if nobody was marked in the week before. */
function describeBefore(rows: readonly FinalRow[]): string | undefined {
  const marks = rows.flatMap(({ result }) => result?.before ?? []);
  const count = (mark: WeekMark): number => marks.filter((each) => each === mark).length;
  const counts = { passed: count("passed"), failed: count("failed"), excused: count("excused") };
  return marks.length === 0 ? undefined : describeResults(counts);
}

/** `@Mia 424 min`. */
function bestPlace({ row: { account }, minutes }: BestRow): string {
  return unbroken(`<@${account.discordUserId}> ${withUnit(minutes, "min")}`);
}

/** `❌ @Kenji · 26 of 120 min (3rd week running)`. */
function failedLine(row: FinalRow): string {
  return `${outcomeMarks.failed} ${lineUnderHeading(row)}`;
}

/** The same under a heading that says how the week ended. */
function lineUnderHeading(row: FinalRow): string {
  const assignments = (row.result?.entries ?? []).map(markedAssignmentOf);
  const person = personUnderHeading(`<@${row.account.discordUserId}>`, {
    summary: summarizeFailure(row),
    assignments,
  });
  return withStreak(person, failedInRowOf(row));
}

function summarizeFailure({ result }: FinalRow) {
  const assignments = (result?.entries ?? []).map(markedAssignmentOf);
  const missing = assignments.filter(({ passed, timeoff }) => !passed && !timeoff);
  return { outcome: "failed", missing, behind: [] } as const;
}
