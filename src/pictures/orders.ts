import type { Context } from "./kit/canvas.ts";
import { joinParts } from "../ui/lines.ts";
import { formatNumber, pluralize } from "../ui/numbers.ts";
import { colours, inkOn } from "./kit/colours.ts";
import { columns } from "./kit/columns.ts";
import { cardWidth, innerWidth, margin, rounded } from "./kit/shapes.ts";
import { widthOf, write } from "./kit/text.ts";

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
  /** Orders that came in, by hour of the day, without the quiet hours at both ends. */
  readonly hours: readonly { readonly hour: number; readonly count: number }[];
  /** Of the day, those before its `hours` included. */
  readonly total: number;
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

const [barTop, barHeight, barGap, hoursHeight] = [40, 76, 6, 260];
/** The width of one with a small count. */
const leastSegment = 76;
const [legendTop, legendRow, legendColumns, maxLegendRows] = [barTop + barHeight + 58, 54, 2, 3];

export function ordersHeight({ statuses, hours }: OrdersPicture): number {
  return legendEnd(statuses) + (hours.length === 0 ? 0 : 52 + hoursHeight + 12);
}

const openOf = (statuses: OrdersPicture["statuses"]): OrdersPicture["statuses"] =>
  statuses.filter(({ count }) => count > 0);

function legendEnd(statuses: OrdersPicture["statuses"]): number {
  return legendTop + Math.min(maxLegendRows, Math.ceil(openOf(statuses).length / legendColumns)) * legendRow;
}

export function drawOrders(ctx: Context, { statuses, day, hours, total, zone }: OrdersPicture): void {
  const open = openOf(statuses);
  drawBar(ctx, open);
  open.slice(0, legendColumns * maxLegendRows).forEach((status, index) => {
    const x = margin + (index % legendColumns) * (innerWidth / legendColumns);
    drawLegend(ctx, status, x, legendTop + Math.floor(index / legendColumns) * legendRow);
  });
  const [first] = hours;
  if (first === undefined) return;
  const top = legendEnd(statuses) + 34;
  const note = { size: 30, colour: colours.muted, align: "right", maxWidth: innerWidth / 2 - 40 } as const;
  const isWhole = total === hours.reduce((sum, { count }) => sum + count, 0);
  const title = isWhole ? "Orders by hour" : `Orders since ${String(first.hour).padStart(2, "0")}:00`;
  write(ctx, `${title}, ${day}`, margin, top, { size: 36, weight: "bold" });
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

const countStyle = { size: 42, weight: "bold" } as const;

/** A segment for each status, with its count. */
function drawBar(ctx: Context, open: OrdersPicture["statuses"]): void {
  const total = open.reduce((sum, { count }) => sum + count, 0);
  const room = innerWidth - barGap * (open.length - 1);
  const least = Math.min(leastSegment, room / open.length);
  let x = margin;
  for (const { count, step } of open) {
    const width = least + ((room - least * open.length) * count) / total;
    const fill = fills[step];
    rounded(ctx, { x, y: barTop, width, height: barHeight }, 14, fill);
    const style = { ...countStyle, colour: inkOn(fill), align: "center" } as const;
    const text = formatNumber(count);
    if (widthOf(ctx, text, style) <= width - 8)
      write(ctx, text, x + width / 2, barTop + barHeight / 2 + 15, style);
    x += width + barGap;
  }
}

/** `Preparing`, behind a square in its colour. */
function drawLegend(ctx: Context, { label, step }: OrderStatusCount, x: number, y: number): void {
  rounded(ctx, { x, y: y - 29, width: 32, height: 32 }, 7, fills[step]);
  write(ctx, label, x + 48, y, { size: 36, maxWidth: innerWidth / legendColumns - 64 });
}

/** `9 open orders: 3 preparing, 5 ready for pickup. 66 orders came in on Thu 26 Nov.` */
export function describeOrders({ statuses, day, hours, total }: OrdersPicture): string {
  const open = statuses.reduce((sum, { count }) => sum + count, 0);
  const parts = statuses.map((status) => `${status.count} ${status.label.toLowerCase().slice(0, 40)}`);
  return joinParts(
    [
      `${pluralize(open, "open order")}: ${parts.join(", ")}.`,
      hours.length > 0 && `${pluralize(total, "order")} came in on ${day}.`,
    ],
    " ",
  );
}
