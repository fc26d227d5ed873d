import type { NewOrder, Order } from "../../src/api/contract/orders.ts";
import type { Found, NotFound, SentPayload } from "../../src/interactions/confirmation/declaration.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { minuteMs } from "../../src/time.ts";
import { labelAge } from "../../src/ui/time.ts";
import { mayBeIncomplete } from "../../src/ui/left-out.ts";

/** The kind of drafts of orders, and of their entries in the audit log. */
export const orderDraftKind = "order.create";

/** How far apart the service's clock and the bot's may be. */
const clocksApartMs = 2 * minuteMs;

/** More were never logged within the time it takes to look. */
const maxReceipts = 500;

/** Looks for an order like the one sent, no older than the preview, that is nobody else's: it has no receipt, and wasn't found before. */
export async function lookForOrder(
  { payload: sent, shownAt }: SentPayload<NewOrder>,
  { api, workspaceId, store, guildId, service }: LinkedContext,
): Promise<Found | NotFound> {
  const since = shownAt - clocksApartMs;
  const [orders, receipts] = await Promise.all([
    api.searchOrders({ params: { workspaceId } }, { noCache: true }),
    store.audit.list(guildId, { action: orderDraftKind, outcome: "done", since }, { limit: maxReceipts }),
  ]);
  const withReceipt = new Set(receipts.map(({ target }) => target));
  const alike = orders.filter(
    (order) => matches(order, sent) && getMadeAt(order) > since && !withReceipt.has(order._id),
  );
  const newest = alike.toSorted((one, other) => getMadeAt(other) - getMadeAt(one))[0];
  if (newest === undefined)
    return {
      sentence: mayBeIncomplete(service.leftOut(orders), orders.length)
        ? "I can't find it, but I couldn't read all of the workspace's orders, so it may have been logged. Look in the workspace before you log it again."
        : "I can't find it, so it probably wasn't logged. It may still turn up: look again in a minute before you log it again.",
    };
  const { order_number: number } = newest;
  return {
    title: number === undefined ? "Order logged" : `Order #${number} logged`,
    sentence: `I found it, so you don't need to send it again. ${labelAge("Logged", getMadeAt(newest))}`,
    target: newest._id,
  };
}

function getMadeAt({ createdAt }: Order): number {
  return createdAt === undefined ? 0 : Date.parse(createdAt);
}

/** The service fills in what was left out. */
function matches(order: Order, sent: NewOrder): boolean {
  const parts = ["customer", "submitted_by", "prepared_by", "picked_up_by", "order_number"] as const;
  return (
    parts.every((part) => sent[part] === undefined || sent[part] === order[part]) &&
    sortItems(order.items).join("\n") === sortItems(sent.items ?? []).join("\n")
  );
}

function sortItems(items: readonly string[]): readonly string[] {
  return items.toSorted();
}
