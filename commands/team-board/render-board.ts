import { hasUnread } from "../../src/api/contract/assignments.ts";
import type { Reply } from "../../src/ui/reply.ts";
import {
  compareNeed,
  type WeekAssignment,
  summarizeWeek,
  listWeekAssignments,
  type WeekOutcome,
  type WeekSummary,
  findEndOfWeekMs,
  describeOutcomes,
  describeTimeLeft,
  formatOutcomeHeading,
  outcomeTexts,
  formatPersonLine,
  formatPersonUnderHeading,
  getToneOfOutcomes,
} from "../weeks/index.ts";
import type { Account } from "../../src/store/accounts.ts";
import { createEmbed } from "../../src/ui/embed.ts";
import { formatNumber, pluralize } from "../../src/ui/numbers.ts";
import { fitLines, joinParts, subtext, withoutBreaks } from "../../src/ui/lines.ts";
import type { ToneName } from "../../src/pictures/kit/colours.ts";
import type { BoardSummary, DigestTile } from "../boards/index.ts";
import type { TeamMember } from "./data.ts";
import type { Formats } from "../../src/ui/formats.ts";

/** How one connected person is doing this week. */
export interface TeamRow {
  readonly account: Account;
  readonly summary: WeekSummary;
  /** Some of their assignments couldn't be read. */
  readonly isPartial?: boolean;
}

/** Includes everything that counts this week, reached or not. */
export interface TeamRowInFull extends TeamRow {
  readonly assignments: readonly WeekAssignment[];
}

export interface TeamBoard {
  /** What it is, and what follows from how everyone is doing. */
  readonly title: (outcomes: readonly WeekOutcome[]) => string;
  /** The worst first. */
  readonly rows: readonly TeamRowInFull[];
  /** Discord ids of members with an open connection request. */
  readonly waiting: readonly string[];
  /** The end of the week, exclusive, in epoch milliseconds. */
  readonly resetsAt: number | undefined;
  /** `should be at 34 min by now`. */
  readonly pace?: string | undefined;
  readonly maxLength: number;
  /** Whether a picture shows everyone's progress. */
  readonly isDrawn: boolean;
}

const maxWaiting = 10;
/** More lines than these nobody reads in a channel; the table has everyone. */
const maxLines = 15;
/** More names on one line neither. */
const maxNames = 15;

/**
 * Who is behind and with what, one per line, then a line for everyone else with the same outcome; beside a picture only
 * the names of those behind.
 */
export function renderTeamBoard(
  { title, rows, waiting, resetsAt, pace, maxLength, isDrawn }: TeamBoard,
  formats: Formats,
): Reply {
  const outcomes = rows.map(({ summary }) => summary.outcome);
  const head =
    resetsAt === undefined ? pluralize(rows.length, "person", "people") : describeTimeLeft(resetsAt, formats);
  const tail = waiting.length === 0 ? "" : subtext(describeWaiting(waiting));
  const isBad = ({ summary: { outcome } }: TeamRow): boolean => outcome === "failed" || outcome === "behind";
  const { listed = [], named = [] } = Object.groupBy(
    rows.filter((row) => !isDrawn || isBad(row)),
    (row) => (isBad(row) && !isDrawn ? "listed" : "named"),
  );
  const lines = [...groupByOutcome(named)].map(([outcome, alike]) => {
    const heading = formatOutcomeHeading(
      outcome,
      isDrawn ? undefined : alike.length,
      findGroupText(outcome, alike),
    );
    return joinParts([heading, formatNamesList(alike)], " ");
  });
  const listedLines = [...groupByOutcome(listed)].flatMap(([outcome, alike]) => {
    const heading = joinParts([
      formatOutcomeHeading(outcome, alike.length),
      outcome === "behind" && pace !== undefined && withoutBreaks(pace),
    ]);
    return alike.map(({ account: { discordUserId }, ...row }, index) => {
      const line = formatPersonUnderHeading(`<@${discordUserId}>`, row);
      return index === 0 ? `${heading}\n${line}` : line;
    });
  });
  const room = Math.max(0, maxLength - head.length - tail.length - 6);
  const others = fitLines(lines, room);
  const people = joinPeopleLines(listedLines, Math.max(0, room - others.length));
  return {
    embeds: [
      createEmbed({
        title: title(outcomes),
        tone: getToneOfOutcomes(outcomes),
        description: joinParts(
          [joinParts([head, joinParts([people, others], "\n\n")], isDrawn ? "\n" : "\n\n"), tail],
          "\n\n",
        ),
      }),
    ],
  };
}

function groupByOutcome<R extends TeamRow>(rows: readonly R[]): ReadonlyMap<WeekOutcome, readonly R[]> {
  return Map.groupBy(rows, ({ summary }) => summary.outcome);
}

