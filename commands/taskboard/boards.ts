import { SlashCommandSubcommandBuilder } from "@discordjs/builders";
import { defineSubcommand } from "../../src/interactions/define.ts";
import { boardsPage, readBoards } from "./boards-page.ts";
import { renderBoards } from "./render-board.ts";

export const boards = defineSubcommand({
  data: new SlashCommandSubcommandBuilder()
    .setName("boards")
    .setDescription("List the boards that the workspace could use"),
  access: "staff",
  needs: "link",
  ack: "ephemeral",
  operations: ["listTaskboardBoards", "getTaskboard"],
  controls: [boardsPage.control],
  run: async (_interaction, ctx) => renderBoards(await readBoards(ctx), 0, boardsPage.encode),
});
