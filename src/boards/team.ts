import { z } from "zod";
import { renderTeamBoard, type TeamRow } from "../../commands/assignments/render-board.ts";
import { type Drawing, type Drawn, defineKind } from "./define-kind.ts";
import { readTeam } from "./team-readings.ts";
import { nextReset, teamRows } from "./team-rows.ts";

const mostWaitingRead = 50;

/** Who is connected, against what they have to reach this week. */
export const teamBoard = defineKind({
  name: "team",
  words: "Team board",
  Options: z.object({}),
  options: [],
  refreshEveryMs: 15 * 60_000,
  draw: (drawing) => drawTeam("The team this week", drawing),
});

/** @throws as `readTeam` */
export async function drawTeam(title: string, drawing: Drawing<unknown>): Promise<Drawn> {
  const { ctx, link, at, readings, room } = drawing;
  const team = await readTeam(drawing, readings);
  if (team.length === 0)
    return { nothing: "Nobody is connected yet. Who connects with `/account connect` will stand here." };
  const rows = teamRows(team, at);
  const claims = await ctx.store.accountClaims.listOpen(link.guildId, mostWaitingRead);
  const connected = new Set(team.map(({ account }) => account.discordUserId));
  const waiting = claims
    .map(({ discordUserId }) => discordUserId)
    .filter((discordUserId) => !connected.has(discordUserId));
  const reset = nextReset(team, at);
  return {
    answer: renderTeamBoard({ title, rows, waiting, reset, room }),
    shows: [rows.map(shownOf), waiting, reset?.toString()],
  };
}

function shownOf({ account: { userId, displayName }, state, missing }: TeamRow): unknown {
  return [userId, displayName, state, missing];
}
