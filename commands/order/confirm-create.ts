import { type CreatedOrder, NewOrder } from "../../src/api/contract/orders.ts";
import { buttonRow } from "../../src/interactions/components.ts";
import { defineConfirmation } from "../../src/interactions/confirmation.ts";
import { type Names, namesOf } from "../shared/people.ts";
import { againButton } from "./again-button.ts";
import { type CallNames, callNamesOf } from "./call-names.ts";
import { orderDraftKind } from "./draft-kind.ts";
import { asLogged, peopleOf } from "./logged-order.ts";
import { lookForOrder } from "./look-for-order.ts";
import { renderReceipt } from "./render-order.ts";

interface LoggedOrder {
  /** As the workspace answered it. */
  readonly answered: CreatedOrder;
  readonly names: Names;
  /** What the workspace calls those of its people who are not connected here. */
  readonly callNames: CallNames;
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
  unknownTitle: "Not sure whether this was logged",
  lookFor: lookForOrder,
  async perform(body, ctx) {
    const answered = await ctx.api.createOrder({ params: { workspaceId: ctx.workspaceId }, body });
    const people = peopleOf(asLogged(answered, body));
    // Names are a nicety: the order was logged without them too.
    const names = await namesOf(people, ctx).catch((): Names => new Map());
    return { answered, names, callNames: await callNamesOf(people, names, ctx) };
  },
  outcome: {
    target: ({ answered }) => answered._id,
    alreadySentence: ({ answered }, sent) => {
      const { order_number: number } = asLogged(answered, sent);
      return number === undefined
        ? "This order was already logged. Nothing was sent twice."
        : `This order was already logged, as #${number}. Nothing was sent twice.`;
    },
  },
  receipt: ({ answered, names, callNames }, sent, ctx, draftId) => ({
    ...renderReceipt(asLogged(answered, sent), {
      names,
      callNames,
      loggedBy: ctx.caller.discordUserId,
      searchMention: ctx.commandMention("order search"),
    }),
    components: buttonRow(againButton(draftId)),
    share: {},
  }),
});
