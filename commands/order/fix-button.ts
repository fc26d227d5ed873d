import { z } from "zod";
import { defineButton } from "../../src/interactions/controls.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import { formDrafts } from "./form-draft.ts";
import { againFormId, orderFormLook } from "./form-look.ts";

export const fixId = defineCustomId("order.fix", { draftId: z.string().min(1) });

/** Opens the form again as it was typed. */
export const fixButton = defineButton({
  id: fixId,
  access: "staff",
  needs: "link",
  ack: "modal",
  async run({ draftId }, ctx) {
    const { text } = await formDrafts.find(draftId, ctx);
    return orderFormLook(againFormId.encode({ draftId }), text);
  },
});
