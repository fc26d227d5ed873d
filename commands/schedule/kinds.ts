import type { BoardKind } from "../boards/index.ts";
import { calendarBoard } from "../calendar/index.ts";
import { digestBoard } from "../digest/index.ts";
import { leaderboardBoard, onNowBoard, reportBoard, standingsBoard, teamBoard } from "../team-board/index.ts";
import { ordersBoard } from "../order/index.ts";
import { postsBoard } from "../posts/index.ts";

/** Everything that can be planned for a channel. */
export const boardKinds: readonly BoardKind[] = [
  calendarBoard,
  teamBoard,
  reportBoard,
  leaderboardBoard,
  onNowBoard,
  ordersBoard,
  postsBoard,
  digestBoard,
];

/** Of older schedules: of a week so far they say what the team board does, and its results are the report's. */
const formerKinds: readonly BoardKind[] = [standingsBoard];

export function findKind(name: string): BoardKind | undefined {
  return [...boardKinds, ...formerKinds].find((kind) => kind.name === name);
}

/** Those to choose from, and the one that is chosen. */
export function listKindsToChoose(chosen: string | undefined): readonly BoardKind[] {
  return [...boardKinds, ...formerKinds.filter(({ name }) => name === chosen)];
}
