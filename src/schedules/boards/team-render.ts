import type { PostContext } from "../../ui/render-context.ts";
import type { Reply } from "../../ui/reply.ts";
import {
  compareNeed,
  type OutcomeAssignment,
  summarizeWeek,
  weekAssignmentsOf,
  type WeekSummary,
} from "../../domain/week-results.ts";
import { ceilToSecond, weekEndingAt } from "../../domain/weeks.ts";
import type { Account } from "../../store/accounts.ts";
import { embed } from "../../ui/embed.ts";
import { describeWeek } from "../../ui/permanent-wording.ts";
import { fitLines, joinParts, subtext } from "../../ui/lines.ts";
import { outcomeMarks, outcomeTexts, describeWeekEnd } from "../../ui/week-text.ts";
import { describeGoal, describeLeft } from "../../ui/assignment-text.ts";
import { parseInstant } from "../../ui/time.ts";
import type { TeamMember } from "./team-data.ts";

type Missing = OutcomeAssignment & { readonly name: string };

/** How one connected person is doing this week. */
export interface TeamRow {
  readonly account: Account;
  readonly summary: WeekSummary<Missing>;
}

/** Includes everything that counts this week, reached or not. */
export interface TeamRowInFull extends TeamRow {
  readonly assignments: readonly Missing[];
}

export interface TeamBoard {
  /** Without the week. */
  readonly title: string;
  /** The worst first. */
  readonly rows: readonly TeamRow[];
  /** Discord ids of members with an open connection request. */
  readonly waiting: readonly string[];
  /** The end of the week, exclusive, in epoch milliseconds. */
  readonly resetsAt: number | undefined;
  readonly maxLength: number;
}

/** "Unknown" gets its own text, because the board knows why it has no data. */
const outcomeLabels: typeof outcomeTexts = { ...outcomeTexts, unknown: "not on the workspace's staff" };

const maxMissing = 3;
const maxWaiting = 10;

/** Everyone connected with their goals, one line per person. */
export function renderTeamBoard(
  { title, rows, waiting, resetsAt, maxLength }: TeamBoard,
  { now }: PostContext,
): Reply {
  const head = joinParts(
    [countsOf(rows), resetsAt !== undefined && `Resets ${describeWeekEnd(resetsAt)}`],
    "\n",
  );
  const week =
    resetsAt !== undefined && describeWeek(weekEndingAt(resetsAt).weekStart, now.epochMilliseconds);
  const tail = waiting.length === 0 ? "" : subtext(describeWaiting(waiting));
  const list = fitLines(rows.map(rowLine), Math.max(0, maxLength - head.length - tail.length - 4));
  return {
    embeds: [
      embed({
        title: joinParts([title, week], ", "),
        tone: rows.some(({ summary }) => summary.outcome === "behind") ? "waiting" : "information",
        description: joinParts([head, list, tail], "\n\n"),
      }),
    ],
  };
}

/** `🟧 3 behind · ✅ 5 passed`. */
function countsOf(rows: readonly TeamRow[]): string {
  return joinParts(
    [...Map.groupBy(rows, ({ summary }) => summary.outcome)].map(
      ([outcome, those]) => `${outcomeMarks[outcome]} **${those.length}** ${outcomeLabels[outcome]}`,
    ),
  );
}

function rowLine({ account, summary: { outcome, missing } }: TeamRow): string {
  const shown = missing.slice(0, maxMissing).map(describeMissing);
  const person = `${outcomeMarks[outcome]} <@${account.discordUserId}>`;
  return joinParts([
    missing.length === 0 ? `${person} ${outcomeLabels[outcome]}` : person,
    ...shown,
    missing.length > maxMissing && `${missing.length - maxMissing} more`,
  ]);
}

function describeMissing({ name, targetType, achieved: done, target }: Missing): string {
  const numbers = { name, targetType, done, target };
  return joinParts([describeGoal(numbers), describeLeft(numbers)], ", ");
}

function describeWaiting(waiting: readonly string[]): string {
  const shown = waiting.slice(0, maxWaiting).map((discordUserId) => `<@${discordUserId}>`);
  const more = waiting.length - shown.length;
  return `Waiting to be connected: ${joinParts([...shown, more > 0 && `${more} more`], ", ")}`;
}

/** Everyone's status, by the same weekly rule as `/board`; the worst first. @param snapshotAt epoch milliseconds */
export function buildTeamRows(team: readonly TeamMember[], snapshotAt: number): readonly TeamRowInFull[] {
  // People without a reset time of their own are judged by everyone else's week.
  const teamEndsAt = nextReset(team, snapshotAt) ?? Number.POSITIVE_INFINITY;
  return team
    .map(({ account, assignments }) => {
      const endsAt = nextReset([{ account, assignments }], snapshotAt) ?? teamEndsAt;
      const counting = assignments && weekAssignmentsOf(assignments, snapshotAt);
      const week = { endsAt, snapshotAt, assignments: counting };
      return { account, summary: summarizeWeek(week, snapshotAt), assignments: counting ?? [] };
    })
    .toSorted(
      (a, b) =>
        compareNeed(a.summary, b.summary) || a.account.displayName.localeCompare(b.account.displayName, "en"),
    );
}

/** When the first assignment that counts ends, in epoch milliseconds. */
export function nextReset(team: readonly TeamMember[], now: number): number | undefined {
  const endsMs = team
    .flatMap(({ assignments }) => assignments?.assigned.filter(({ active }) => active) ?? [])
    .flatMap(({ due }) => parseInstant(due)?.epochMilliseconds ?? [])
    .map(ceilToSecond)
    .filter((endMs) => endMs > now);
  return endsMs.toSorted((a, b) => a - b)[0];
}
