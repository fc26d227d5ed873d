import type { Board } from "../../src/api/contract/taskboard.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { definePageButton } from "./page-button.ts";
import { renderBoards } from "./render-board.ts";

export interface Boards {
  readonly boards: readonly Board[];
  /** The id of the board in use. */
  readonly presentId: string | undefined;
}

export async function readBoards({ api, workspaceId }: LinkedContext): Promise<Boards> {
  const params = { workspaceId };
  const [boards, config] = await Promise.all([
    api.listTaskboardBoards({ params }),
    api.getTaskboard({ params }),
  ]);
  return { boards, presentId: config.board?.id };
}

export const boardsPage = definePageButton("taskboard.boards", async (page, ctx, encode) =>
  renderBoards(await readBoards(ctx), page, encode),
);
