export interface HandledOrder {
  readonly submitted_by?: string | undefined;
  readonly prepared_by?: string | undefined;
  readonly status?: string | undefined;
}

/** How many orders each person took or prepared; one order counts once for each of them, a cancelled one for nobody. */
export function ordersHandled(orders: readonly HandledOrder[]): ReadonlyMap<string, number> {
  const handled = new Map<string, number>();
  for (const { submitted_by, prepared_by, status } of orders) {
    if (status === "cancelled") continue;
    for (const userId of new Set([submitted_by, prepared_by]))
      if (userId !== undefined) handled.set(userId, (handled.get(userId) ?? 0) + 1);
  }
  return handled;
}
