import { SlashCommandBuilder } from "@discordjs/builders";
import { defineCommandGroup } from "../../src/interactions/define.ts";
import { actions } from "./actions.ts";
import { boards } from "./boards.ts";
import { deleteAction } from "./delete-action.ts";
import { format } from "./format.ts";
import { setBoard } from "./set-board.ts";
import { show } from "./show.ts";

export const taskboard = defineCommandGroup(
  new SlashCommandBuilder().setName("taskboard").setDescription("See and change the workspace's task board"),
  [show, boards, setBoard, format, actions, deleteAction],
);
