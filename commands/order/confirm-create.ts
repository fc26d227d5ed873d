import { NewOrder, type Order } from "../../src/api/contract/orders.ts";
import { defineConfirmation } from "../../src/interactions/confirmation.ts";
import { renderReceipt } from "./render-order.ts";

export const createConfirmation = defineConfirmation<NewOrder, Order, "link">({
  kind: "order.create",
  access: "staff",
  needs: "link",
  payload: NewOrder,
  confirm: { label: "Log order", harmful: false },
  keep: { label: "Discard", sentence: "The order was discarded. Nothing was sent." },
  unknownSentence:
    "I sent the order but got no answer, so I cannot tell whether it exists. Check `/order search` before you send it again.",
  perform: (body, ctx) => ctx.api.createOrder({ params: { workspaceId: ctx.workspaceId }, body }),
  outcome: {
    target: ({ _id }) => _id,
    alreadySentence: ({ order_number }) =>
      order_number === undefined
        ? "This order was already logged. Nothing was sent twice."
        : `This order was already logged, as #${order_number}. Nothing was sent twice.`,
  },
  receipt: (order, _payload, ctx) => renderReceipt(order, ctx.commandMention("order search")),
});
