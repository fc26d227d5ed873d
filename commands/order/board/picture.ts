import type { Order } from "../../../src/api/contract/orders.ts";
import type { ToneName } from "../../../src/pictures/kit/colours.ts";
import { countItems } from "../items.ts";
import { formatPlainStatusInLine, describeItem, describeUsualTime } from "../text.ts";
import type { OrderTimes } from "../times.ts";
import { isReady } from "../status.ts";
import { plainText } from "../../../src/ui/escape.ts";
import { minuteMs } from "../../../src/time.ts";
import type { DateStyle } from "../../../src/ui/formats.ts";
import { formatDayAndClockIn, formatDuration, parseEpochMs } from "../../../src/ui/time.ts";
import { maxBars, type OrderBar, type OrdersPicture } from "./draw.ts";
import { type BoardOrder, sortByNeed } from "./render.ts";

interface Look {
  /** Epoch milliseconds: how old they were then. */
  readonly asOf: number;
  readonly zone: string;
  readonly dateStyle: DateStyle;
}

/**
 * Orders in progress: those that need someone first, then by status, the oldest first in each. `undefined` if all are
 * ready.
 */
export function createOrdersPicture(
  all: readonly BoardOrder[],
  times: OrderTimes,
  { asOf, zone, dateStyle }: Look,
): OrdersPicture | undefined {
  const orders = sortByNeed(all.filter(({ order }) => !isReady(order.status)));
  if (orders.length === 0) return undefined;
  const usualText = describeUsualTime(times);
  let left = maxBars;
  const groups = [...Map.groupBy(orders, describeState)].map(([state, those]) => {
    const shown = those.slice(0, left);
    left -= shown.length;
    const bars = shown.map(({ order }) => toBar(order, asOf));
    return { state, tone: getTone(those), orders: bars, count: those.length };
  });
  return {
    kind: "orders",
    at: formatDayAndClockIn(zone, asOf, dateStyle),
    groups: groups.filter((group) => group.orders.length > 0),
    total: orders.length,
    usual: times.total && usualText !== undefined ? { ms: times.total.medianMs, text: usualText } : undefined,
  };
}

function describeState({ order, isStuck, isSlow }: BoardOrder): string {
  if (isStuck) return "stuck";
  return isSlow ? "late" : formatPlainStatusInLine(order.status);
}

function getTone([first]: readonly BoardOrder[]): ToneName {
  if (first?.isStuck === true) return "failed";
  return first?.isSlow === true ? "waiting" : "information";
}

function toBar({ order_number, items, createdAt }: Order, asOf: number): OrderBar {
  const placed = parseEpochMs(createdAt);
  const ageMs = placed === undefined ? 0 : Math.max(0, asOf - placed);
  return {
    number: order_number === undefined ? "Order" : `#${order_number}`,
    items: countItems(items).map((item) => plainText(describeItem(item), 60)),
    ageMs,
    age: placed === undefined ? "" : ageMs < minuteMs ? "now" : formatDuration(ageMs),
  };
}
