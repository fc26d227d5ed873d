import type { ModalSubmitInteraction } from "discord.js";
import type { Answer } from "../../src/interactions/answer.ts";
import { defineForm } from "../../src/interactions/controls.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { noDraft } from "../../src/interactions/keep-draft.ts";
import { askOrder } from "./ask-order.ts";
import { formDrafts } from "./form-draft.ts";
import { againFormId, firstFormId, readOrderForm } from "./form-look.ts";

/** The form as a command or a receipt opens it: what comes of it is a new message. */
export const orderForm = defineForm({
  id: firstFormId,
  access: "staff",
  needs: "link",
  ack: "ephemeral",
  run: submit,
});

/** The form as the question or a refusal opens it: what comes of it takes that message's place. */
export const orderFormAgain = defineForm({
  id: againFormId,
  access: "staff",
  needs: "link",
  ack: "update",
  run: submit,
});

async function submit(
  { draftId }: { readonly draftId: string },
  ctx: LinkedContext,
  interaction: ModalSubmitInteraction,
): Promise<Answer> {
  const opened = draftId === noDraft ? undefined : await formDrafts.find(draftId, ctx);
  return askOrder({ ...opened, text: readOrderForm(interaction, opened?.text) }, ctx);
}
