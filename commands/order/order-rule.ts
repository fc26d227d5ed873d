import type { Order } from "../../src/api/contract/orders.ts";
import { chosenOrderRule, lifeOf, type OrderLife, orderRuleFor } from "../../src/domain/order-status.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { usualTimeText } from "../../src/ui/order-text.ts";

/** Judges the progress of a workspace's orders. Boards and commands use the same rule. */
export async function orderJudge(
  orders: readonly Order[],
  { store, guildId, now }: Pick<LinkedContext, "store" | "guildId" | "now">,
): Promise<(order: Order) => OrderLife> {
  const nowMs = now();
  const rule = orderRuleFor(orders, chosenOrderRule(await store.guildSettings.all(guildId)), nowMs);
  return (order) => lifeOf(order, rule, nowMs);
}

/** How long orders take in a workspace, in words, if that is known. @throws StoreError */
export async function usualTime({
  store,
  guildId,
  link,
  orderLog,
}: Pick<LinkedContext, "store" | "guildId" | "link" | "orderLog">): Promise<string | undefined> {
  const { endsAt: end } = chosenOrderRule(await store.guildSettings.all(guildId));
  return usualTimeText(await orderLog.times(link, { end, zone: "UTC" }));
}
