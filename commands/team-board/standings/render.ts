import type { AssignmentWeek } from "../../../src/api/contract/assignments.ts";
import {
  compareNeed,
  summarizeWeek,
  toMarkedAssignment,
  findProvenMinutes,
  type WeekMark,
  type WeekResult,
  type WeekSummary,
  describeOutcomes,
  describeResults,
  outcomeMarks,
  formatPersonUnderHeading,
  splitOutcomes,
  getToneOfOutcomes,
  withStreak,
} from "../../weeks/index.ts";
import { getWeekEndingAt } from "../../../src/domain/week-boundaries.ts";
import type { Reply } from "../../../src/ui/reply.ts";
import type { Account } from "../../../src/store/accounts.ts";
import { createEmbed } from "../../../src/ui/embed.ts";
import { formatShortWeekTitle, type Dates, formatWeekOf } from "../../../src/ui/time.ts";
import { joinParts } from "../../../src/ui/lines.ts";
import { formatNumber, pluralize } from "../../../src/ui/numbers.ts";
import type { BoardSummary } from "../../boards/index.ts";
import { formatNamesList, createOutcomesTile, joinPeopleLines } from "../render-board.ts";

export interface FinalRow {
  readonly account: Account;
  /** `undefined` if that week has no result. */
  readonly result: WeekResult<AssignmentWeek & { readonly endMs: number | undefined }> | undefined;
}

export interface FinalStandings {
  /** The worst first. */
  readonly rows: readonly FinalRow[];
  /** When the week ended, in epoch milliseconds. */
  readonly endsAt: number;
  readonly maxLength: number;
}

/** The results of a week that is over: everyone by result, the best three, and the counts of the week before. */
export function renderFinalStandings({ rows, endsAt, maxLength }: FinalStandings, dates: Dates): Reply {
  const marks = rows.flatMap(({ result }) => result?.mark ?? []).toSorted(compareForTitle);
  const week = formatShortWeekTitle(getWeekEndingAt(endsAt).weekStart, dates);
  const counts = splitOutcomes(marks);
  const everyone = pluralize(rows.length, "person", "people");
  const before = describeBefore(rows);
  const head = joinParts(
    [
      joinParts(["Final standings", joinParts([everyone, counts.rest], ", ")]),
      before !== undefined && `The week before: ${before}`,
    ],
    "\n",
  );
  const marked = (mark: WeekMark | undefined) => rows.filter(({ result }) => result?.mark === mark);
  const [passed, failed, excused, none] = [
    marked("passed"),
    marked("failed"),
    marked("excused"),
    marked(undefined),
  ];
  const isBack = ({ result }: FinalRow): boolean => result?.before === "failed";
  const back = passed.filter(isBack);
  const good = formatBlock(
    formatCount("passed", passed, passed.some((row) => getMinutes(row) > 0) && "(minutes)"),
    formatPassedList(passed),
    back.length > 0 && `Back after failing: ${formatNamesList(back)}`,
  );
  const noResult = formatBlock(
    none.length > 0 && `${outcomeMarks.unknown} **No result**`,
    formatNamesList(none),
  );
  const rest = joinParts(
    [formatBlock(formatCount("excused", excused), formatNamesList(excused)), noResult],
    "\n\n",
  );
  const others = joinParts([head, good, rest], "\n\n");
  const left = Math.max(0, maxLength - others.length - 20);
  const bad = formatBlock(
    formatCount("failed", failed),
    failed.length > 0 && joinPeopleLines(failed.map(formatLineUnderHeading), left),
  );
  return {
    embeds: [
      createEmbed({
        title: joinParts([week, counts.title], ": "),
        tone: getToneOfOutcomes(marks),
        description: joinParts([head, bad, good, rest], "\n\n"),
      }),
    ],
  };
}

/** A heading with lines below it; nothing without any. */
function formatBlock(heading: string | false, ...lines: readonly (string | false)[]): string {
  const text = joinParts(lines, "\n");
  return text === "" ? "" : joinParts([heading, text], "\n");
}

/** `✅ **6 passed**`, and what the list below it says of each. */
function formatCount(
  mark: WeekMark,
  { length }: readonly FinalRow[],
  listed: string | false = false,
): string {
  return joinParts([`${outcomeMarks[mark]} **${formatNumber(length)} ${mark}**`, listed], " ");
}

/** For a digest. */
export function summarizeFinal(rows: readonly FinalRow[], endsAt: number, dates: Dates): BoardSummary {
  const marks = rows.flatMap(({ result }) => result?.mark ?? []).toSorted(compareForTitle);
  const heading = formatWeekOf(getWeekEndingAt(endsAt).weekStart, dates);
  return {
    heading,
    text: describeOutcomes(marks),
    lines: rows.filter(({ result }) => result?.mark === "failed").map(formatFailedLine),
    tile: createOutcomesTile(heading, marks),
  };
}

/** Those who failed come first, as in the report; then who reached most. */
export function compareFinal(a: FinalRow, b: FinalRow): number {
  const [one, other] = [getPlace(a), getPlace(b)];
  if (one !== other) return one - other;
  if (one !== listOrder.indexOf("failed")) return getMinutes(b) - getMinutes(a);
  return getFailedInRow(b) - getFailedInRow(a) || compareNeed(summarizeFailure(a), summarizeFailure(b));
}

function getFailedInRow({ result }: FinalRow): number {
  return result?.failedInRow ?? 1;
}

const listOrder = ["failed", "passed", "excused"] as const;

/** Without a result comes last. */
function getPlace({ result }: FinalRow): number {
  return result === undefined ? listOrder.length : listOrder.indexOf(result.mark);
}

const titleOrder = ["passed", "failed", "excused"] as const;

/** The good news first, as in the picture; the list begins with the worst. */
function compareForTitle(a: WeekMark, b: WeekMark): number {
  return titleOrder.indexOf(a) - titleOrder.indexOf(b);
}

export function getMinutes({ result }: FinalRow): number {
  return findProvenMinutes((result?.entries ?? []).map(toMarkedAssignment)) ?? 0;
}

/** Nothing if nobody was marked in the week before. */
function describeBefore(rows: readonly FinalRow[]): string | undefined {
  const marks = rows.flatMap(({ result }) => result?.before ?? []);
  const count = (mark: WeekMark): number => marks.filter((each) => each === mark).length;
  const counts = { passed: count("passed"), failed: count("failed"), excused: count("excused") };
  return marks.length === 0 ? undefined : describeResults(counts);
}

/** `@Mia **424**, @Theo **392**`: with their minutes, if any. */
function formatPassedList(rows: readonly FinalRow[]): string {
  return formatNamesList(rows, (row) => {
    const minutes = getMinutes(row);
    return minutes > 0 && `**${formatNumber(minutes)}**`;
  });
}

/** `❌ @Kenji · 26 of 120 min (3rd week running)`. */
function formatFailedLine(row: FinalRow): string {
  return `${outcomeMarks.failed} ${formatLineUnderHeading(row)}`;
}

/** The same under a heading that says how the week ended. */
function formatLineUnderHeading(row: FinalRow): string {
  const assignments = (row.result?.entries ?? []).map(toMarkedAssignment);
  const person = formatPersonUnderHeading(`<@${row.account.discordUserId}>`, {
    summary: summarizeFailure(row),
    assignments,
  });
  return withStreak(person, getFailedInRow(row));
}

export function summarizeFailure({ result }: FinalRow): WeekSummary {
  const assignments = (result?.entries ?? []).map(toMarkedAssignment);
  return summarizeWeek({ assignments, endsAt: 0, snapshotAt: 0 }, 0);
}
