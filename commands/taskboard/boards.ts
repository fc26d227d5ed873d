import { renderContext } from "../../src/ui/render-context.ts";
import type { Board } from "../../src/api/contract/taskboard.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { definePagedList } from "../kit/paged-list.ts";
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

const boardList = definePagedList({
  name: "taskboard.boards",
  about: {},
  access: "staff",
  needs: "link",
  async show({ page }, ctx, { customIdOf }) {
    return renderBoards({ ...(await readBoards(ctx)), page, customIdOf }, renderContext(ctx));
  },
});

export const boards = defineSubcommand({
  name: "boards",
  description: "List the boards the workspace can use",
  access: "staff",
  needs: "link",
  ack: "ephemeral",
  operations: ["listTaskboardBoards", "getTaskboard"],
  components: boardList.components,
  run: (_asked, ctx) => boardList.show({ page: 0 }, ctx),
});
