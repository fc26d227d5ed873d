import type { BoardKind } from "./board.ts";
import { calendarBoard } from "../../../commands/calendar/board/index.ts";
import { digestBoard } from "../../../commands/team-board/digest/board.ts";
import { leaderboardBoard } from "../../../commands/team-board/leaderboard/board.ts";
import { ordersBoard } from "../../../commands/order/board/index.ts";
import { postsBoard } from "../../../commands/posts/board.ts";
import { reportBoard } from "../../../commands/team-board/report/board.ts";
import { standingsBoard } from "../../../commands/team-board/standings/board.ts";
import { teamBoard } from "../../../commands/team-board/board.ts";

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
