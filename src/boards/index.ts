import type { BoardKind } from "./board.ts";
import { calendarBoard } from "./calendar.ts";
import { ordersBoard } from "./orders.ts";
import { teamBoard } from "./team.ts";

/** Everything that can be put up in a channel. */
export const boardKinds: readonly BoardKind[] = [calendarBoard, teamBoard, ordersBoard];

export function findKind(name: string): BoardKind | undefined {
  return boardKinds.find((kind) => kind.name === name);
}

export function kindWords(name: string): string {
  return findKind(name)?.words ?? name;
}
