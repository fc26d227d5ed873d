import type { AssignmentWeek } from "../../../src/api/contract/assignments.ts";
import { ApiError, ContractError } from "../../../src/api/errors.ts";
import {
  compareNeed,
  countFailedInRow,
  toMarkedAssignment,
  type MarkedOutcome,
  getMarkedOutcome,
  groupMarkedWeeks,
  findProvenMinutes,
  summarizeWeek,
  type Week,
  type WeekAssignment,
  type Weeks,
  weeksInPictures,
} from "../../weeks/index.ts";
import { findLastWeek, parseDate } from "../../../src/domain/week-boundaries.ts";
import { minuteMs, secondMs } from "../../../src/time.ts";
import { type BoardRequest, refusals, type BoardData } from "../../boards/index.ts";
import { readTeam, type TeamMember } from "../data.ts";
import { parseEpochMs } from "../../../src/ui/time.ts";
import { selectBest } from "../measures.ts";

/** How many people had each result in a week. */
export interface WeekCounts {
  readonly passed: number;
  readonly failed: number;
  readonly excused: number;
  /** People the service hasn't marked yet. */
  readonly unmarked: number;
}

export interface NeedsLook {
  readonly userId: string;
  readonly missing: readonly WeekAssignment[];
  /** The number of consecutive failed weeks including this one; excused weeks in between don't count. */
  readonly failedInRow: number;
}

/** What saved weeks say about one week. */
export interface WeekPeople {
  readonly counts: WeekCounts;
  readonly before: WeekCounts | undefined;
  /** By week, the oldest first and the reported one last; `undefined` if nothing was saved. */
  readonly trend: readonly { readonly first: Temporal.PlainDate; readonly counts: WeekCounts | undefined }[];
  /** With most minutes. */
  readonly best: readonly { readonly userId: string; readonly minutes: number }[];
  /** The worst first. */
  readonly needsLook: readonly NeedsLook[];
  /** Everyone with a result or numbers, ordered by id. */
  readonly people: readonly { readonly week: Week; readonly outcome: MarkedOutcome }[];
}

export interface SavedPlace {
  readonly guildId: string;
  readonly workspaceId: string;
}

/** A board while it is built. */
export type BoardReading = Pick<BoardRequest, "ctx" | "schedule"> & { readonly boardData: BoardData };

/** Saved weeks up to the one beginning on a date, indexed by how many weeks before it they are: 0 is that week. */
export async function readSavedWeeks(
  { guildId, workspaceId }: SavedPlace,
  first: Temporal.PlainDate,
  { weeks }: { readonly weeks: Pick<Weeks, "known" | "ofWeek"> },
): Promise<ReadonlyMap<number, readonly Week[]>> {
  const known = await weeks.known(guildId, workspaceId, weeksInPictures + 3, first.toString());
  // A server may have changed its first day of the week: of two weeks a day apart, the newer one counts.
  const placed = known
    .map(({ weekStart }) => ({ weekStart, ago: countWeeksBetween(weekStart, first) }))
    .filter(({ ago }) => ago < weeksInPictures);
  const read = await Promise.all(
    placed.map(
      async ({ weekStart, ago }) => [ago, await weeks.ofWeek(guildId, workspaceId, weekStart)] as const,
    ),
  );
  return new Map(read.filter(([, saved]) => saved.length > 0).toReversed());
}

/**
 * Weeks that are over, of everyone connected but those in `saved`, as the service still has them: while the bot was off, or
 * its clock was wrong, nothing was saved, and then it saves one person after the other. None if the service refuses to
 * return them.
 * @throws ApiError, ContractError for temporary failures, unless anyone was saved
 */
export async function readMissedWeeks(
  board: BoardReading & BoardRequest,
  saved: readonly Week[] = [],
): Promise<readonly Week[]> {
  const { guildId, workspaceId } = board.link;
  const team = (await readUnlessRefused(() => readTeamBut(saved, board), board)) ?? [];
  if (team.length === 0) return [];
  const userIds = team.map(({ account }) => account.userId);
  const forgotten = await board.ctx.store.people.listForgotten(guildId, userIds);
  return team.flatMap(({ account: { userId }, assignments }) => {
    const history = (assignments?.history ?? []).map((entry) => ({
      ...entry,
      endMs: parseEpochMs(entry.week_end),
    }));
    // What was over by then was deleted, or never kept.
    const forgottenAt = forgotten.get(userId) ?? 0;
    const marked = groupMarkedWeeks(history, board.now).filter(({ endsAt }) => endsAt > forgottenAt);
    return marked.map((week): Week => ({
      guildId,
      workspaceId,
      userId,
      ...week,
      snapshotAt: week.endsAt,
      minutes: findProvenMinutes(week.assignments),
      messages: undefined,
      orders: undefined,
      state: "final",
    }));
  });
}

async function readTeamBut(
  saved: readonly Week[],
  board: BoardReading & BoardRequest,
): Promise<readonly TeamMember[]> {
  const { ctx, link, boardData } = board;
  const known = new Set(saved.map(({ userId }) => userId));
  try {
    return await readTeam(board, boardData, ({ userId }) => !known.has(userId));
  } catch (error) {
    if (known.size === 0 || !(error instanceof ApiError)) throw error;
    ctx.log.info("a post goes without people whose week wasn't saved", { guildId: link.guildId, error });
    return [];
  }
}

/** The last of these weeks that was over by then, with everyone's numbers. */
export function selectLastWeek(weeks: readonly Week[], at: number): readonly Week[] {
  const newestFirst = weeks.toSorted((a, b) => b.endsAt - a.endsAt);
  const last = findLastWeek(newestFirst, at);
  return weeks.filter(({ weekStart }) => weekStart === last?.weekStart);
}

