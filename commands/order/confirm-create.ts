import { NewOrder, type Order } from "../../src/api/contract/orders.ts";
import { buttonRow } from "../../src/interactions/components.ts";
import { defineConfirmation } from "../../src/interactions/confirmation.ts";
import { type Names, namesOf } from "../shared/people.ts";
import { againButton } from "./again-button.ts";
import { orderDraftKind } from "./draft-kind.ts";
import { renderReceipt } from "./render-order.ts";

interface LoggedOrder {
  readonly order: Order;
  readonly names: Names;
}

export const createConfirmation = defineConfirmation<NewOrder, LoggedOrder, "link">({
  kind: orderDraftKind,
  access: "staff",
  needs: "link",
  payload: NewOrder,
  confirm: { label: "Log order", harmful: false },
  keep: { label: "Discard", sentence: "The order was discarded. Nothing was sent." },
  unknownSentence:
    "I sent the order but got no clear answer, so I cannot tell whether it exists. Check `/order search` before you send it again.",
  async perform(body, ctx) {
    const people = [body.customer, body.submitted_by, body.prepared_by, body.picked_up_by];
    // Names are a nicety: the order is logged without them too.
    const names: Names = await namesOf(people, ctx).catch(() => new Map());
    return { order: await ctx.api.createOrder({ params: { workspaceId: ctx.workspaceId }, body }), names };
  },
  outcome: {
    target: ({ order }) => order._id,
    alreadySentence: ({ order }) =>
      order.order_number === undefined
        ? "This order was already logged. Nothing was sent twice."
        : `This order was already logged, as #${order.order_number}. Nothing was sent twice.`,
  },
  receipt: ({ order, names }, _payload, ctx, draftId) => ({
    ...renderReceipt(order, {
      names,
      loggedBy: ctx.caller.discordUserId,
      searchMention: ctx.commandMention("order search"),
    }),
    components: buttonRow(againButton(draftId)),
    share: {},
  }),
});
