import type { Board } from "../../src/api/contract/taskboard.ts";
import type { Answer } from "../../src/interactions/answer.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { definePageButton, type EncodePage } from "./page-button.ts";
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

export const boardsPage = definePageButton("taskboard.boards", showBoards);

export async function showBoards(page: number, ctx: LinkedContext, encode: EncodePage): Promise<Answer> {
  const now = Temporal.Instant.fromEpochMilliseconds(ctx.now());
  return renderBoards({ ...(await readBoards(ctx)), page, now }, encode);
}
