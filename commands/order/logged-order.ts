import type { CreatedOrder, NewOrder } from "../../src/api/contract/orders.ts";

/** An order as the workspace returned it, with what its response left out taken from the request. */
export function asLogged(returned: CreatedOrder, sent: NewOrder): CreatedOrder {
  return {
    ...returned,
    items: returned.items.length === 0 ? [...sent.items] : returned.items,
    order_number: returned.order_number ?? sent.order_number,
    customer: returned.customer ?? sent.customer,
    submitted_by: returned.submitted_by ?? sent.submitted_by,
    prepared_by: returned.prepared_by ?? sent.prepared_by,
    picked_up_by: returned.picked_up_by ?? sent.picked_up_by,
  };
}

type OrderPeople = Pick<CreatedOrder, "customer" | "submitted_by" | "prepared_by" | "picked_up_by">;

/** Everyone involved in an order, once each. */
export function orderPeople(order: Partial<OrderPeople>): readonly string[] {
  const people = [order.customer, order.submitted_by, order.prepared_by, order.picked_up_by];
  return [...new Set(people)].filter((userId) => userId !== undefined);
}
