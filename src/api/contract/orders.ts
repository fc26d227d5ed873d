import { z } from "zod";
import { responseFields, DateTime, Id, IdText, listField, optionalField, tolerantField } from "./fields.ts";
import { records } from "./records.ts";
import { minuteMs } from "../../time.ts";

/** The eight documented statuses, in an order's usual sequence; the last two are final. */
export const orderStatuses = [
  "submitted",
  "waiting_for_preparation",
  "preparing",
  "finding_new_colleague",
  "completed",
  "waiting_for_pickup",
  "handed_to",
  "cancelled",
] as const;
export type KnownOrderStatus = (typeof orderStatuses)[number];

export const Order = z.object({
  _id: Id,
  order_number: tolerantField(z.number()),
  items: listField(z.string()),
  submitted_by: tolerantField(IdText),
  /** Values other than `orderStatuses` are kept as they are. */
  status: optionalField(z.string()),
  customer: tolerantField(IdText),
  prepared_by: tolerantField(IdText),
  picked_up_by: tolerantField(IdText),
  game_id: tolerantField(IdText),
  job_id: tolerantField(IdText),
  createdAt: tolerantField(DateTime),
  updatedAt: tolerantField(DateTime),
});
export type Order = z.output<typeof Order>;

/** The response to a creation: the order exists by then, whatever the response omits. */
export const CreatedOrder = z.object(responseFields({ ...Order.shape, _id: optionalField(Id) }));
export type CreatedOrder = z.output<typeof CreatedOrder>;

/** People are service user ids. The service assigns a number if `order_number` is omitted. */
export const NewOrder = z.object({
  items: z.array(z.string()),
  submitted_by: z.string().optional(),
  customer: z.string().optional(),
  order_number: z.number().optional(),
  prepared_by: z.string().optional(),
  picked_up_by: z.string().optional(),
});
export type NewOrder = z.output<typeof NewOrder>;

export const orderRows = {
  createOrder: {
    method: "POST",
    path: "/players/orders/{workspaceId}",
    params: z.object({ workspaceId: Id }),
    body: NewOrder,
    response: CreatedOrder,
    retryable: false,
    invalidates: ["searchOrders"],
  },
  searchOrders: {
    method: "GET",
    path: "/players/orders/{workspaceId}/search",
    params: z.object({ workspaceId: Id }),
    response: records(Order, "order", 10_000, {
      newestBy: ({ createdAt = "" }) => Date.parse(createdAt) || undefined,
    }),
    // The list is parsed as it arrives, and older orders are dropped.
    maxBytes: 64 * 1024 * 1024,
    retryable: true,
    cacheMs: 30_000,
    // Suggestions need only recent orders; the few logged since then hardly matter.
    swrMs: 10 * minuteMs,
  },
} as const;
