import { defineCommandGroup } from "../../src/interactions/define.ts";
import { actions } from "./actions.ts";
import { boards } from "./boards.ts";
import { deleteAction } from "./delete-action.ts";
import { format } from "./format.ts";
import { setBoard } from "./set-board.ts";
import { show } from "./show.ts";

export const taskboard = defineCommandGroup({
  name: "taskboard",
  description: "See and change the workspace's task board",
  subcommands: [show, boards, setBoard, format, actions, deleteAction],
});
