import type { Order } from "../../src/api/contract/orders.ts";
import { newestOrdersFirst } from "../../src/domain/order-filter.ts";
import { onceEach } from "../../src/domain/once-each.ts";
import { completeItem, itemsByUse } from "../../src/domain/order-items.ts";
import { createIndex } from "../../src/domain/search.ts";
import type { Suggest } from "../../src/interactions/define.ts";
import { lastKnown, mostChoices } from "../shared/suggest-known.ts";

/** What is ordered lately is among so many, of the newest orders. */
const maxItems = 5_000;

const itemsOf = onceEach((orders: readonly Order[]) => {
  const lately: (readonly string[])[] = [];
  let count = 0;
  for (const { items } of newestOrdersFirst(orders)) {
    count += items.length;
    if (count > maxItems) break;
    lately.push(items);
  }
  return createIndex(itemsByUse(lately.toReversed()).map((item) => ({ text: item, value: item })));
});

/** Completes the item that is being typed with what was ordered lately, most often first. */
export const suggestItems: Suggest<"link"> = async (typed, ctx) => {
  const orders = await lastKnown("searchOrders", { params: { workspaceId: ctx.workspaceId } }, ctx);
  if (orders === undefined) return [];
  return completeItem(typed, itemsOf(orders), mostChoices).map((text) => ({ name: text, value: text }));
};
