import type { NewOrder, Order } from "../../src/api/contract/orders.ts";
import type { Found, NotFound, SentPayload } from "../../src/interactions/confirmation/declaration.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { timestamp } from "../../src/ui/time.ts";

/** The service's clock and the bot's may be so far apart. */
const clocksApartMs = 2 * 60_000;

/** Looks for an order that is what was sent, and no older than the question. */
export async function lookForOrder(
  { payload: sent, askedAt }: SentPayload<NewOrder>,
  { api, workspaceId }: LinkedContext,
): Promise<Found | NotFound> {
  const orders = await api.searchOrders({ params: { workspaceId } }, { noCache: true });
  const alike = orders.filter((order) => isAlike(order, sent) && madeAt(order) > askedAt - clocksApartMs);
  const newest = alike.toSorted((one, other) => madeAt(other) - madeAt(one))[0];
  if (newest === undefined)
    return {
      sentence:
        "No such order is there, so it seems it wasn't logged. It may still turn up: look again in a minute before you log it anew.",
    };
  const { order_number: number } = newest;
  const at = timestamp(Temporal.Instant.fromEpochMilliseconds(madeAt(newest)), "R");
  return {
    title: number === undefined ? "This order was logged" : `Order #${number} was logged`,
    sentence: `I found it, logged ${at}. There's nothing to send again.`,
  };
}

function madeAt({ createdAt }: Order): number {
  return createdAt === undefined ? 0 : Date.parse(createdAt);
}

/** What was left out is filled in by the service. */
function isAlike(order: Order, sent: NewOrder): boolean {
  const parts = ["customer", "submitted_by", "prepared_by", "picked_up_by", "order_number"] as const;
  return (
    parts.every((part) => sent[part] === undefined || sent[part] === order[part]) &&
    sorted(order.items).join("\n") === sorted(sent.items ?? []).join("\n")
  );
}

function sorted(items: readonly string[]): readonly string[] {
  return items.toSorted();
}
