import { z } from "zod";
import { UserError } from "../../src/errors.ts";
import { defineConfirmation } from "../../src/interactions/confirmation.ts";
import { receiptFacts } from "./receipt-facts.ts";
import { renderFormatChanged } from "./render-change.ts";

const Payload = z.object({
  boardId: z.string(),
  boardName: z.string(),
  /** The position; the workspace does not tell the one before. */
  after: z.number(),
});
export type FormatChange = z.output<typeof Payload>;

export const formatChange = defineConfirmation<FormatChange, null, "link">({
  kind: "taskboard.format",
  access: "manager",
  needs: "link",
  payload: Payload,
  confirm: { label: "Set format", harmful: false },
  keep: { label: "Change nothing", sentence: "The format stays as it is. Nothing was changed." },
  unknownSentence:
    "I asked the workspace to set the board's format but got no clear answer, so I cannot tell whether it did. Look at the board itself before you try again.",
  async perform({ boardId, after }, { api, workspaceId }) {
    const body = { board: boardId, format: { position: after } };
    const { success } = await api.setTaskboardFormat({ params: { workspaceId }, body });
    if (success) return null;
    throw new UserError(
      "The workspace says that it did not set the format, and gives no reason. Nothing was changed. You can press the button again, or run the command with another position.",
    );
  },
  outcome: {
    target: (_result, { boardId }) => boardId,
    alreadySentence: () => "This format was already set. Nothing was sent twice.",
  },
  receipt: (_result, payload, ctx) => renderFormatChanged(payload, receiptFacts(ctx, "taskboard boards")),
});
