import { z } from "zod";
import type { WorkspaceApi } from "../../src/api/client.ts";
import { ContractError } from "../../src/api/errors.ts";
import { defineConfirmation } from "../../src/interactions/confirmation.ts";
import { receiptFacts } from "./receipt-facts.ts";
import { renderBoardChanged } from "./render-change.ts";

const Payload = z.object({
  boardId: z.string(),
  /** The name of the board in use when this was asked, or its id where it has none. */
  before: z.string().optional(),
  after: z.string(),
});
export type BoardChange = z.output<typeof Payload>;

export const boardChange = defineConfirmation<BoardChange, null, "link">({
  kind: "taskboard.set-board",
  access: "manager",
  needs: "link",
  payload: Payload,
  confirm: { label: "Use this board", harmful: false },
  keep: { label: "Change nothing", sentence: "The board stays as it is. Nothing was changed." },
  unknownSentence:
    "I asked the workspace to use the other board but got no clear answer, so I cannot tell whether it does. Check `/taskboard show` before you try again.",
  async perform({ boardId }, { api, workspaceId }) {
    await api.setTaskboardBoard({ params: { workspaceId }, body: { board: boardId } });
    if ((await boardInUse(api, workspaceId)) !== boardId) {
      throw new ContractError("setTaskboardBoard", [], { repeatable: false });
    }
    return null;
  },
  outcome: {
    target: (_result, { boardId }) => boardId,
    alreadySentence: () => "This board was already set. Nothing was sent twice.",
  },
  receipt: (_result, payload, ctx) => renderBoardChanged(payload, receiptFacts(ctx, "taskboard show")),
});

/** Asked again, since the service's answer to the change says nothing about it; `undefined` when it cannot be told. */
async function boardInUse(api: WorkspaceApi, workspaceId: string): Promise<string | undefined> {
  return api.getTaskboard({ params: { workspaceId } }, { fresh: true }).then(
    ({ board }) => board?.id,
    () => undefined,
  );
}
