import { z } from "zod";
import { renderTeamBoard, type TeamRow } from "../../commands/assignments/render-board.ts";
import { resetMs } from "../domain/week-span.ts";
import { weekStartMs } from "../domain/weeks.ts";
import { readInstant } from "../text/time.ts";
import { isAfterItsWeek, weekIsOver } from "./late.ts";
import { type Drawing, type Drawn, defineKind } from "./define-kind.ts";
import { readTeam, type TeamMember } from "./team-readings.ts";
import { nextReset, teamRows } from "./team-rows.ts";

const mostWaitingRead = 50;

/** Who is connected, against what they have to reach this week. */
export const teamBoard = defineKind({
  name: "team",
  words: "Team board",
  Options: z.object({}),
  options: [],
  refreshEveryMs: 15 * 60_000,
  draw: (drawing) => drawTeam("Team board", drawing),
});

/** @throws as `readTeam` */
export async function drawTeam(title: string, drawing: Drawing<unknown>): Promise<Drawn> {
  const { ctx, link, at, readings, room } = drawing;
  const team = await readTeam(drawing, readings);
  if (team.length === 0)
    return { nothing: "Nobody is connected yet. Who connects with `/account connect` will stand here." };
  const resetsAt = nextReset(team, at)?.epochMilliseconds;
  if (resetsAt !== undefined && isAfterItsWeek(drawing, weekStartOf(team, resetsAt)))
    return { nothing: weekIsOver };
  const rows = teamRows(team, at);
  const claims = await ctx.store.accountClaims.listOpen(link.guildId, mostWaitingRead);
  const connected = new Set(team.map(({ account }) => account.discordUserId));
  const waiting = claims
    .map(({ discordUserId }) => discordUserId)
    .filter((discordUserId) => !connected.has(discordUserId));
  return {
    answer: renderTeamBoard({ title, rows, waiting, resetsAt, now: drawing.now, room }),
    shows: [rows.map(shownOf), waiting, resetsAt],
  };
}

function weekStartOf(team: readonly TeamMember[], resetsAt: number): number {
  const ends = team.flatMap(({ assignments }) =>
    (assignments?.history ?? []).flatMap(({ week_end }) => readInstant(week_end)?.epochMilliseconds ?? []),
  );
  return weekStartMs(resetsAt, ends.map(resetMs));
}

function shownOf({ account: { userId, displayName }, summary }: TeamRow): unknown {
  return [userId, displayName, summary.outcome, summary.missing];
}
