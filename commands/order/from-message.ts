import { ContextMenuCommandBuilder } from "@discordjs/builders";
import { linesToItems } from "../../src/domain/order-items.ts";
import { UserError } from "../../src/errors.ts";
import { defineMessageMenu } from "../../src/interactions/define.ts";
import { noDraft } from "../../src/interactions/keep-draft.ts";
import { firstFormId, orderFormLook } from "./form-look.ts";
import { orderControls } from "./order-controls.ts";
import { emptyOrderText } from "./order-text.ts";

/** Opens the order's form with the lines of somebody's message as its items. */
export const orderFromMessage = defineMessageMenu({
  data: new ContextMenuCommandBuilder().setName("Log order"),
  description: "Log an order from the lines of a message; you see it first and confirm it",
  access: "staff",
  needs: "link",
  ack: "modal-or-ephemeral",
  operations: ["createOrder", "searchOrders", "getUser"],
  controls: orderControls,
  async run({ targetMessage }) {
    const items = linesToItems(targetMessage.content);
    if (items.length === 0)
      throw new UserError(
        "This message has no text to make an order from, so nothing was done. Use it on a message that names what was ordered, an item a line.",
      );
    return orderFormLook(firstFormId.encode({ draftId: noDraft }), {
      ...emptyOrderText,
      items: items.join("\n"),
    });
  },
});
