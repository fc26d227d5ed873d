import { renderContext } from "../../src/ui/render-context.ts";
import { defineSubcommand, defineCommandGroup } from "../../src/interactions/define.ts";
import { renderTaskboard } from "./render-board.ts";
import { actionList, actions, deleteAction } from "./actions.ts";
import { boardList, boards, setBoard } from "./boards.ts";
import { format } from "./format.ts";

const show = defineSubcommand({
  name: "show",
  description: "See the workspace's task board account and board",
  access: "staff",
  needs: "link",
  ack: "ephemeral",
  operations: ["getTaskboard", "listTaskboardActions", "listTaskboardBoards"],
  async run(_asked, ctx) {
    const { api, workspaceId } = ctx;
    const config = await api.getTaskboard({ params: { workspaceId } });
    const listIds = {
      actions: actionList.customIdOf({ page: 0 }),
      boards: boardList.customIdOf({ page: 0 }),
    };
    return renderTaskboard(config, listIds, renderContext(ctx));
  },
});

export const taskboard = defineCommandGroup({
  name: "taskboard",
  description: "See and change the workspace's task board",
  subcommands: [show, boards, setBoard, format, actions, deleteAction],
});
