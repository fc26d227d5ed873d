import type { Order } from "../../src/api/contract/orders.ts";
import { parseOrderRule, getOrderLife, type OrderLife, computeOrderRule } from "./status.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { describeUsualTime } from "./text.ts";

/** Judges the progress of a workspace's orders. Boards and commands use the same rule. */
export async function createOrderJudge(
  orders: readonly Order[],
  { store, guildId, now }: Pick<LinkedContext, "store" | "guildId" | "now">,
): Promise<(order: Order) => OrderLife> {
  const nowMs = now();
  const rule = computeOrderRule(orders, parseOrderRule(await store.guildSettings.all(guildId)), nowMs);
  return (order) => getOrderLife(order, rule, nowMs);
}

/** How long orders take in a workspace, in words, if that is known. @throws StoreError */
export async function readUsualTime({
  store,
  guildId,
  link,
  orderLog,
}: Pick<LinkedContext, "store" | "guildId" | "link" | "orderLog">): Promise<string | undefined> {
  const { endsAt: end } = parseOrderRule(await store.guildSettings.all(guildId));
  return describeUsualTime(await orderLog.times(link, { end, zone: "UTC" }));
}
