import { renderContext } from "../../src/ui/render-context.ts";
import { z } from "zod";
import { UserError } from "../../src/errors.ts";
import { defineConfirmation } from "../../src/interactions/confirmation/define.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import { number, text } from "../kit/options.ts";
import { findBoard, suggestBoard } from "./find-board.ts";
import { boardName } from "./render-board.ts";
import { type FormatChange, renderFormatChange, renderFormatChanged } from "./render-change.ts";

const Payload = z.object({
  boardId: z.string(),
  boardName: z.string(),
  /** The position; the workspace does not tell the one before. */
  after: z.number(),
});

const formatConfirmation = defineConfirmation<FormatChange, null, "link">({
  kind: "taskboard.format",
  access: "manager",
  needs: "link",
  payload: Payload,
  confirm: { label: "Set format", harmful: false },
  cancel: { label: "Change nothing", sentence: "The format stays as it is. Nothing was changed." },
  unknownOutcomeText:
    "I asked the workspace to set the board's format but got no clear answer, so I cannot tell whether it did. Look at the board itself before you try again.",
  async execute({ boardId, after }, { api, workspaceId }) {
    const body = { board: boardId, format: { position: after } };
    const { success } = await api.setTaskboardFormat({ params: { workspaceId }, body });
    if (success) return null;
    throw new UserError(
      "The workspace says that it did not set the format, and gives no reason. Nothing was changed. You can press the button again, or run the command with another position.",
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
  description: "Set the format of a board: its position",
  options: {
    board: text("The board: choose one by its name, or give its id").autocomplete(suggestBoard).required(),
    position: number("A number, passed on to the workspace as it is").required(),
  },
  access: "manager",
  needs: "link",
  ack: "ephemeral",
  operations: ["listTaskboardBoards", "setTaskboardFormat"],
  components: formatConfirmation.components,
  async run({ options }, ctx) {
    const boards = await ctx.api.listTaskboardBoards({ params: { workspaceId: ctx.workspaceId } });
    const board = findBoard(boards, options.board);
    const payload = {
      boardId: board.id,
      boardName: boardName(board),
      after: options.position,
    };
    return formatConfirmation.prompt(payload, renderFormatChange(payload), ctx);
  },
});
