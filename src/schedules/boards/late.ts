import type { BoardRequest } from "./board.ts";

/** Why a post about a week isn't made in the following week. */
export const weekIsOver = "Its week was over before I could post it.";

/** Whether the current week, by its first moment in epoch milliseconds, began after the post was due. */
export function isAfterItsWeek({ dueAt }: Pick<BoardRequest, "dueAt">, weekStartMs: number): boolean {
  return dueAt !== undefined && dueAt < weekStartMs;
}
