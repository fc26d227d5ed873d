import type { Board } from "../../src/api/contract/taskboard.ts";
import { UserError } from "../../src/errors.ts";
import { foldText } from "../../src/domain/search.ts";
import { suggestKnown } from "../kit/autocomplete-reads.ts";
import { boardName } from "./render-board.ts";

export const suggestBoard = suggestKnown(
  "listTaskboardBoards",
  ({ workspaceId }) => ({ params: { workspaceId } }),
  (boards) =>
    boards.map((board) => {
      const name = boardName(board);
      return { text: name, name, value: board.id };
    }),
);

/**
 * By id, else by its whole name when only one board has it: suggestions may be overtyped.
 * @throws UserError when there is none
 */
export function findBoard(boards: readonly Board[], typed: string): Board {
  const byId = boards.find(({ id }) => id === typed.trim());
  const byName = boards.filter(
    ({ name = "" }) => name !== "" && foldText(name.trim()) === foldText(typed.trim()),
  );
  const found = byId ?? (byName.length === 1 ? byName[0] : undefined);
  if (found === undefined)
    throw new UserError(
      "The task board's account has no board by that name or id, so nothing was changed. Choose one of the suggestions, or see them all with `/taskboard boards`.",
    );
  return found;
}
