import type { Order } from "../../src/api/contract/orders.ts";
import { memoizeWeak } from "../../src/domain/memoize-weak.ts";
import { completeItem } from "../../src/domain/order-items.ts";
import { createIndex } from "../../src/domain/search.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import type { Autocomplete, Component } from "../../src/interactions/handler.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { maxChoices } from "../kit/autocomplete-reads.ts";
import { integer, text } from "../kit/options.ts";
import { typedPerson } from "../kit/person-option.ts";
import { againButton, createConfirmation, orderForm } from "./confirm-create.ts";
import { lastReadOrders, recentItems } from "./known-items.ts";
import { assertOrderNumber, emptyOrderText } from "./order-input.ts";

/** All components from an order's form to its receipt. */
export const orderComponents: readonly Component[] = [
  ...createConfirmation.components,
  ...orderForm.components,
  againButton,
];

const itemIndexOf = memoizeWeak((orders: readonly Order[]) =>
  createIndex(recentItems(orders).map((item) => ({ text: item, value: item }))),
);

/** Completes the item being typed with recently ordered ones, most frequent first. */
const suggestItems: Autocomplete<LinkedContext> = async (typed, ctx) => {
  const orders = await lastReadOrders(ctx);
  if (orders === undefined) return [];
  return completeItem(typed, itemIndexOf(orders), maxChoices).map((value) => ({ name: value, value }));
};

export const create = defineSubcommand({
  name: "create",
  description: "Log an order, with a preview before anything is sent",
  options: {
    items: text("What was ordered, separated by commas, for example Latte, Latte, Croissant").autocomplete(
      suggestItems,
    ),
    customer: typedPerson("Who ordered"),
    submittedBy: typedPerson("Who took the order (you by default)"),
    preparedBy: typedPerson("Who is preparing it"),
    pickedUpBy: typedPerson("Who picked it up"),
    number: integer("The order number (the next free one by default)").map(assertOrderNumber),
  },
  access: "staff",
  needs: "link",
  ack: "modal-or-ephemeral",
  operations: ["createOrder", "searchOrders", "getUser"],
  components: orderComponents,
  async run(
    { options: { number, items = "", customer = "", submittedBy = "", preparedBy = "", pickedUpBy = "" } },
    ctx,
  ) {
    const orderText = { ...emptyOrderText, items, customer, submittedBy, preparedBy, pickedUpBy };
    return items === "" && number === undefined
      ? orderForm.open({ text: orderText }, ctx)
      : orderForm.submit({ text: orderText, number }, ctx);
  },
});
