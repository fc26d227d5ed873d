import type { BoardKind } from "./board.ts";
import { calendarBoard } from "./calendar.ts";
import { digestBoard } from "./digest.ts";
import { leaderboardBoard } from "./leaderboard.ts";
import { ordersBoard } from "./orders.ts";
import { postsBoard } from "./posts.ts";
import { reportBoard } from "./report.ts";
import { standingsBoard } from "./standings.ts";
import { teamBoard } from "./team.ts";

/** Everything that can be posted in a channel. */
export const boardKinds: readonly BoardKind[] = [
  calendarBoard,
  teamBoard,
  standingsBoard,
  reportBoard,
  leaderboardBoard,
  ordersBoard,
  postsBoard,
  digestBoard,
];

export function findKind(name: string): BoardKind | undefined {
  return boardKinds.find((kind) => kind.name === name);
}

export { describeKind, describeKindBriefly, joinKinds } from "./kind-names.ts";
