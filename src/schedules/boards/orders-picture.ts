import type { Order } from "../../api/contract/orders.ts";
import { busiestHour, hourSpan, type OrdersPicture, type OrderStatusCount } from "../../pictures/orders.ts";
import { describeStatus } from "../../ui/order-text.ts";
import { escapeMarkdown, plainText } from "../../ui/escape.ts";
import { unbroken } from "../../ui/lines.ts";
import { parseEpochMs } from "../../ui/time.ts";
import type { OrdersBoard } from "./orders-render.ts";

const steps: ReadonlyMap<string | undefined, OrderStatusCount["step"]> = new Map([
  ["submitted", "submitted"],
  ["waiting_for_preparation", "waiting"],
  ["preparing", "preparing"],
  ["finding_new_colleague", "finding"],
  ["completed", "completed"],
  ["waiting_for_pickup", "pickup"],
]);

/** Fewer orders say nothing about the hours of a day. */
const leastOrders = 3;
/** A single column is no chart. */
const leastHours = 6;

/** How many orders came in at each hour of a day. */
export interface OrderDay {
  /** `Thu 26 Nov`, on one line. */
  readonly day: string;
  readonly hours: OrdersPicture["hours"];
}

/** A day's orders in a zone, without the hours before the first and after the last; no hours if there were too few. */
export function orderDay(orders: readonly Order[], zone: string, now: number): OrderDay {
  const today = zonedAt(now, zone).toPlainDate();
  const written = today.toLocaleString("en-GB", { weekday: "short", day: "numeric", month: "short" });
  const day = unbroken(written.replace(",", ""));
  const startsAt = today.toZonedDateTime(zone).epochMilliseconds;
  const counts = new Map<number, number>();
  for (const { createdAt } of orders) {
    const at = parseEpochMs(createdAt);
    if (at === undefined || at < startsAt || at > now) continue;
    const { hour } = zonedAt(at, zone);
    counts.set(hour, (counts.get(hour) ?? 0) + 1);
  }
  const total = counts.values().reduce((sum, count) => sum + count, 0);
  if (total < leastOrders) return { day, hours: [] };
  const last = Math.max(...counts.keys(), leastHours - 1);
  const first = Math.min(...counts.keys(), last - leastHours + 1);
  const hours = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return { day, hours: hours.map((hour) => ({ hour, count: counts.get(hour) ?? 0 })) };
}

/** `Busiest hour: 14:00 to 15:00 (Europe/Berlin)`: on one line on a phone; not while that hour isn't over. */
export function describeOrderDay(orders: OrderDay, zone: string, now: number): string | undefined {
  const busiest = busiestHour(orders);
  return busiest === undefined || busiest === zonedAt(now, zone).hour
    ? undefined
    : `Busiest hour: ${unbroken(hourSpan(busiest))} (${escapeMarkdown(zone, 60)})`;
}

export function ordersPicture(
  groups: OrdersBoard["groups"],
  { day, hours }: OrderDay,
  zone: string,
): OrdersPicture {
  return {
    kind: "orders",
    statuses: groups.map(({ status, orders }) => ({
      label: plainText(describeStatus(status).label, 60),
      count: orders.length,
      step: steps.get(status) ?? "other",
    })),
    day,
    hours,
    zone,
  };
}

function zonedAt(at: number, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
}
