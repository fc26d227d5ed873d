import type { Order } from "../../src/api/contract/orders.ts";
import { memoizeWeak } from "../../src/domain/memoize-weak.ts";
import { newestOrdersFirst } from "../../src/domain/order-filter.ts";
import { itemsByUse } from "../../src/domain/order-items.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { readStale } from "../kit/autocomplete-reads.ts";

/** How many of the newest orders' items are known. */
const maxItems = 5_000;

/** The items of the newest orders, each once, most frequent first. */
export const recentItems = memoizeWeak((orders: readonly Order[]): readonly string[] => {
  const newest: (readonly string[])[] = [];
  let count = 0;
  for (const { items } of newestOrdersFirst(orders)) {
    count += items.length;
    if (count > maxItems) break;
    newest.push(items);
  }
  return itemsByUse(newest.toReversed());
});

/**
 * The workspace's orders as last read, which is recent enough to know items by; `undefined` if there are none yet.
 * @param withinMs how long the first response is waited for
 */
export function lastReadOrders(ctx: LinkedContext, withinMs?: number): Promise<readonly Order[] | undefined> {
  return readStale("searchOrders", { params: { workspaceId: ctx.workspaceId } }, ctx, withinMs);
}
