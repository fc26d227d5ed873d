import type { LinkedContext } from "../../src/interactions/handler-context.ts";

/** A hint is worth a short wait only. */
const budgetMs = 700;

/** Whether the workspace already has an order of this number; false also when that could not be learned in time. */
export async function isNumberTaken(
  orderNumber: number | undefined,
  { api, workspaceId }: LinkedContext,
): Promise<boolean> {
  if (orderNumber === undefined) return false;
  return api.searchOrders({ params: { workspaceId } }, { budgetMs }).then(
    (orders) => orders.some((order) => order.order_number === orderNumber),
    () => false,
  );
}
