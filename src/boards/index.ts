import type { BoardKind } from "./board.ts";
import { calendarBoard } from "./calendar.ts";
import { ordersBoard } from "./orders.ts";

/** Everything that can be put up in a channel. */
export const boardKinds: readonly BoardKind[] = [calendarBoard, ordersBoard];

export function findKind(name: string): BoardKind | undefined {
  return boardKinds.find((kind) => kind.name === name);
}

export function kindWords(name: string): string {
  return findKind(name)?.words ?? name;
}
