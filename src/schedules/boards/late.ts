import type { BoardRequest } from "./board.ts";

/** Why a post about a week is left out that could only be made in the next one. */
export const weekIsOver = "Its week was over before I could post it, so it would have shown the wrong one.";

/** Whether the present week, by its first moment in epoch milliseconds, began after the post was due. */
export function isAfterItsWeek({ dueAt }: Pick<BoardRequest, "dueAt">, weekStartMs: number): boolean {
  return dueAt !== undefined && dueAt < weekStartMs;
}
