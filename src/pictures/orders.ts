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
  /** The same in few letters, for a segment: `waiting`. */
  readonly word: string;
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

interface StepStyle {
  readonly fill: string;
  /** Of words on it. */
  readonly ink: string;
}

const styles: Readonly<Record<OrderStatusCount["step"], StepStyle>> = {
  submitted: { fill: colours.pale, ink: colours.ink },
  // White is hard to read on grey and on orange.
  waiting: { fill: colours.grey, ink: colours.ink },
  preparing: { fill: colours.blue, ink: colours.paper },
  finding: { fill: colours.violet, ink: colours.paper },
  completed: { fill: colours.green, ink: colours.ink },
  pickup: { fill: colours.orange, ink: colours.ink },
  // The only one with an outline.
  other: { fill: colours.paper, ink: colours.ink },
};

const [barTop, barHeight, barGap, barPadding, hoursHeight] = [40, 70, 6, 14, 166];
/** The width of one with a small count, which has room for it. */
const leastSegment = 64;
const labelSize = 36;
const segmentStyle = { size: labelSize, weight: "bold" } as const;

export function measureOrders({ statuses, hours }: OrdersPicture, ctx: Context): number {
  const end = measureStatusEnd(layOutLegend(ctx, layOutBar(ctx, statuses)));
  return end + (hours.length === 0 ? 40 : 78 + 18 + hoursHeight + 22);
}

export function drawOrders(ctx: Context, { statuses, day, hours, zone }: OrdersPicture): void {
  const segments = layOutBar(ctx, statuses);
  for (const segment of segments) drawSegment(ctx, segment);
  const legend = layOutLegend(ctx, segments);
  drawLegend(ctx, legend);
  if (hours.length === 0) return;
  const top = measureStatusEnd(legend) + 78;
  const note = { size: 30, colour: colours.muted, align: "right", maxWidth: innerWidth / 2 - 40 } as const;
  const heading = joinParts(["Orders by hour", formatSince({ hours })], " ");
  write(ctx, heading, margin, top, { size: labelSize, weight: "bold" });
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

interface Segment extends Pick<OrderStatusCount, "step"> {
  readonly x: number;
  readonly width: number;
  /** `3 preparing`. */
  readonly text: string;
  /** As much of `text` as there is room for: all of it, the number or nothing. */
  readonly shown: string;
}

/** A segment for each status that has orders; wider than its share where its text would not fit but there is room. */
function layOutBar(ctx: Context, statuses: OrdersPicture["statuses"]): readonly Segment[] {
  const open = statuses.filter(({ count }) => count > 0);
  const room = innerWidth - barGap * (open.length - 1);
  const measure = (text: string): number => Math.ceil(measureWidth(ctx, text, segmentStyle)) + 2 * barPadding;
  const leastOfAll = Math.min(leastSegment, room / open.length);
  const all = open.map(({ count, word, step }) => {
    const text = `${formatNumber(count)} ${word}`;
    return { count, step, text, textWidth: measure(text), least: leastOfAll };
  });
  // The other half keeps the segments comparable.
  let spare = (room - leastOfAll * all.length) / 2;
  for (const each of all.toSorted((one, other) => one.textWidth - other.textWidth)) {
    const needed = Math.max(0, each.textWidth - each.least);
    if (needed > spare) break;
    each.least += needed;
    spare -= needed;
  }
  const widths = computeWidths(room, all);
  let left = margin;
  return all.map(({ count, step, text }, index) => {
    const [x, width] = [left, widths[index] ?? 0];
    left += width + barGap;
    const shown = [text, formatNumber(count)].find((each) => measure(each) <= Math.ceil(width));
    return { step, x, width, text, shown: shown ?? "" };
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

function measureStatusEnd(legend: Legend): number {
  return barTop + barHeight + (legend.length === 0 ? 0 : 14 + legend.length * legendRowHeight);
}

function drawSegment(ctx: Context, { step, x, width, shown }: Segment): void {
  fillStep(ctx, { x, y: barTop, width, height: barHeight }, step);
  const baseline = barTop + barHeight / 2 + labelSize * 0.36;
  const style = { ...segmentStyle, colour: styles[step].ink, align: "center" } as const;
  write(ctx, shown, x + width / 2, baseline, style);
}

interface LegendEntry {
  readonly x: number;
  readonly text: string;
  /** `undefined` where `text` only counts those for which there's no room. */
  readonly step?: OrderStatusCount["step"];
}

/** In rows. */
type Legend = readonly (readonly LegendEntry[])[];

const [square, squareGap, legendGap, moreWidth] = [32, 14, 36, 70];
const [legendRowHeight, maxLegendRows] = [52, 2];

/** What the segments stand for whose words they have no room for. */
function layOutLegend(ctx: Context, segments: readonly Segment[]): Legend {
  const hidden = segments.filter(({ shown, text }) => shown !== text);
  const rows: LegendEntry[][] = [];
  let x = cardWidth;
  for (const [index, { step, text }] of hidden.entries()) {
    const width = square + squareGap + measureWidth(ctx, text, { size: labelSize });
    const isLastRow = rows.length === maxLegendRows;
    const room = isLastRow && index < hidden.length - 1 ? moreWidth : 0;
    if (x > margin && x + width > cardWidth - margin - room) {
      if (isLastRow) {
        rows.at(-1)?.push({ x, text: `+${formatNumber(hidden.length - index)}` });
        break;
      }
      x = margin;
      rows.push([]);
    }
    rows.at(-1)?.push({ x, text, step });
    x += width + legendGap;
  }
  return rows;
}

/** Squares with words. */
function drawLegend(ctx: Context, rows: Legend): void {
  rows.forEach((row, index) => {
    const y = barTop + barHeight + 56 + index * legendRowHeight;
    for (const { x, text, step } of row) {
      if (step !== undefined) fillStep(ctx, { x, y: y - 29, width: square, height: square }, step);
      const left = step === undefined ? x : x + square + squareGap;
      write(ctx, text, left, y, { size: labelSize, maxWidth: cardWidth - margin - left });
    }
  });
}

function fillStep(ctx: Context, box: Box, step: OrderStatusCount["step"]): void {
  const isOther = step === "other";
  const inset = isOther ? 1.5 : 0;
  const { x, y, width, height } = box;
  const inner = { x: x + inset, y: y + inset, width: width - 2 * inset, height: height - 2 * inset };
  drawRounded(ctx, inner, 7, styles[step].fill);
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
