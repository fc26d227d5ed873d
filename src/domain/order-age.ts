import { isOpen } from "./order-life.ts";

/** An order as far as it can tell how long it has been waiting. */
export interface AgedOrder {
  readonly status?: string | undefined;
  /** Epoch milliseconds. */
  readonly createdMs: number | undefined;
  readonly updatedMs: number | undefined;
}

/** Since when it stands as it stands; `undefined` when it does not say. */
export function standsSinceMs({ createdMs, updatedMs }: AgedOrder): number | undefined {
  return updatedMs ?? createdMs;
}

/** Open, and nothing was done about it for longer than the limit. */
export function isStuck(order: AgedOrder, limitMs: number, nowMs: number): boolean {
  const since = standsSinceMs(order);
  return isOpen(order.status) && since !== undefined && nowMs - since > limitMs;
}

/** Waits for whoever ordered it. */
export function isReady(status: string | undefined): boolean {
  return status === "waiting_for_pickup";
}
