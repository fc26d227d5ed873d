import type { Order } from "../../src/api/contract/orders.ts";
import { memoizeWeak } from "../../src/domain/memoize-weak.ts";
import { newestOrdersFirst } from "../../src/domain/order-filter.ts";
import { completeItem, itemsByUse, linesToItems } from "../../src/domain/order-items.ts";
import { createIndex } from "../../src/domain/search.ts";
import { UserError } from "../../src/errors.ts";
import { defineMessageMenu, defineSubcommand } from "../../src/interactions/define.ts";
import type { Autocomplete, Component } from "../../src/interactions/handler.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { maxChoices, readStale } from "../kit/autocomplete-reads.ts";
import { integer, text } from "../kit/options.ts";
import { typedPerson } from "../kit/person-option.ts";
import { againButton, createConfirmation, orderForm } from "./confirm-create.ts";
import { assertOrderNumber, emptyOrderText } from "./order-input.ts";

/** All components from an order's form to its receipt. */
const orderComponents: readonly Component[] = [
  ...createConfirmation.components,
  ...orderForm.components,
  againButton,
];

/** How many of the newest orders are searched for items. */
const maxItems = 5_000;

const itemsOf = memoizeWeak((orders: readonly Order[]) => {
  const lately: (readonly string[])[] = [];
  let count = 0;
  for (const { items } of newestOrdersFirst(orders)) {
    count += items.length;
    if (count > maxItems) break;
    lately.push(items);
  }
  return createIndex(itemsByUse(lately.toReversed()).map((item) => ({ text: item, value: item })));
});

/** Completes the item being typed with recently ordered ones, most frequent first. */
const suggestItems: Autocomplete<LinkedContext> = async (typed, ctx) => {
  const orders = await readStale("searchOrders", { params: { workspaceId: ctx.workspaceId } }, ctx);
  if (orders === undefined) return [];
  return completeItem(typed, itemsOf(orders), maxChoices).map((value) => ({ name: value, value }));
};

/** Opens the order's form with the lines of a message as its items. */
export const orderFromMessage = defineMessageMenu({
  name: "Log order",
  description: "Log an order from a message with one item per line, after a preview",
  access: "staff",
  needs: "link",
  ack: "modal-or-ephemeral",
  operations: ["createOrder", "searchOrders", "getUser"],
  components: orderComponents,
  async run({ targetMessage }, ctx) {
    const items = linesToItems(targetMessage.content);
    if (items.length === 0)
      throw new UserError(
        "This message has no text, so nothing was done. Use this on a message with one item per line.",
      );
    return orderForm.open({ text: { ...emptyOrderText, items: items.join("\n") } }, ctx);
  },
});

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
    const orderText = { items, customer, submittedBy, preparedBy, pickedUpBy };
    return items === "" && number === undefined
      ? orderForm.open({ text: orderText }, ctx)
      : orderForm.submit({ text: orderText, number }, ctx);
  },
});
