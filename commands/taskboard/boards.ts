import { SlashCommandSubcommandBuilder } from "@discordjs/builders";
import { defineSubcommand } from "../../src/interactions/define.ts";
import { boardsPage, showBoards } from "./boards-page.ts";

export const boards = defineSubcommand({
  data: new SlashCommandSubcommandBuilder()
    .setName("boards")
    .setDescription("List the boards that the workspace could use"),
  access: "staff",
  needs: "link",
  ack: "ephemeral",
  operations: ["listTaskboardBoards", "getTaskboard"],
  controls: [boardsPage.control],
  run: (_interaction, ctx) => showBoards(0, ctx, boardsPage.encode),
});