/** Fills in the weeks of people of whom nothing was saved. */
export function withMissedWeeks(
  saved: ReadonlyMap<number, readonly Week[]>,
  missed: readonly Week[],
  first: Temporal.PlainDate,
): ReadonlyMap<number, readonly Week[]> {
  const byAge = Map.groupBy(missed, ({ weekStart }) => countWeeksBetween(weekStart, first));
  const merged = new Map(saved);
  for (const [ago, weeks] of byAge) {
    const known = saved.get(ago) ?? [];
    const others = weeks.filter(({ userId }) => known.every((week) => week.userId !== userId));
    if (ago >= 0 && ago < weeksInPictures) merged.set(ago, [...known, ...others]);
  }
  return merged;
}

/**
 * The same weeks of several people with the results that the service has set since they were last read: the bot may have
 * been away when that week ended.
 */
export async function withNewResults(saved: readonly Week[], board: BoardReading): Promise<readonly Week[]> {
  const open = new Set(saved.filter((week) => getMarkedOutcome(week) === "unmarked"));
  const readHistory = createHistoryReader(board, Math.max(minHistoryAgeMs, open.size * historyAgeMs));
  const marked: Week[] = [];
  for (const week of saved) {
    const results = open.has(week) ? listResults(week, await readHistory(week.userId)) : [];
    const minutes = findHigher(week.minutes, findProvenMinutes(results));
    marked.push(results.length === 0 ? week : { ...week, state: "final", minutes, assignments: results });
  }
  return marked;
}

/** `undefined` for what the service refuses to return. @throws ApiError for temporary failures */
export async function readUnlessRefused<T>(
  read: () => Promise<T>,
  { ctx, schedule }: Pick<BoardRequest, "ctx" | "schedule">,
): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    const isRefused =
      error instanceof ContractError || (error instanceof ApiError && refusals.has(error.failure));
    if (!isRefused) throw error;
    ctx.log.info("a post goes without a part", { guildId: schedule.guildId, error });
    return undefined;
  }
}

const minHistoryAgeMs = 5 * minuteMs;

/** For every person who is read: what one attempt read for a large team must last until the next ones read the rest. */
const historyAgeMs = 15 * secondMs;

/** Reads people's past weeks, and none of them anymore once the service doesn't answer: they stay unmarked. */
function createHistoryReader({ boardData, ctx, schedule }: BoardReading, maxAgeMs: number) {
  let isAnswering = true;
  return async (userId: string): Promise<readonly AssignmentWeek[]> => {
    if (!isAnswering) return [];
    try {
      return (await boardData.assignments(userId, maxAgeMs)).data?.history ?? [];
    } catch (error) {
      if (!(error instanceof ApiError || error instanceof ContractError)) throw error;
      isAnswering = error instanceof ContractError || refusals.has(error.failure);
      ctx.log.info("a post goes without a person's result", { guildId: schedule.guildId, error });
      return [];
    }
  };
}

function findHigher(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.max(one, other);
}

function listResults({ weekStart }: Week, history: readonly AssignmentWeek[]): readonly WeekAssignment[] {
  return history
    .filter((entry) => parseDate(entry.week_start)?.toString() === weekStart)
    .map((entry) => toMarkedAssignment(entry));
}

function countWeeksBetween(weekStart: string, first: Temporal.PlainDate): number {
  return Math.round(Temporal.PlainDate.from(weekStart).until(first, { largestUnit: "days" }).days / 7);
}

/** @returns `undefined` if nothing was saved for that week */
export function summarizePeopleOfWeek(
  saved: ReadonlyMap<number, readonly Week[]>,
  first: Temporal.PlainDate,
): WeekPeople | undefined {
  const present = saved.get(0);
  if (present === undefined) return undefined;
  const judged = present
    .toSorted((a, b) => a.userId.localeCompare(b.userId))
    .map((week) => ({ week, outcome: getMarkedOutcome(week) }));
  const before = saved.get(1);
  return {
    counts: countMarks(present),
    before: before && countMarks(before),
    trend: Array.from({ length: weeksInPictures }, (_, index) => {
      const ago = weeksInPictures - 1 - index;
      const weeks = saved.get(ago);
      return { first: first.subtract({ weeks: ago }), counts: weeks && countMarks(weeks) };
    }),
    best: selectBest(judged, ({ week: { minutes } }) => minutes).map(({ entry, value: minutes }) => ({
      userId: entry.week.userId,
      minutes,
    })),
    needsLook: judged
      .filter(({ outcome }) => outcome === "failed")
      .map(({ week }) => ({
        week,
        summary: summarizeWeek(week, week.endsAt),
        failedInRow: countFailedInRow((ago) => {
          const then = saved.get(ago)?.find(({ userId }) => userId === week.userId);
          return then && getMarkedOutcome(then);
        }),
      }))
      .toSorted((a, b) => b.failedInRow - a.failedInRow || compareNeed(a.summary, b.summary))
      .map(({ week: { userId }, summary: { missing }, failedInRow: weeks }) => ({
        userId,
        missing,
        failedInRow: weeks,
      })),
    people: judged,
  };
}

function countMarks(weeks: readonly Week[]): WeekCounts {
  const counts = { passed: 0, failed: 0, excused: 0, unmarked: 0, none: 0 };
  for (const week of weeks) counts[getMarkedOutcome(week)] += 1;
  return counts;
}

/** The first date of the newest saved week that was over by then. */
export async function findLastSavedWeek(
  { guildId, workspaceId }: SavedPlace,
  at: number,
  { weeks }: { readonly weeks: Pick<Weeks, "known"> },
): Promise<Temporal.PlainDate | undefined> {
  const last = findLastWeek(await weeks.known(guildId, workspaceId, weeksInPictures), at);
  return last && Temporal.PlainDate.from(last.weekStart);
}
