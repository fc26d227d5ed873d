import { describeZone, formatHour, formatShortHour } from "../../../src/ui/time.ts";
import type { Context } from "../../../src/pictures/kit/canvas.ts";
import { joinParts } from "../../../src/ui/lines.ts";
import { formatNumber, pluralize } from "../../../src/ui/numbers.ts";
import { colours, type Tone, tones } from "../../../src/pictures/kit/colours.ts";
import { drawColumns } from "../../../src/pictures/kit/columns.ts";
import { cardWidth, innerWidth, margin, drawRounded } from "../../../src/pictures/kit/shapes.ts";
import { drawEmoji, measureWidth, write } from "../../../src/pictures/kit/text.ts";
import type { DateStyle } from "../../../src/ui/formats.ts";
import type { Drawing } from "../../../src/pictures/picture.ts";

export interface OrderStatusCount {
  /** `Preparing`. */
  readonly label: string;
  /** The emoji that stands for it in lists. */
  readonly mark: string;
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
  readonly dateStyle: DateStyle;
}

const stepTones: Readonly<Record<OrderStatusCount["step"], Tone>> = {
  submitted: { ...tones.over, strong: colours.off },
  waiting: tones.over,
  preparing: tones.information,
  finding: tones.event,
  completed: tones.done,
  pickup: tones.waiting,
  other: { strong: colours.edge, ink: colours.muted, tint: colours.cell },
};

const [barTop, barHeight, barGap, hoursHeight] = [40, 70, 6, 178];
/** The width of one with a small count, which has room for its mark and the count. */
const leastSegment = 104;
const labelSize = 36;

const barEnd = barTop + barHeight + 14;

function measureOrders({ hours }: OrdersPicture): number {
  return barEnd + (hours.length === 0 ? 26 : 78 + 18 + hoursHeight + 22);
}

function drawOrders(ctx: Context, { statuses, day, hours, zone, dateStyle }: OrdersPicture): void {
  for (const segment of layOutBar(statuses)) drawSegment(ctx, segment);
  if (hours.length === 0) return;
  const top = barEnd + 78;
  const note = { size: 36, colour: colours.muted, align: "right", maxWidth: innerWidth / 2 - 40 } as const;
  const heading = joinParts(["Orders by hour", formatSince({ hours, dateStyle })], " ");
  write(ctx, heading, margin, top, { size: labelSize, weight: "bold" });
  write(ctx, `${day}, ${describeZone(zone)}`, cardWidth - margin, top, note);
  const most = Math.max(...hours.map(({ count }) => count));
  drawColumns(
    ctx,
    { x: margin, y: top + 18, width: innerWidth, height: hoursHeight },
    hours.map(({ hour, count }) => ({
      label: hours.length <= 14 || hour % 3 === 0 ? formatShortHour(hour, dateStyle) : "",
      value: count,
      fill: count === most ? colours.blue : colours.pale,
      text: count === 0 ? undefined : formatNumber(count),
      isStrong: count === most,
    })),
    { size: labelSize },
  );
}

const selectOpen = (statuses: OrdersPicture["statuses"]): OrdersPicture["statuses"] =>
  statuses.filter(({ count }) => count > 0);

interface Segment extends Pick<OrderStatusCount, "mark" | "count" | "step"> {
  readonly x: number;
  readonly width: number;
}

/** A segment for each status that has orders. */
function layOutBar(statuses: OrdersPicture["statuses"]): readonly Segment[] {
  const open = selectOpen(statuses);
  const room = innerWidth - barGap * (open.length - 1);
  const least = Math.min(leastSegment, room / open.length);
  const widths = computeWidths(
    room,
    open.map(({ count }) => ({ count, least })),
  );
  let left = margin;
  return open.map((status, index) => {
    const [x, width] = [left, widths[index] ?? 0];
    left += width + barGap;
    return { ...status, x, width };
  });
}

interface Share {
  readonly count: number;
  /** No narrower than this. */
  readonly least: number;
}

/** The width of each: in proportion to its count where that is enough for it. */
function computeWidths(
  room: number,
  all: readonly Share[],
  narrow: readonly Share[] = [],
): readonly number[] {
  const wide = all.filter((each) => !narrow.includes(each));
  const left = narrow.reduce((rest, { least }) => rest - least, room);
  const scale = left / wide.reduce((sum, { count }) => sum + count, 0);
  const tooNarrow = wide.filter(({ count, least }) => count * scale < least);
  return tooNarrow.length === 0
    ? all.map((each) => (narrow.includes(each) ? each.least : each.count * scale))
    : computeWidths(room, all, [...narrow, ...tooNarrow]);
}

const [markSize, markGap, edgeWidth] = [42, 12, 8];

/** Its mark and how many there are; only the latter in a narrow one. */
function drawSegment(ctx: Context, { mark, count, step, x, width }: Segment): void {
  const { tint, strong, ink } = stepTones[step];
  drawRounded(ctx, { x, y: barTop, width, height: barHeight }, 10, tint);
  drawRounded(ctx, { x, y: barTop, width: edgeWidth, height: barHeight }, edgeWidth / 2, strong);
  const style = { size: labelSize, weight: "bold", colour: ink } as const;
  const text = formatNumber(count);
  const textWidth = measureWidth(ctx, text, style);
  const [middle, baseline] = [barTop + barHeight / 2, barTop + barHeight / 2 + labelSize * 0.36];
  const contentWidth = markSize + markGap + textWidth;
  const centre = x + (edgeWidth + width) / 2;
  if (contentWidth > width - edgeWidth) return void write(ctx, text, centre - textWidth / 2, baseline, style);
  const left = centre - contentWidth / 2;
  drawEmoji(ctx, mark, left + markSize / 2, middle, markSize);
  write(ctx, text, left + markSize + markGap, baseline, style);
}

/** `since 09:00`: otherwise the first column could be taken for the first hour of the day. */
function formatSince({
  hours: [first],
  dateStyle,
}: Pick<OrdersPicture, "hours" | "dateStyle">): string | undefined {
  return first === undefined || first.hour === 0 ? undefined : `since ${formatHour(first.hour, dateStyle)}`;
}

/** The hour in which most orders of a day came in, the first of several. */
export function findBusiestHour({ hours }: Pick<OrdersPicture, "hours">): number | undefined {
  const most = Math.max(...hours.map(({ count }) => count));
  return hours.find(({ count }) => count === most)?.hour;
}

/** `14:00 to 15:00`. */
export function formatHourSpan(hour: number, style: DateStyle): string {
  return `${formatHour(hour, style)} to ${formatHour(hour + 1, style)}`;
}

/** `9 open orders: 3 preparing; 5 ready for pickup. 66 orders came in on Thu 26 Nov since 09:00, most from 14:00 to 15:00.` */
function describeOrders({ statuses, day, hours, dateStyle }: OrdersPicture): string {
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
        `${joinParts([pluralize(came, "order"), "came in on", day, formatSince({ hours, dateStyle })], " ")}, most from ${formatHourSpan(busiest, dateStyle)}.`,
    ],
    " ",
  );
}

export const ordersDrawing: Drawing<OrdersPicture> = {
  kind: "orders",
  height: measureOrders,
  draw: drawOrders,
  describe: describeOrders,
};
