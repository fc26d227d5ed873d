import type { Order } from "../../api/contract/orders.ts";
import type { OrdersPicture, OrderStatusCount } from "../../pictures/orders.ts";
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
  /** Those of earlier hours, too. */
  readonly total: OrdersPicture["total"];
}

/** The latest hour at which a day's chart begins. */
const latestStart = 8;

/** A day's orders in a zone, without the quiet hours at both ends; no hours if there were too few orders. */
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
  if (total < leastOrders) return { day, hours: [], total };
  const last = Math.max(...counts.keys(), leastHours - 1);
  const first = Math.min(startHour(counts), last - leastHours + 1);
  const hours = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return { day, hours: hours.map((hour) => ({ hour, count: counts.get(hour) ?? 0 })), total };
}

/** The first hour after the longest quiet time, unless the busiest one comes before it. */
function startHour(counts: ReadonlyMap<number, number>): number {
  const busy = [...counts.keys()].toSorted((a, b) => a - b);
  const most = Math.max(...counts.values());
  const quietBefore = busy.map((hour, index) => ({ hour, quiet: hour - (busy[index - 1] ?? -1) - 1 }));
  const longest = Math.max(...quietBefore.map(({ quiet }) => quiet));
  const afterLongest = quietBefore.find(({ quiet }) => quiet === longest)?.hour ?? 0;
  const busiest = busy.find((hour) => counts.get(hour) === most) ?? 0;
  const start = Math.min(afterLongest, latestStart);
  return busiest < start ? Math.min(...busy) : start;
}

/** The hour in which most orders of a day came in, the first of several. */
export function busiestHour({ hours }: OrderDay): number | undefined {
  const most = Math.max(...hours.map(({ count }) => count));
  return hours.find(({ count }) => count === most)?.hour;
}

/** `23 orders on Thu 26 Nov, most 14:00 to 15:00 (Europe/Berlin)`. */
export function describeOrderDay(orders: OrderDay, zone: string): string | undefined {
  const { day, total } = orders;
  const busiest = busiestHour(orders);
  if (busiest === undefined) return undefined;
  const clock = (hour: number): string => `${String(hour % 24).padStart(2, "0")}:00`;
  return `${total} orders on ${day}, most ${unbroken(`${clock(busiest)} to ${clock(busiest + 1)}`)} (${escapeMarkdown(zone, 60)})`;
}

export function ordersPicture(
  groups: OrdersBoard["groups"],
  { day, hours, total }: OrderDay,
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
    total,
    zone,
  };
}

function zonedAt(at: number, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
}
