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
 * By id, otherwise by its full name if it is unique: people may type over a suggestion.
 * @throws UserError if there is none
 */
export function findBoard(boards: readonly Board[], typed: string): Board {
  const byId = boards.find(({ id }) => id === typed.trim());
  const byName = boards.filter(
    ({ name = "" }) => name !== "" && foldText(name.trim()) === foldText(typed.trim()),
  );
  const found = byId ?? (byName.length === 1 ? byName[0] : undefined);
  if (found === undefined)
    throw new UserError(
      "The task board's account has no board with that name or id, so nothing was changed. Choose a suggestion, or see all with `/taskboard boards`.",
    );
  return found;
}
