import { SlashCommandSubcommandBuilder } from "@discordjs/builders";
import { defineSubcommand } from "../../src/interactions/define.ts";
import { findBoard, suggestBoard } from "./find-board.ts";
import { formatChange } from "./format-change.ts";
import { boardName } from "./render-board.ts";
import { renderFormatChange } from "./render-change.ts";

export const format = defineSubcommand({
  data: new SlashCommandSubcommandBuilder()
    .setName("format")
    .setDescription("Set the format of a board: its position")
    .addStringOption((option) =>
      option
        .setName("board")
        .setDescription("The board: choose one by its name, or give its id")
        .setAutocomplete(true)
        .setRequired(true),
    )
    .addNumberOption((option) =>
      option
        .setName("position")
        .setDescription("A number, passed on to the workspace as it is")
        .setRequired(true),
    ),
  access: "manager",
  needs: "link",
  ack: "ephemeral",
  operations: ["listTaskboardBoards", "setTaskboardFormat"],
  controls: formatChange.controls,
  suggest: { board: suggestBoard },
  async run({ options }, ctx) {
    const boards = await ctx.api.listTaskboardBoards({ params: { workspaceId: ctx.workspaceId } });
    const board = findBoard(boards, options.getString("board", true));
    const payload = {
      boardId: board.id,
      boardName: boardName(board),
      after: options.getNumber("position", true),
    };
    return formatChange.ask(payload, renderFormatChange(payload), ctx);
  },
});
