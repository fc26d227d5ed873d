import type { BoardKind } from "../boards/index.ts";
import { calendarBoard } from "../calendar/index.ts";
import { digestBoard } from "../digest/index.ts";
import { leaderboardBoard, onNowBoard, reportBoard, standingsBoard, teamBoard } from "../team-board/index.ts";
import { ordersBoard } from "../order/index.ts";
import { postsBoard } from "../posts/index.ts";

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
