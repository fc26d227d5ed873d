import { z } from "zod";
import { buildTeamRows, nextReset, renderTeamBoard, type TeamRow } from "./team-render.ts";
import { ceilToSecond, weekStartMs } from "../../domain/weeks.ts";
import { parseInstant } from "../../ui/time.ts";
import { type BoardInput, type BoardOutput, defineBoard } from "./define-board.ts";
import { readTeam, type TeamMember } from "./team-data.ts";
import { minuteMs } from "../../time.ts";
import { isAfterItsWeek, weekIsOver } from "./board.ts";

const maxRequestsRead = 50;

/** Connected people against this week's goals. */
export const teamBoard = defineBoard({
  name: "team",
  description: "Team board",
  Options: z.object({}),
  options: [],
  refreshEveryMs: 15 * minuteMs,
  build: (input) => buildTeam("Team board", input),
});

/** @throws as `readTeam` */
export async function buildTeam(title: string, input: BoardInput<unknown>): Promise<BoardOutput> {
  const { ctx, link, now, boardData, maxLength } = input;
  const team = await readTeam(input, boardData);
  if (team.length === 0)
    return { empty: "Nobody is connected yet. People who connect with `/account connect` will appear here." };
  const resetsAt = nextReset(team, now);
  if (resetsAt !== undefined && isAfterItsWeek(input, weekStartOf(team, resetsAt)))
    return { empty: weekIsOver };
  const rows = buildTeamRows(team, now);
  const claims = await ctx.store.connectionRequests.listOpen(link.guildId, maxRequestsRead);
  const connected = new Set(team.map(({ account }) => account.discordUserId));
  const waiting = claims
    .map(({ discordUserId }) => discordUserId)
    .filter((discordUserId) => !connected.has(discordUserId));
  return {
    answer: renderTeamBoard({ title, rows, waiting, resetsAt, maxLength }, input.renderContext()),
    contentKey: [rows.map(shownOf), waiting, resetsAt],
  };
}

function weekStartOf(team: readonly TeamMember[], resetsAt: number): number {
  const ends = team.flatMap(({ assignments }) =>
    (assignments?.history ?? []).flatMap(({ week_end }) => parseInstant(week_end)?.epochMilliseconds ?? []),
  );
  return weekStartMs(resetsAt, ends.map(ceilToSecond));
}

function shownOf({ account: { userId, displayName }, summary }: TeamRow): unknown {
  return [userId, displayName, summary.outcome, summary.missing];
}
