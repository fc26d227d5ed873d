import { between, type Random } from "./random.ts";
import type { OrderStep, StoredOrder, WireOrder } from "./state.ts";
import { iso, secondMs } from "./time.ts";

export interface OrderPlan {
  readonly startMs: number;
  readonly staffIds: readonly string[];
  readonly story: "usual" | "colleague-left" | "cancelled";
}

/** An order's future steps. Nothing runs in the background: `presentOrder` computes its current state. */
export function plannedSteps(random: Random, { startMs, staffIds, story }: OrderPlan): readonly OrderStep[] {
  let atMs = startMs;
  const steps: OrderStep[] = [{ atMs, status: "submitted" }];
  function then(status: string, minSeconds: number, maxSeconds: number, people: Partial<OrderStep> = {}) {
    atMs += between(random, minSeconds, maxSeconds) * secondMs;
    steps.push({ ...people, atMs, status });
  }
  function preparer(): Partial<OrderStep> {
    const id = staffIds[between(random, 0, staffIds.length - 1)];
    return id === undefined ? {} : { prepared_by: id };
  }

  then("waiting_for_preparation", 20, 60);
  if (story === "cancelled") {
    then("cancelled", 60, 300);
    return steps;
  }
  then("preparing", 60, 180, preparer());
  if (story === "colleague-left") {
    then("finding_new_colleague", 40, 120);
    then("preparing", 60, 180, preparer());
  }
  then("completed", 120, 300);
  then("waiting_for_pickup", 15, 45);
  then("handed_to", 60, 240);
  return steps;
}

/** The order as it is at that moment. It keeps the people it was created with. */
export function presentOrder({ order, steps }: StoredOrder, nowMs: number): WireOrder {
  const passed = steps.filter((step) => step.atMs <= nowMs);
  const last = passed.at(-1);
  if (last === undefined) return order;
  const preparer = order.prepared_by ?? passed.findLast((step) => step.prepared_by)?.prepared_by;
  return {
    ...order,
    status: last.status,
    updatedAt: iso(last.atMs),
    ...(preparer === undefined ? {} : { prepared_by: preparer }),
    ...(last.status === "handed_to" && order.picked_up_by === undefined && order.customer
      ? { picked_up_by: order.customer }
      : {}),
  };
}
