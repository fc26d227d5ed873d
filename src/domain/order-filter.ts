import { fold } from "./fold.ts";
import { isOpen } from "./order-life.ts";

/** All that is given has to hold. */
export interface OrderFilter {
  /** A status as the service writes it, or `open`. */
  readonly status?: string | undefined;
  /** A user id in any of an order's four roles. */
  readonly person?: string | undefined;
  /** Part of the name of an item. */
  readonly item?: string | undefined;
  readonly number?: number | undefined;
}

export interface FilteredOrder {
  readonly order_number?: number | undefined;
  readonly items: readonly string[];
  readonly status?: string | undefined;
  readonly submitted_by?: string | undefined;
  readonly customer?: string | undefined;
  readonly prepared_by?: string | undefined;
  readonly picked_up_by?: string | undefined;
}

/** Not a status of the service: stands for all that are neither handed over nor cancelled. */
export const openFilter = "open";

export function filterOrders<O extends FilteredOrder>(
  orders: readonly O[],
  filter: OrderFilter,
): readonly O[] {
  const { status, person, number } = filter;
  const item = filter.item === undefined ? undefined : fold(filter.item.trim());
  return orders.filter(
    (order) =>
      (status === undefined || (status === openFilter ? isOpen(order.status) : order.status === status)) &&
      (person === undefined || peopleOf(order).includes(person)) &&
      (item === undefined || order.items.some((each) => fold(each).includes(item))) &&
      (number === undefined || order.order_number === number),
  );
}

function peopleOf(order: FilteredOrder): readonly (string | undefined)[] {
  return [order.submitted_by, order.customer, order.prepared_by, order.picked_up_by];
}

/** Newest first; what has no known moment comes last, in the order it came. */
export function newestFirst<T>(all: readonly T[], atMsOf: (entry: T) => number | undefined): readonly T[] {
  return all
    .map((entry) => ({ entry, atMs: atMsOf(entry) }))
    .toSorted((a, b) => {
      if (a.atMs === undefined || b.atMs === undefined)
        return Number(a.atMs === undefined) - Number(b.atMs === undefined);
      return b.atMs - a.atMs;
    })
    .map(({ entry }) => entry);
}
