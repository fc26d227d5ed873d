import { z } from "zod";
import { NewOrder } from "../../src/api/contract/orders.ts";
import { button } from "../../src/interactions/components.ts";
import { defineButton } from "../../src/interactions/controls.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import { findOwn } from "../../src/interactions/own-draft.ts";
import { unwrapPayload } from "../../src/interactions/stored-payload.ts";
import { orderDraftKind } from "./draft-kind.ts";
import { formDrafts } from "./form-draft.ts";
import { againFormId, orderFormLook } from "./form-look.ts";
import { orderTextOf } from "./order-text.ts";

const id = defineCustomId("order.change", { draftId: z.string().min(1) });

export function changeButton(draftId: string) {
  return button({ customId: id.encode({ draftId }), label: "Change" });
}

/** Opens the form with the order that is about to be logged; its question is given up when the form is sent. */
export const changeControl = defineButton({
  id,
  access: "staff",
  needs: "link",
  ack: "modal",
  async run({ draftId }, ctx) {
    const draft = await findOwn(draftId, orderDraftKind, ctx);
    const order = unwrapPayload(draft.payload, NewOrder, ctx.workspaceId);
    const text = orderTextOf(order);
    const formDraftId = await formDrafts.keep({ text, number: order.order_number, replaces: draftId }, ctx);
    return orderFormLook(againFormId.encode({ draftId: formDraftId }), text);
  },
});
