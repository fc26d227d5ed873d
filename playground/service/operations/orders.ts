import type { NewOrder, orderRows } from "../../../src/api/contract/orders.ts";
import { plannedSteps, presentOrder } from "../order-life.ts";
import type { Answers, Service } from "../service.ts";
import { iso } from "../time.ts";
import { requireThat } from "./assertions.ts";

const maxItems = 100;
const maxItemLength = 200;

export const orderAnswers: Pick<Answers, keyof typeof orderRows> = {
  createOrder({ body }, service) {
    requirePlausible(body);
    const { state, now, random } = service;
    const moment = iso(now());
    const order = {
      ...body,
      _id: service.newId(),
      order_number: body.order_number ?? nextNumber(service),
      status: "submitted",
      createdAt: moment,
      updatedAt: moment,
    };
    const steps = plannedSteps(random, {
      startMs: now(),
      staffIds: [...state.assignments.keys()],
      story: "usual",
    });
    state.orders.set(order._id, { order, steps });
    return { ...order, workspace: state.workspace.id };
  },
  searchOrders: (_input, { state, now }) =>
    [...state.orders.values()].map((stored) => presentOrder(stored, now())),
};

function requirePlausible({ items, order_number }: NewOrder): void {
  requireThat(items.length >= 1 && items.length <= maxItems, `items must have 1 to ${maxItems} entries`);
  requireThat(
    items.every((item) => item.trim() !== "" && item.length <= maxItemLength),
    `each of items must have 1 to ${maxItemLength} characters`,
  );
  requireThat(
    order_number === undefined || (Number.isSafeInteger(order_number) && order_number >= 1),
    "order_number must be a whole number from 1",
  );
}

function nextNumber({ state }: Service): number {
  const numbers = [...state.orders.values()].map(({ order }) => order.order_number ?? 0);
  return Math.max(0, ...numbers) + 1;
}
