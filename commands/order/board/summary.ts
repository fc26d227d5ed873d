import { isReady } from "../status.ts";
import { formatNumber, pluralize, pluralizeText } from "../../../src/ui/numbers.ts";
import { describeStatus } from "../text.ts";
import type { BoardSummary } from "../../boards/index.ts";
import { describeCounts, formatBoardLine, type LineContext, type OrdersBoard, sortByNeed } from "./render.ts";

interface OrdersSince extends LineContext {
  /** Of orders that came in or ended since the last digest. */
  readonly came: number;
  readonly done: number;
  readonly button: BoardSummary["button"];
}

/** For a digest. */
export function summarizeOrders(
  groups: OrdersBoard["groups"],
  { came, done, button, ...ctx }: OrdersSince,
): BoardSummary {
  const all = sortByNeed(groups.flatMap(({ orders }) => orders));
  const stuck = all.filter(({ isStuck }) => isStuck).length;
  const ready = all.filter(({ order, isStuck }) => !isStuck && isReady(order.status)).length;
  return {
    heading: "Orders",
    text: describeCounts(`${formatNumber(all.length)}\u00a0open`, { ready, stuck }, "ready"),
    lines: all.map((each) => formatBoardLine(each, ctx, describeStatus(each.order.status).mark)),
    alert: stuck === 0 ? undefined : pluralize(stuck, "stuck order"),
    changes: [
      { count: came, unit: pluralizeText(came, { one: "new order", other: "new orders" }) },
      { count: done, unit: pluralizeText(done, { one: "order done", other: "orders done" }) },
    ],
    tile: {
      heading: "Orders",
      value: formatNumber(all.length),
      unit: "open",
      parts: [
        { label: "stuck", count: stuck, tone: "failed" },
        { label: "ready", count: ready, tone: "waiting" },
        { label: "in progress", count: all.length - stuck - ready, tone: "information" },
      ],
    },
    button,
  };
}
