import type { Board } from "../../src/api/contract/taskboard.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { definePageButton, type EncodePage } from "./page-button.ts";
import { renderBoards } from "./render-board.ts";

interface Boards {
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

const boardsPage = definePageButton("taskboard.boards", showBoards);

async function showBoards(page: number, ctx: LinkedContext, encode: EncodePage): Promise<Reply> {
  const now = Temporal.Instant.fromEpochMilliseconds(ctx.now());
  return renderBoards({ ...(await readBoards(ctx)), page, now }, encode);
}

export const boards = defineSubcommand({
  name: "boards",
  description: "List the boards that the workspace could use",
  access: "staff",
  needs: "link",
  ack: "ephemeral",
  operations: ["listTaskboardBoards", "getTaskboard"],
  components: [boardsPage.control],
  run: (_interaction, ctx) => showBoards(0, ctx, boardsPage.encode),
});
