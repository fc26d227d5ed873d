import { z } from "zod";
import { NewOrder } from "../../src/api/contract/orders.ts";
import { button } from "../../src/interactions/components.ts";
import { defineButton } from "../../src/interactions/controls.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import { findOwn } from "../../src/interactions/own-draft.ts";
import { unwrapPayload } from "../../src/interactions/stored-payload.ts";
import { noDraft } from "../../src/interactions/keep-draft.ts";
import { orderDraftKind } from "./draft-kind.ts";
import { formDrafts } from "./form-draft.ts";
import { firstFormId, needsDraft, orderFormLook } from "./form-look.ts";
import { orderTextOf } from "./order-text.ts";

const id = defineCustomId("order.again", { draftId: z.string().min(1) });

export function againButton(draftId: string) {
  return button({ customId: id.encode({ draftId }), label: "Again" });
}

/** Opens the form with the items and people of an order that was logged. The workspace gives the new one its number. */
export const againControl = defineButton({
  id,
  access: "staff",
  needs: "link",
  ack: "modal",
  async run({ draftId }, ctx) {
    const { payload } = await findOwn(draftId, orderDraftKind, ctx);
    const order = unwrapPayload(payload, NewOrder, ctx.workspaceId);
    const text = orderTextOf(order);
    const formDraftId = needsDraft(text) ? await formDrafts.keep({ text }, ctx) : noDraft;
    return orderFormLook(firstFormId.encode({ draftId: formDraftId }), text);
  },
});
