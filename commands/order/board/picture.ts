import type { Order } from "../../../src/api/contract/orders.ts";
import { findBusiestHour, formatHourSpan, type OrdersPicture, type OrderStatusCount } from "./draw.ts";
import { describeStatus, formatOpenStatusLabel } from "../text.ts";
import { plainText } from "../../../src/ui/escape.ts";
import { withoutBreaks } from "../../../src/ui/lines.ts";
import { parseEpochMs, describeZone, formatWeekdayAndDate } from "../../../src/ui/time.ts";
import type { OrdersBoard } from "./render.ts";
import type { DateStyle } from "../../../src/ui/formats.ts";

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
/** A single column is no chart, and more than half a day is hard to read on a phone. */
const [leastHours, mostHours] = [6, 10];
const hoursADay = 24;

/** How many orders came in at each hour of a day. */
export interface OrderDay {
  /** `Thu 26 Nov`, on one line. */
  readonly day: string;
  readonly hours: OrdersPicture["hours"];
}

interface DayFormats {
  readonly zone: string;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly dateStyle: DateStyle;
}

/** A day's orders in a zone, without the hours before the first and after the last; no hours if there were too few. */
export function computeOrderDay(orders: readonly Order[], { zone, now, dateStyle }: DayFormats): OrderDay {
  const today = toZoned(now, zone).toPlainDate();
  const day = withoutBreaks(formatWeekdayAndDate(today, dateStyle));
  const startsAt = today.toZonedDateTime(zone).epochMilliseconds;
  const counts = new Map<number, number>();
  for (const { createdAt } of orders) {
    const at = parseEpochMs(createdAt);
    if (at === undefined || at < startsAt || at > now) continue;
    const { hour } = toZoned(at, zone);
    counts.set(hour, (counts.get(hour) ?? 0) + 1);
  }
  const total = counts.values().reduce((sum, count) => sum + count, 0);
  if (total < leastOrders) return { day, hours: [] };
  return { day, hours: listHours(counts, Math.min(...counts.keys()), Math.max(...counts.keys())) };
}

function listHours(counts: ReadonlyMap<number, number>, first: number, last: number): OrderDay["hours"] {
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const hour = first + index;
    return { hour, count: counts.get(hour) ?? 0 };
  });
}

/** The last hours in which orders came in, and as many after or before them as a chart needs. */
function selectColumnHours(hours: OrderDay["hours"]): OrderDay["hours"] {
  const latest = hours.slice(-mostHours);
  const begin = latest.find(({ count }) => count > 0)?.hour;
  const end = latest.at(-1)?.hour;
  if (begin === undefined || end === undefined) return [];
  const first = Math.min(begin, hoursADay - leastHours);
  const counts = new Map(hours.map(({ hour, count }) => [hour, count]));
  return listHours(counts, first, Math.max(end, first + leastHours - 1));
}

/** `Busiest hour: 14:00 to 15:00 (Berlin time)`: on one line on a phone; not while that hour isn't over. */
export function describeOrderDay(orders: OrderDay, { zone, now, dateStyle }: DayFormats): string | undefined {
  const busiest = findBusiestHour(orders);
  return busiest === undefined || busiest === toZoned(now, zone).hour
    ? undefined
    : `Busiest hour: ${withoutBreaks(formatHourSpan(busiest, dateStyle))} (${describeZone(zone)})`;
}

export function createOrdersPicture(
  groups: OrdersBoard["groups"],
  { day, hours }: OrderDay,
  { zone, dateStyle }: Pick<DayFormats, "zone" | "dateStyle">,
): OrdersPicture {
  return {
    kind: "orders",
    statuses: groups.map(({ status, orders }) => ({
      label: plainText(formatOpenStatusLabel(status), 60),
      mark: describeStatus(status).mark,
      count: orders.length,
      step: steps.get(status) ?? "other",
    })),
    day,
    hours: selectColumnHours(hours),
    zone,
    dateStyle,
  };
}

function toZoned(at: number, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
}
