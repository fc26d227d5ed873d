import { renderContext } from "../../src/ui/render-context.ts";
import { z } from "zod";
import type { WorkspaceApi } from "../../src/api/client.ts";
import { ContractError } from "../../src/api/errors.ts";
import { UserError } from "../../src/errors.ts";
import { defineConfirmation } from "../../src/interactions/confirmation/define.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import { text } from "../kit/options.ts";
import { readBoards } from "./boards.ts";
import { findBoard, suggestBoard } from "./find-board.ts";
import { boardName } from "./render-board.ts";
import { type BoardChange, renderBoardChange, renderBoardChanged } from "./render-change.ts";

const Payload = z.object({
  boardId: z.string(),
  /** The name of the board in use at the time of the preview, or its id if it has none. */
  before: z.string().optional(),
  after: z.string(),
});

const setBoardConfirmation = defineConfirmation<BoardChange, null, "link">({
  kind: "taskboard.set-board",
  access: "manager",
  needs: "link",
  payload: Payload,
  confirm: { label: "Use this board", destructive: false },
  cancel: { label: "Not now", sentence: "Nothing was changed." },
  unknownOutcomeText:
    "I asked the workspace to use the other board but got no clear answer, so I don't know whether it does. Check `/taskboard show` before you try again.",
  async execute({ boardId }, { api, workspaceId }) {
    await api.setTaskboardBoard({ params: { workspaceId }, body: { board: boardId } });
    if ((await boardInUse(api, workspaceId)) !== boardId) {
      throw new ContractError("setTaskboardBoard", [], { retryable: false });
    }
    return null;
  },
  outcome: {
    target: (_result, { boardId }) => boardId,
    duplicateText: () => "This board was already set. Nothing was sent twice.",
  },
  receipt: (_result, payload, ctx) => renderBoardChanged(payload, renderContext(ctx)),
});

/** Read again, since the response to the change doesn't say; `undefined` if unknown. */
async function boardInUse(api: WorkspaceApi, workspaceId: string): Promise<string | undefined> {
  return api.getTaskboard({ params: { workspaceId } }, { noCache: true }).then(
    ({ board }) => board?.id,
    () => undefined,
  );
}

export const setBoard = defineSubcommand({
  name: "set-board",
  description: "Choose the workspace's board",
  options: {
    board: text("The board: choose it by name, or paste its id").autocomplete(suggestBoard).required(),
  },
  access: "manager",
  needs: "link",
  ack: "ephemeral",
  operations: ["listTaskboardBoards", "getTaskboard", "setTaskboardBoard"],
  components: setBoardConfirmation.components,
  async run({ options }, ctx) {
    const { boards, presentId } = await readBoards(ctx);
    const to = findBoard(boards, options.board);
    if (to.id === presentId)
      throw new UserError("The workspace already uses this board, so nothing was changed.");
    const present =
      presentId === undefined ? undefined : (boards.find(({ id }) => id === presentId) ?? { id: presentId });
    const payload = { boardId: to.id, before: present && boardName(present), after: boardName(to) };
    return setBoardConfirmation.prompt(payload, renderBoardChange(payload), ctx);
  },
});
