import type { Context } from "./kit/canvas.ts";
import { joinParts } from "../ui/lines.ts";
import { formatNumber, pluralize } from "../ui/numbers.ts";
import { colours } from "./kit/colours.ts";
import { drawColumns } from "./kit/columns.ts";
import { type Box, cardWidth, innerWidth, margin, drawRounded } from "./kit/shapes.ts";
import { measureWidth, write } from "./kit/text.ts";

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
  /** The day of `hours`: `Thu 26 Nov`. */
  readonly day: string;
  /** Orders that came in, by hour of the day, from the first of these hours on. */
  readonly hours: readonly { readonly hour: number; readonly count: number }[];
  /** `Europe/Berlin`, of the hours. */
  readonly zone: string;
}

const fills: Readonly<Record<OrderStatusCount["step"], string>> = {
  submitted: colours.pale,
  waiting: colours.grey,
  preparing: colours.blue,
  finding: colours.violet,
  completed: colours.green,
  pickup: colours.orange,
  // The only one with an outline.
  other: colours.paper,
};

const [barTop, barHeight, barGap, hoursHeight] = [40, 30, 6, 260];
/** The width of one with a small count. */
const leastSegment = 30;
const [legendTop, legendRow, legendColumns, maxLegendRows] = [barTop + barHeight + 58, 54, 2, 3];

export function measureOrders({ statuses, hours }: OrdersPicture): number {
  return measureLegendEnd(statuses) + (hours.length === 0 ? 0 : 52 + hoursHeight + 12);
}

const filterOpen = (statuses: OrdersPicture["statuses"]): OrdersPicture["statuses"] =>
  statuses.filter(({ count }) => count > 0);

function measureLegendEnd(statuses: OrdersPicture["statuses"]): number {
  return (
    legendTop + Math.min(maxLegendRows, Math.ceil(filterOpen(statuses).length / legendColumns)) * legendRow
  );
}

export function drawOrders(ctx: Context, { statuses, day, hours, zone }: OrdersPicture): void {
  const open = filterOpen(statuses);
  drawBar(ctx, open);
  open.slice(0, legendColumns * maxLegendRows).forEach((status, index) => {
    const x = margin + (index % legendColumns) * (innerWidth / legendColumns);
    drawLegend(ctx, status, x, legendTop + Math.floor(index / legendColumns) * legendRow);
  });
  if (hours.length === 0) return;
  const top = measureLegendEnd(statuses) + 34;
  const note = { size: 30, colour: colours.muted, align: "right", maxWidth: innerWidth / 2 - 40 } as const;
  const heading = joinParts(["Orders by hour", formatSince({ hours })], " ");
  write(ctx, heading, margin, top, { size: 36, weight: "bold" });
  write(ctx, `${day}, ${zone}`, cardWidth - margin, top, note);
  const most = Math.max(...hours.map(({ count }) => count));
  drawColumns(
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

/** A segment for each status. */
function drawBar(ctx: Context, open: OrdersPicture["statuses"]): void {
  const total = open.reduce((sum, { count }) => sum + count, 0);
  const room = innerWidth - barGap * (open.length - 1);
  const least = Math.min(leastSegment, room / open.length);
  let x = margin;
  for (const { count, step } of open) {
    const width = least + ((room - least * open.length) * count) / total;
    fillStep(ctx, { x, y: barTop, width, height: barHeight }, step);
    x += width + barGap;
  }
}

/** `3 Preparing`, behind a square in its colour. */
function drawLegend(ctx: Context, { label, count, step }: OrderStatusCount, x: number, y: number): void {
  fillStep(ctx, { x, y: y - 29, width: 32, height: 32 }, step);
  const left = x + 48;
  const width = write(ctx, formatNumber(count), left, y, { size: 36, weight: "bold" });
  const maxWidth = innerWidth / legendColumns - 64 - width - 12;
  const size = measureWidth(ctx, label, { size: 36 }) <= maxWidth ? 36 : 31;
  write(ctx, label, left + width + 12, y, { size, maxWidth });
}

function fillStep(ctx: Context, box: Box, step: OrderStatusCount["step"]): void {
  const isOther = step === "other";
  const inset = isOther ? 1.5 : 0;
  const { x, y, width, height } = box;
  const inner = { x: x + inset, y: y + inset, width: width - 2 * inset, height: height - 2 * inset };
  drawRounded(ctx, inner, 7, fills[step]);
  if (!isOther) return;
  ctx.strokeStyle = colours.grey;
  ctx.lineWidth = 2 * inset;
  ctx.stroke();
}

/** `since 09:00`: otherwise the first column could be taken for the first hour of the day. */
function formatSince({ hours: [first] }: Pick<OrdersPicture, "hours">): string | undefined {
  return first === undefined || first.hour === 0 ? undefined : `since ${formatHour(first.hour)}`;
}

/** The hour in which most orders of a day came in, the first of several. */
export function findBusiestHour({ hours }: Pick<OrdersPicture, "hours">): number | undefined {
  const most = Math.max(...hours.map(({ count }) => count));
  return hours.find(({ count }) => count === most)?.hour;
}

/** `14:00 to 15:00`. */
export function formatHourSpan(hour: number): string {
  return `${formatHour(hour)} to ${formatHour(hour + 1)}`;
}

function formatHour(hour: number): string {
  return `${String(hour % 24).padStart(2, "0")}:00`;
}

/** `9 open orders: 3 preparing; 5 ready for pickup. 66 orders came in on Thu 26 Nov since 09:00, most from 14:00 to 15:00.` */
export function describeOrders({ statuses, day, hours }: OrdersPicture): string {
  const open = statuses.reduce((sum, { count }) => sum + count, 0);
  const came = hours.reduce((sum, { count }) => sum + count, 0);
  const busiest = findBusiestHour({ hours });
  const parts = statuses.map(
    (status) => `${formatNumber(status.count)} ${status.label.toLowerCase().slice(0, 40)}`,
  );
  return joinParts(
    [
      `${pluralize(open, "open order")}: ${parts.join("; ")}.`,
      busiest !== undefined &&
        `${joinParts([pluralize(came, "order"), "came in on", day, formatSince({ hours })], " ")}, most from ${formatHourSpan(busiest)}.`,
    ],
    " ",
  );
}
