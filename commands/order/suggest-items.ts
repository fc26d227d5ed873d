import type { Order } from "../../src/api/contract/orders.ts";
import { onceEach } from "../../src/domain/once-each.ts";
import { completeItem, itemsByUse } from "../../src/domain/order-items.ts";
import { createIndex } from "../../src/domain/search.ts";
import type { Suggest } from "../../src/interactions/define.ts";
import { lastKnown, mostChoices } from "../shared/suggest-known.ts";

const itemsOf = onceEach((orders: readonly Order[]) =>
  createIndex(itemsByUse(orders.map(({ items }) => items)).map((item) => ({ text: item, value: item }))),
);

/** Completes the item that is being typed with what was ordered lately, most often first. */
export const suggestItems: Suggest<"link"> = async (typed, ctx) => {
  const orders = await lastKnown("searchOrders", { params: { workspaceId: ctx.workspaceId } }, ctx);
  if (orders === undefined) return [];
  return completeItem(typed, itemsOf(orders), mostChoices).map((text) => ({ name: text, value: text }));
};
