import { z } from "zod";
import { maxOrdersShown, renderOrdersBoard } from "../../commands/order/render-board.ts";
import { type Order, orderStatuses } from "../api/contract/orders.ts";
import { type AgedOrder, isStuck, standsSinceMs } from "../domain/order-age.ts";
import { isOpen } from "../domain/order-life.ts";
import { readEpochMs } from "../text/time.ts";
import { defineKind, readOptions } from "./define-kind.ts";

const minuteMs = 60_000;

const Options = z.object({
  stuckMinutes: z.number().positive().catch(30),
  tellReady: z.boolean().catch(false),
  tellStuck: z.boolean().catch(false),
});

/** What is open, by status and age. */
export const ordersBoard = defineKind({
  name: "orders",
  words: "Open orders",
  Options,
  options: [
    {
      name: "stuckMinutes",
      words: "after how many minutes without progress an order is stuck",
      chosen: (minutes) => `an order is stuck after ${minutes} min without progress`,
      kind: "number",
      default: 30,
    },
    {
      name: "tellReady",
      words: "a live board also tells when an order is ready for pickup",
      chosen: () => "tells when an order is ready for pickup",
      kind: "boolean",
      default: false,
      liveOnly: true,
    },
    {
      name: "tellStuck",
      words: "a live board also tells when an order is stuck",
      chosen: () => "tells when an order is stuck",
      kind: "boolean",
      default: false,
      liveOnly: true,
    },
  ],
  refreshEveryMs: 2 * minuteMs,
  async draw({ readings, options, now, room, namesOf }) {
    const open = (await readings.orders())
      .filter(({ status }) => isOpen(status))
      .map((order) => ({ order, aged: agedOf(order) }))
      .toSorted((one, other) => bornMs(one.aged) - bornMs(other.aged));
    if (open.length === 0)
      return { nothing: "No order is open. What is placed in the game will stand here." };
    const stuckAfterMs = options.stuckMinutes * minuteMs;
    const groups = [...Map.groupBy(open, ({ order }) => order.status)]
      .toSorted(([a], [b]) => placeOf(a) - placeOf(b))
      .map(([status, orders]) => ({
        status,
        orders: orders.map(({ order, aged }) => ({ order, isStuck: isStuck(aged, stuckAfterMs, now) })),
      }));
    const shown = groups.flatMap(({ orders }) => orders).slice(0, maxOrdersShown);
    const names = await namesOf(shown.map(({ order }) => order.prepared_by));
    return {
      answer: renderOrdersBoard({ groups, stuckAfterMs, names, room }),
      shows: [
        groups.map(({ status, orders }) => [
          status,
          orders.length,
          orders.filter(({ isStuck: stuck }) => stuck).length,
        ]),
        shown.map(({ order, isStuck: stuck }) => [order._id, order.prepared_by, order.items, stuck]),
      ],
    };
  },
});

/** What was chosen about an order board. */
export function readOrdersOptions(stored: unknown): z.output<typeof Options> {
  return readOptions(Options, stored);
}

export function agedOf({ status, createdAt, updatedAt }: Order): AgedOrder {
  return {
    status,
    createdMs: readEpochMs(createdAt),
    updatedMs: readEpochMs(updatedAt),
  };
}

/** What does not say how old it is comes first: nobody knows how long it has been waiting. */
function bornMs(aged: AgedOrder): number {
  return aged.createdMs ?? standsSinceMs(aged) ?? 0;
}

const places: ReadonlyMap<string | undefined, number> = new Map(
  orderStatuses.map((status, index) => [status, index]),
);

/** Words that nobody documented come last. */
function placeOf(status: string | undefined): number {
  return places.get(status) ?? orderStatuses.length;
}
