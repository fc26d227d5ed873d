import type { BoardKind } from "./board.ts";
import { calendarBoard } from "../../calendar/board/index.ts";
import { digestBoard } from "../../team-board/digest/board.ts";
import { leaderboardBoard } from "../../team-board/leaderboard/board.ts";
import { onNowBoard } from "../../team-board/on-now/board.ts";
import { ordersBoard } from "../../order/board/index.ts";
import { postsBoard } from "../../posts/board.ts";
import { reportBoard } from "../../team-board/report/board.ts";
import { standingsBoard } from "../../team-board/standings/board.ts";
import { teamBoard } from "../../team-board/board.ts";

/** Everything that can be posted in a channel. */
export const boardKinds: readonly BoardKind[] = [
  calendarBoard,
  teamBoard,
  standingsBoard,
  reportBoard,
  leaderboardBoard,
  onNowBoard,
  ordersBoard,
  postsBoard,
  digestBoard,
];

export function findKind(name: string): BoardKind | undefined {
  return boardKinds.find((kind) => kind.name === name);
}

export { describeKind, describeKindBriefly, joinKinds } from "./kind-names.ts";
