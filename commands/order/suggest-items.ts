import { completeItem, itemsByUse } from "../../src/domain/order-items.ts";
import type { Suggest } from "../../src/interactions/define.ts";

const withinMs = 1_500;

/** Completes the item that is being typed with what was ordered lately, most often first. */
export const suggestItems: Suggest<"link"> = async (typed, { api, workspaceId }) => {
  const orders = await api.searchOrders({ params: { workspaceId } }, { budgetMs: withinMs });
  const known = itemsByUse(orders.map(({ items }) => items));
  return completeItem(typed, known).map((text) => ({ name: text, value: text }));
};
