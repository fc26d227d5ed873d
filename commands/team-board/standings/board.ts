import {
  compareFinal,
  type FinalRow,
  renderFinalStandings,
  summarizeFinal,
  getMinutes,
  summarizeFailure,
} from "./render.ts";
import {
  findLastWeekEnd,
  type WeekOutcome,
  findWeekResult,
  describeBehind,
  describePassedSoFar,
  toMarkedAssignment,
  describeStreak,
  findGoalToShow,
} from "../../weeks/index.ts";
import { joinParts } from "../../../src/ui/lines.ts";
import { parseInstant, formatWeekOf } from "../../../src/ui/time.ts";
import {
  type BoardInput,
  type BoardOutput,
  defineBoard,
  partOption,
  pictureOption,
  kindNames,
} from "../../boards/index.ts";
import { buildTeam } from "../board.ts";
import { readTeam } from "../data.ts";
import { getWeekEndingAt } from "../../../src/domain/week-boundaries.ts";
import { readPortraits } from "../../../src/ui/people.ts";
import { createTeamControls } from "../controls.ts";
import type { Person } from "../../../src/pictures/kit/shapes.ts";
import type { PersonProgress } from "../progress-rows.ts";
import type { StandingsPicture } from "./draw.ts";
import { withUnit } from "../../../src/ui/numbers.ts";
import { computeBar } from "../picture.ts";
import { measures, selectBest } from "../measures.ts";

export function createStandingsPicture(
  title: string,
  rows: readonly FinalRow[],
  toPerson: (row: FinalRow) => Person,
): StandingsPicture {
  const groups = (["failed", "passed", "excused"] as const)
    .map((outcome) => ({ outcome, marked: rows.filter(({ result }) => result?.mark === outcome) }))
    .filter(({ marked }) => marked.length > 0);
  return {
    kind: "standings",
    title,
    best: selectBest(rows, getMinutes).map(({ entry, value }) => ({
      person: toPerson(entry),
      numbers: measures.minutes.format(value),
    })),
    rows: groups.flatMap(({ outcome, marked }) =>
      marked.map((row) => ({
        person: toPerson(row),
        outcome,
        ...(outcome === "failed" ? computeFailureBar(row) : computeBar(undefined, undefined)),
        note: outcome === "passed" && getMinutes(row) > 0 ? withUnit(getMinutes(row), "min") : undefined,
      })),
    ),
    counts: groups.map(({ outcome, marked }) => ({ outcome, count: marked.length })),
  };
}

/** How far they got, and how often they have failed before. */
function computeFailureBar(row: FinalRow): Omit<PersonProgress, "person" | "outcome"> {
  const goals = (row.result?.entries ?? []).map(toMarkedAssignment).filter(({ target }) => target > 0);
  const bar = computeBar(findGoalToShow({ summary: summarizeFailure(row), assignments: goals }), undefined);
  return { ...bar, goal: describeStreak(row.result?.failedInRow ?? 1) || bar.goal };
}

/** How the week is going before it ends, or its results afterwards. */
export const standingsBoard = defineBoard({
  name: "standings",
  description: kindNames.standings,
  dependsOn: "getAssignments",
  options: { part: partOption, pictures: pictureOption },
  build: (input) => (input.options.part === "final" ? buildFinal(input) : buildTeam(formatTitleSoFar, input)),
});

function formatTitleSoFar(outcomes: readonly WeekOutcome[]): string {
  // In its colour: while anyone is behind, that comes first.
  const isBehind = outcomes.includes("behind");
  return joinParts(["Standings", (isBehind ? describeBehind : describePassedSoFar)(outcomes)], ": ");
}

/** The results of the last week. */
export async function buildFinal(input: BoardInput<unknown>): Promise<BoardOutput> {
  const { boardData, now, dueAt = now, maxLength } = input;
  const team = (await readTeam(input, boardData)).map(({ account, assignments }) => ({
    account,
    history: (assignments?.history ?? []).map((entry) => ({
      ...entry,
      endMs: parseInstant(entry.week_end)?.epochMilliseconds,
    })),
  }));
  const endMs = findLastWeekEnd(
    team.flatMap(({ history }) => history),
    // Posted late, they are still of the week that was over when they were due.
    Math.min(now, dueAt),
  );
  if (endMs === undefined) return { empty: "The last week has no results yet." };
  const rows: readonly FinalRow[] = team
    .map(({ account, history }) => ({ account, result: findWeekResult(history, endMs) }))
    .toSorted(
      (a, b) => compareFinal(a, b) || a.account.displayName.localeCompare(b.account.displayName, "en"),
    );
  const context = input.renderContext();
  const week = formatWeekOf(getWeekEndingAt(endMs).weekStart, context);
  const { guildId, linkKey } = input.link;
  const userIds = rows.map(({ account }) => account.userId);
  const portraits = await readPortraits(userIds, { guildId, linkKey, store: input.ctx.store });
  const standings = { rows, endsAt: endMs, maxLength };
  const components = createTeamControls(
    {
      people: rows.map(({ account, result }) => ({ account, outcome: result?.mark })),
      week: getWeekEndingAt(endMs).weekStart,
      isInListOrder: false,
    },
    input.link.linkKey,
  );
  return {
    message: { ...renderFinalStandings(standings, context), components },
    summary: summarizeFinal(rows, endMs, context),
    picture: createStandingsPicture(week, rows, ({ account }) => {
      const { userId, displayName: name, username } = account;
      return portraits.get(userId) ?? { name, username };
    }),
    isUndated: true,
    contentKey: [endMs, rows.map(({ account, result }) => [account.userId, account.displayName, result])],
  };
}
