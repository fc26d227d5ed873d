import { countItems } from "../items.ts";
import { formatShortStatus, describeItem, describeStatus, describeUsualTime } from "../text.ts";
import type { OrderTimes } from "../times.ts";
import { isReady } from "../status.ts";
import { plainText } from "../../../src/ui/escape.ts";
import type { DateStyle } from "../../../src/ui/formats.ts";
import { formatDayAndClockIn, formatDuration, parseEpochMs } from "../../../src/ui/time.ts";
import { maxBars, type OrderBar, type OrdersPicture } from "./draw.ts";
import { type BoardOrder, lateMark, stuckMark } from "./render.ts";

interface Look {
  /** Epoch milliseconds: how old they were then. */
  readonly asOf: number;
  readonly zone: string;
  readonly dateStyle: DateStyle;
}

/** The oldest first; those without a time come last. */
export function createOrdersPicture(
  orders: readonly BoardOrder[],
  times: OrderTimes,
  { asOf, zone, dateStyle }: Look,
): OrdersPicture {
  const at = ({ order }: BoardOrder): number => parseEpochMs(order.createdAt) ?? asOf;
  const oldest = orders.toSorted((one, other) => at(one) - at(other)).slice(0, maxBars);
  const usualText = describeUsualTime(times);
  return {
    kind: "orders",
    at: formatDayAndClockIn(zone, asOf, dateStyle),
    orders: oldest.map((each) => toBar(each, asOf)),
    total: orders.length,
    usual: times.total && usualText !== undefined ? { ms: times.total.medianMs, text: usualText } : undefined,
  };
}

function toBar({ order, isStuck, isSlow }: BoardOrder, asOf: number): OrderBar {
  const { order_number, items, status, createdAt } = order;
  const placed = parseEpochMs(createdAt);
  const ageMs = placed === undefined ? 0 : Math.max(0, asOf - placed);
  return {
    number: order_number === undefined ? "Order" : `#${order_number}`,
    items: countItems(items).map((item) => plainText(describeItem(item), 60)),
    mark: isStuck ? stuckMark : isSlow ? lateMark : describeStatus(status).mark,
    state: isStuck ? "stuck" : isSlow ? "late" : formatShortStatus(status),
    ageMs,
    age: placed === undefined ? "" : formatDuration(ageMs),
    tone: isStuck ? "failed" : isSlow ? "waiting" : isReady(status) ? "done" : "information",
  };
}
