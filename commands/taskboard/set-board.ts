import { SlashCommandSubcommandBuilder } from "@discordjs/builders";
import { UserError } from "../../src/errors.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import { readBoards } from "./boards-page.ts";
import { boardChange } from "./board-change.ts";
import { findBoard, suggestBoard } from "./find-board.ts";
import { boardName } from "./render-board.ts";
import { renderBoardChange } from "./render-change.ts";

export const setBoard = defineSubcommand({
  data: new SlashCommandSubcommandBuilder()
    .setName("set-board")
    .setDescription("Choose the board that the workspace uses")
    .addStringOption((option) =>
      option
        .setName("board")
        .setDescription("The board: choose one by its name, or give its id")
        .setAutocomplete(true)
        .setRequired(true),
    ),
  access: "manager",
  needs: "link",
  ack: "ephemeral",
  operations: ["listTaskboardBoards", "getTaskboard", "setTaskboardBoard"],
  controls: boardChange.controls,
  suggest: { board: suggestBoard },
  async run(interaction, ctx) {
    const { boards, presentId } = await readBoards(ctx);
    const to = findBoard(boards, interaction.options.getString("board", true));
    if (to.id === presentId)
      throw new UserError("The workspace uses this board already, so nothing was changed.");
    const present =
      presentId === undefined ? undefined : (boards.find(({ id }) => id === presentId) ?? { id: presentId });
    const payload = { boardId: to.id, before: present && boardName(present), after: boardName(to) };
    return boardChange.ask(payload, renderBoardChange(payload), ctx);
  },
});
