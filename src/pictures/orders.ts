import type { Context } from "./kit/canvas.ts";
import { joinParts } from "../ui/lines.ts";
import { formatNumber, pluralize } from "../ui/numbers.ts";
import { colours, inkOn, tones } from "./kit/colours.ts";
import { columns } from "./kit/columns.ts";
import { cardWidth, innerWidth, legend, type LegendEntry, margin, pill, rounded } from "./kit/shapes.ts";
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
  readonly stuck: number;
  /** `11 min`, from order to hand-over, if known. */
  readonly usually?: string | undefined;
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

const [barTop, barHeight, hoursTop, hoursHeight] = [122, 66, 306, 214];

export function ordersHeight({ statuses, hours }: OrdersPicture): number {
  return lowered(statuses) + (hours.length === 0 ? 268 : hoursTop + hoursHeight + 30);
}

const [legendRow, maxLegendRows, entrySpace, letterWidth, maxLetters] = [40, 3, 64, 17, 28];

/** The legend in rows. Text widths aren't measured but overestimated. */
function legendRows(statuses: readonly OrderStatusCount[]): readonly (readonly LegendEntry[])[] {
  const rows: LegendEntry[][] = [[]];
  let room = innerWidth;
  for (const { label, count, step } of statuses) {
    if (count === 0) continue;
    const maxWidth = letterWidth * Math.min(label.length, maxLetters);
    if (room < maxWidth + entrySpace) {
      rows.push([]);
      room = innerWidth;
    }
    room -= maxWidth + entrySpace;
    rows.at(-1)?.push({ text: label, fill: fills[step], maxWidth });
  }
  return rows.slice(0, maxLegendRows);
}

/** How far everything below the legend moves down, compared with a single row. */
function lowered(statuses: readonly OrderStatusCount[]): number {
  return (legendRows(statuses).length - 1) * legendRow;
}

export function drawOrders(ctx: Context, picture: OrdersPicture): void {
  const { statuses, stuck, usually, day, hours, zone } = picture;
  const total = statuses.reduce((sum, { count }) => sum + count, 0);
  const number = write(ctx, formatNumber(total), margin, 86, { size: 64, weight: "bold" });
  const label = total === 1 ? "open order" : "open orders";
  let x = margin + number + 16;
  x += write(ctx, label, x, 84, { size: 38, weight: "bold" }) + 24;
  if (stuck > 0) x += pill(ctx, `${formatNumber(stuck)} stuck`, { x, y: 46 }, tones.failed, 28);
  const small = { size: 28, colour: colours.muted, align: "right" } as const;
  if (usually !== undefined)
    write(ctx, `Usually handed over after ${usually}`, cardWidth - margin, 82, {
      ...small,
      maxWidth: cardWidth - margin - x - 24,
    });
  drawStatuses(ctx, statuses, total);
  if (hours.length === 0) return;
  const top = hoursTop + lowered(statuses);
  write(ctx, `Orders by hour, ${day}`, margin, top, { size: 32, weight: "bold" });
  write(ctx, `Times in ${zone}`, cardWidth - margin, top, { ...small, maxWidth: 460 });
  const most = Math.max(...hours.map(({ count }) => count));
  columns(
    ctx,
    { x: margin, y: top + 14, width: innerWidth, height: hoursHeight },
    hours.map(({ hour, count }) => ({
      label: hours.length <= 14 || hour % 3 === 0 ? String(hour).padStart(2, "0") : "",
      value: count,
      fill: count === most ? colours.blue : colours.pale,
      text: count === 0 ? undefined : formatNumber(count),
      isStrong: count === most,
    })),
  );
}

function drawStatuses(ctx: Context, statuses: readonly OrderStatusCount[], total: number): void {
  const gap = 6;
  const least = 46;
  const shown = statuses.filter(({ count }) => count > 0);
  const spare = innerWidth - gap * (shown.length - 1) - least * shown.length;
  let x = margin;
  for (const { count, step } of shown) {
    const width = least + (spare * count) / Math.max(1, total);
    rounded(ctx, { x, y: barTop, width, height: barHeight }, 14, fills[step]);
    const style = { size: 36, weight: "bold", colour: inkOn(fills[step]), align: "center" } as const;
    write(ctx, formatNumber(count), x + width / 2, barTop + 46, { ...style, maxWidth: width - 8 });
    x += width + gap;
  }
  legendRows(statuses).forEach((entries, row) =>
    legend(ctx, entries, margin, barTop + barHeight + 44 + row * legendRow, 28),
  );
}

/** `9 open orders: 3 Preparing, 5 Waiting for pickup. 1 is stuck.` */
export function describeOrders({ statuses, stuck, usually, day, hours }: OrdersPicture): string {
  const total = statuses.reduce((sum, { count }) => sum + count, 0);
  const today = hours.reduce((sum, { count }) => sum + count, 0);
  const parts = statuses.map((status) => `${status.count} ${status.label.toLowerCase().slice(0, 40)}`);
  return joinParts(
    [
      `${pluralize(total, "open order")}: ${parts.join(", ")}.`,
      stuck > 0 && `${stuck} ${stuck === 1 ? "is" : "are"} stuck.`,
      usually !== undefined && `Usually handed over after ${usually}.`,
      today > 0 && `${pluralize(today, "order")} came in on ${day}.`,
    ],
    " ",
  );
}
