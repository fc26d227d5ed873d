import { renderContext } from "../../src/ui/render-context.ts";
import type { z } from "zod";
import { UserError } from "../../src/errors.ts";
import { defineConfirmation } from "../../src/interactions/confirmation/define.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import { number, text } from "../kit/options.ts";
import { findBoard, suggestBoard } from "./boards.ts";
import { formatBoardName, FormatChange, renderFormatChange, renderFormatChanged } from "./render-board.ts";

const formatConfirmation = defineConfirmation<z.output<typeof FormatChange>, null, "write">({
  kind: "taskboard.format",
  access: "manager",
  needs: "write",
  payload: FormatChange,
  confirm: { label: "Set format", destructive: false },
  cancel: { label: "Not now", sentence: "Nothing was changed." },
  unknownOutcomeText:
    "I asked the workspace to set the board's format but got no clear answer, so I don't know whether it did. Check the board itself before you try again.",
  async execute({ boardId, after }, { api, workspaceId }) {
    const body = { board: boardId, format: { position: after } };
    const { success } = await api.setTaskboardFormat({ params: { workspaceId }, body });
    if (success) return null;
    throw new UserError(
      "The workspace didn't set the format and gave no reason. Nothing was changed. Press the button again, or run the command with another position.",
    );
  },
  outcome: {
    target: (_result, { boardId }) => boardId,
    duplicateText: () => "This format was already set. Nothing was sent twice.",
  },
  receipt: (_result, payload, ctx) => renderFormatChanged(payload, renderContext(ctx)),
});

export const format = defineSubcommand({
  name: "format",
  description: "Set a board's position",
  options: {
    board: text("The board: choose it by name, or paste its id")
      .max(300)
      .autocomplete(suggestBoard)
      .required(),
    position: number("A number, sent to the workspace as it is").required(),
  },
  access: "manager",
  needs: "write",
  ack: "ephemeral",
  dependsOn: ["getTaskboard", "listTaskboardBoards"],
  operations: ["listTaskboardBoards", "setTaskboardFormat"],
  components: formatConfirmation.components,
  async run({ options }, ctx) {
    const boards = await ctx.api.listTaskboardBoards({ params: { workspaceId: ctx.workspaceId } });
    const board = findBoard(boards, options.board);
    const payload = {
      boardId: board.id,
      boardName: formatBoardName(board),
      after: options.position,
    };
    return formatConfirmation.prompt(payload, renderFormatChange(payload), ctx);
  },
});
