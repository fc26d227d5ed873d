import type { Context } from "./kit/canvas.ts";
import { joinParts } from "../ui/lines.ts";
import { formatNumber, pluralize } from "../ui/numbers.ts";
import { colours } from "./kit/colours.ts";
import { columns } from "./kit/columns.ts";
import { cardWidth, innerWidth, margin, rounded } from "./kit/shapes.ts";
import { write } from "./kit/text.ts";

export interface OrderStatusCount {
  /** `Preparing`. */
  readonly label: string;
  readonly count: number;
  /** Its position in an order's usual sequence, which determines its colour. */
  readonly step: "submitted" | "waiting" | "preparing" | "finding" | "completed" | "pickup" | "other";
}

/** Open orders, and when orders came in on one day. */
export interface OrdersPicture {
  readonly kind: "orders";
  readonly statuses: readonly OrderStatusCount[];
  /** The day of `hours`: `Thursday 26 November`. */
  readonly day: string;
  /** Orders that came in, by hour of the day, without the empty hours at both ends. */
  readonly hours: readonly { readonly hour: number; readonly count: number }[];
  /** `Europe/Berlin`, of the hours. */
  readonly zone: string;
}

const fills: Readonly<Record<OrderStatusCount["step"], string>> = {
  submitted: "#A5ADBA",
  waiting: "#66728A",
  preparing: colours.blue,
  finding: colours.violet,
  completed: colours.green,
  pickup: colours.orange,
  other: "#CDD2DA",
};

const [barTop, barHeight, barGap, hoursHeight] = [40, 64, 6, 260];
const [legendTop, legendRow, legendColumns, maxLegendRows] = [barTop + barHeight + 58, 54, 2, 3];

export function ordersHeight({ statuses, hours }: OrdersPicture): number {
  return legendEnd(statuses) + (hours.length === 0 ? 0 : 52 + hoursHeight + 12);
}

const openOf = (statuses: OrdersPicture["statuses"]): OrdersPicture["statuses"] =>
  statuses.filter(({ count }) => count > 0);

function legendEnd(statuses: OrdersPicture["statuses"]): number {
  return legendTop + Math.min(maxLegendRows, Math.ceil(openOf(statuses).length / legendColumns)) * legendRow;
}

export function drawOrders(ctx: Context, { statuses, day, hours, zone }: OrdersPicture): void {
  const open = openOf(statuses);
  drawBar(ctx, open);
  open.slice(0, legendColumns * maxLegendRows).forEach((status, index) => {
    const x = margin + (index % legendColumns) * (innerWidth / legendColumns);
    drawLegend(ctx, status, x, legendTop + Math.floor(index / legendColumns) * legendRow);
  });
  if (hours.length === 0) return;
  const top = legendEnd(statuses) + 34;
  const note = { size: 30, colour: colours.muted, align: "right", maxWidth: innerWidth / 2 - 40 } as const;
  write(ctx, `Orders by hour, ${day}`, margin, top, { size: 36, weight: "bold" });
  write(ctx, `Times in ${zone}`, cardWidth - margin, top, note);
  const most = Math.max(...hours.map(({ count }) => count));
  columns(
    ctx,
    { x: margin, y: top + 18, width: innerWidth, height: hoursHeight },
    hours.map(({ hour, count }) => ({
      label: hours.length <= 14 || hour % 3 === 0 ? String(hour).padStart(2, "0") : "",
      value: count,
      fill: count === most ? colours.blue : colours.pale,
      text: count === 0 ? undefined : formatNumber(count),
      isStrong: count === most,
    })),
  );
}

function drawBar(ctx: Context, open: OrdersPicture["statuses"]): void {
  const total = open.reduce((sum, { count }) => sum + count, 0);
  const least = 24;
  const spare = innerWidth - barGap * (open.length - 1) - least * open.length;
  let x = margin;
  for (const { count, step } of open) {
    const width = least + (spare * count) / total;
    rounded(ctx, { x, y: barTop, width, height: barHeight }, 14, fills[step]);
    x += width + barGap;
  }
}

/** `3 Preparing`, behind a square in its colour. */
function drawLegend(ctx: Context, { label, count, step }: OrderStatusCount, x: number, y: number): void {
  rounded(ctx, { x, y: y - 29, width: 32, height: 32 }, 7, fills[step]);
  const left = x + 48;
  const number = write(ctx, formatNumber(count), left, y, { size: 38, weight: "bold" });
  const maxWidth = innerWidth / legendColumns - 48 - number - 12 - 16;
  write(ctx, label, left + number + 12, y, { size: 36, maxWidth });
}

/** `9 open orders: 3 preparing, 5 ready for pickup. 66 orders came in on Thu 26 Nov.` */
export function describeOrders({ statuses, day, hours }: OrdersPicture): string {
  const total = statuses.reduce((sum, { count }) => sum + count, 0);
  const today = hours.reduce((sum, { count }) => sum + count, 0);
  const parts = statuses.map((status) => `${status.count} ${status.label.toLowerCase().slice(0, 40)}`);
  return joinParts(
    [
      `${pluralize(total, "open order")}: ${parts.join(", ")}.`,
      today > 0 && `${pluralize(today, "order")} came in on ${day}.`,
    ],
    " ",
  );
}