/** For a digest. */
export function summarizeTeam(rows: readonly TeamRowInFull[], heading: string): BoardSummary {
  const outcomes = rows.map(({ summary }) => summary.outcome);
  const behind = outcomes.filter((outcome) => outcome === "behind").length;
  return {
    heading,
    text: describeOutcomes(outcomes),
    lines: rows.filter(({ summary }) => summary.outcome === "behind").map(formatRowLine),
    alert: behind === 0 ? undefined : pluralize(behind, "person behind", "people behind"),
    tile: createOutcomesTile(heading, outcomes),
  };
}

const tileTones: Readonly<Record<WeekOutcome, ToneName>> = {
  failed: "failed",
  behind: "waiting",
  "on-track": "information",
  passed: "done",
  excused: "over",
  nothing: "over",
  unknown: "over",
};

/** In the order of the outcomes; the first one is shown large. */
export function createOutcomesTile(heading: string, outcomes: readonly WeekOutcome[]): DigestTile {
  const parts = [...Map.groupBy(outcomes, (outcome) => outcome)].map(([outcome, { length: count }]) => ({
    label: outcomeTexts[outcome],
    count,
    tone: tileTones[outcome],
  }));
  const [first] = parts;
  return { heading, value: formatNumber(first?.count ?? 0), unit: first?.label ?? "", parts };
}

/** As many lines as are readable in a channel, and how many more people there are. */
export function joinPeopleLines(lines: readonly string[], maxLength: number): string {
  const more = lines.length - maxLines;
  // A line that counts one person would be as long as that person's own line.
  if (more <= 1) return fitLines(lines, maxLength);
  return fitLines(lines.slice(0, maxLines), maxLength, describeMore, more);
}

/** The board usually knows why it has no data. */
function findGroupText(outcome: WeekOutcome, rows: readonly TeamRow[]): string | undefined {
  const isOffStaff = outcome === "unknown" && !rows.some(({ isPartial }) => isPartial);
  return isOffStaff ? "not on the workspace's staff" : undefined;
}

/** `@Leo, @Marek`, as many as people read. @param describe what to say of each after the name */
export function formatNamesList<R extends { readonly account: Account }>(
  rows: readonly R[],
  describe: (row: R) => string | false = () => false,
): string {
  const shown = rows
    .slice(0, maxNames)
    .map((row) => withoutBreaks(joinParts([`<@${row.account.discordUserId}>`, describe(row)], " ")));
  const more = rows.length - shown.length;
  return joinParts([...shown, more > 0 && `${more} more`], ", ");
}

function describeMore(count: number): string {
  return `… and ${formatNumber(count)} more`;
}

/** Without the state: the heading above says it. */
function formatRowLine({ account: { discordUserId }, ...row }: TeamRowInFull): string {
  return formatPersonLine(`<@${discordUserId}>`, row, { state: "" });
}

function describeWaiting(waiting: readonly string[]): string {
  const shown = waiting.slice(0, maxWaiting).map((discordUserId) => `<@${discordUserId}>`);
  const more = waiting.length - shown.length;
  return `Waiting to be connected: ${joinParts([...shown, more > 0 && `${more} more`], ", ")}`;
}

/** Everyone's status, by the same weekly rule as `/board`; the worst first. @param snapshotAt epoch milliseconds */
export function buildTeamRows(team: readonly TeamMember[], snapshotAt: number): readonly TeamRowInFull[] {
  // People without a reset time of their own are judged by everyone else's week.
  const teamEndsAt = findNextReset(team, snapshotAt) ?? Number.POSITIVE_INFINITY;
  return team
    .map(({ account, assignments }) => {
      const endsAt = findNextReset([{ account, assignments }], snapshotAt) ?? teamEndsAt;
      const counting = assignments && listWeekAssignments(assignments, snapshotAt);
      const isPartial = assignments !== undefined && hasUnread(assignments);
      const week = { endsAt, snapshotAt, assignments: counting, isPartial };
      return { account, summary: summarizeWeek(week, snapshotAt), assignments: counting ?? [], isPartial };
    })
    .toSorted(
      (a, b) =>
        compareNeed(a.summary, b.summary) || a.account.displayName.localeCompare(b.account.displayName, "en"),
    );
}

/** When the week of these people's assignments ends, in epoch milliseconds. */
export function findNextReset(team: readonly TeamMember[], now: number): number | undefined {
  const all = team.flatMap(({ assignments }) => assignments ?? []);
  return findEndOfWeekMs(
    {
      assigned: all.flatMap(({ assigned }) => assigned),
      history: all.flatMap(({ history }) => history),
    },
    now,
  );
}
