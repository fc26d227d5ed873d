import {
  buildTeamRows,
  findNextReset,
  renderTeamBoard,
  summarizeTeam,
  type TeamBoard,
  type TeamRow,
  type TeamRowInFull,
} from "./render-board.ts";
import { ceilToSecond, getWeekEndingAt, getWeekStartMs } from "../../src/domain/week-boundaries.ts";
import { joinParts } from "../../src/ui/lines.ts";
import { parseInstant, formatWeekdayAndClockIn } from "../../src/ui/time.ts";
import { computeExpectedShareOf, describeBehind } from "../weeks/index.ts";
import {
  type BoardInput,
  type BoardOutput,
  defineBoard,
  isAfterItsWeek,
  weekIsOver,
  pictureOption,
  kindNames,
} from "../boards/index.ts";
import { readTeam, type TeamMember } from "./data.ts";
import { minuteMs } from "../../src/time.ts";
import { describePace, selectDrawn, showsProgress, type TeamPicture } from "./draw.ts";
import { readPortraits } from "../../src/ui/people.ts";
import { createTeamPicture } from "./picture.ts";
import { createTeamControls } from "./controls.ts";

/** It says how many wait, though it names few of them. */
const maxRequestsRead = 1_000;

/** Connected people against this week's goals. */
export const teamBoard = defineBoard({
  name: "team",
  description: kindNames.team,
  dependsOn: "getAssignments",
  options: { pictures: pictureOption },
  refreshEveryMs: 15 * minuteMs,
  build: (input) => buildTeam((outcomes) => joinParts(["Team board", describeBehind(outcomes)], ": "), input),
});

/** @throws as `readTeam` */
export async function buildTeam(title: TeamBoard["title"], input: BoardInput<unknown>): Promise<BoardOutput> {
  const { ctx, link, now, boardData, maxLength } = input;
  const team = await readTeam(input, boardData);
  if (team.length === 0)
    return { empty: "Nobody is connected yet. People who connect with `/account connect` will appear here." };
  const resetsAt = findNextReset(team, now);
  if (resetsAt !== undefined && isAfterItsWeek(input, getWeekStart(team, resetsAt))) return weekIsOver;
  const rows = buildTeamRows(team, now);
  const claims = await ctx.store.connectionRequests.listUndecided(link.guildId, maxRequestsRead);
  const connected = new Set(team.map(({ account }) => account.discordUserId));
  const waiting = claims
    .map(({ discordUserId }) => discordUserId)
    .filter((discordUserId) => !connected.has(discordUserId));
  const picture = await createPicture(rows, resetsAt, input);
  const board = { title, rows, waiting, resetsAt, pace: describePace(picture), maxLength, isDrawn: false };
  const components = createTeamControls(
    {
      people: rows.map(({ account, summary: { outcome } }) => ({ account, outcome })),
      week: resetsAt === undefined ? undefined : getWeekEndingAt(resetsAt).weekStart,
      isInListOrder: true,
    },
    link.linkKey,
  );
  return {
    message: { ...renderTeamBoard(board, input.renderContext()), components },
    beside: { ...renderTeamBoard({ ...board, isDrawn: true }, input.renderContext()), components },
    picture: showsProgress(picture) ? picture : undefined,
    summary: summarizeTeam(rows, "People"),
    contentKey: [rows.map(getShown), waiting, resetsAt],
  };
}

async function createPicture(
  rows: readonly TeamRowInFull[],
  resetsAt: number | undefined,
  { ctx, link, boardData, renderContext }: BoardInput<unknown>,
): Promise<TeamPicture> {
  const { guildId, linkKey } = link;
  const drawn = selectDrawn(rows, ({ summary }) => summary.outcome).map(({ account }) => account.userId);
  const portraits = await readPortraits(drawn, { guildId, linkKey, store: ctx.store });
  const members = rows.map(({ account, summary, assignments }) => {
    const { displayName: name, username } = account;
    return { person: portraits.get(account.userId) ?? { name, username }, summary, assignments };
  });
  // The text names this moment too.
  const asOf = boardData.asOf();
  const { writtenZone, dateStyle } = renderContext();
  const expectedBy =
    writtenZone === undefined ? undefined : formatWeekdayAndClockIn(writtenZone, asOf, dateStyle);
  return createTeamPicture(
    members,
    (goal) => (resetsAt === undefined ? 0 : computeExpectedShareOf(goal, resetsAt, asOf)),
    expectedBy,
  );
}

function getWeekStart(team: readonly TeamMember[], resetsAt: number): number {
  const ends = team.flatMap(({ assignments }) =>
    (assignments?.history ?? []).flatMap(({ week_end }) => parseInstant(week_end)?.epochMilliseconds ?? []),
  );
  return getWeekStartMs(resetsAt, ends.map(ceilToSecond));
}

function getShown({ account: { userId, displayName }, summary }: TeamRow): unknown {
  return [userId, displayName, summary.outcome, summary.missing];
}
