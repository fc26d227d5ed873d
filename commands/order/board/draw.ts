import type { Context } from "../../../src/pictures/kit/canvas.ts";
import { joinParts } from "../../../src/ui/lines.ts";
import { formatNumber, pluralize } from "../../../src/ui/numbers.ts";
import type { ToneName } from "../../../src/pictures/kit/colours.ts";
import {
  cardWidth,
  innerWidth,
  margin,
  drawProgress,
  drawRounded,
} from "../../../src/pictures/kit/shapes.ts";
import { drawEmoji, measureWidth, write } from "../../../src/pictures/kit/text.ts";
import type { Drawing } from "../../../src/pictures/picture.ts";

export interface OrderBar {
  /** `#1038`. */
  readonly number: string;
  /** Most are cut to the room beside the bar: `2 × Lemonade`, `Flat white`. */
  readonly items: readonly string[];
  /** The emoji of what it waits for, or that it is late or stuck. */
  readonly mark: string;
  /** `ready for pickup`. */
  readonly state: string;
  readonly ageMs: number;
  /** `12 min`; empty if nobody knows. */
  readonly age: string;
  readonly tone: ToneName;
}

/** How old open orders are, beside how long orders usually take. */
export interface OrdersPicture {
  readonly kind: "orders";
  /** `Wed 18 Nov, 10:24`: when they were that old. */
  readonly at: string;
  /** The oldest first. */
  readonly orders: readonly OrderBar[];
  /** How many there are. */
  readonly total: number;
  readonly usual: { readonly ms: number; readonly text: string } | undefined;
}

/** More nobody reads. */
export const maxBars = 12;

const [topPadding, headHeight, rowHeight, barHeight] = [26, 74, 72, 28];
const [labelSize, markSize, markRoom] = [38, 40, 58];
const labelStyle = { size: labelSize, weight: "bold" } as const;
const noteSize = 36;
/** Bars get no narrower than this, whatever the items are. */
const leastBarWidth = 300;
const gap = 26;

function measureOrders({ orders, total }: OrdersPicture): number {
  const rows = orders.length + (total > orders.length ? 1 : 0);
  return topPadding + headHeight + rows * rowHeight + 20;
}

function drawOrders(ctx: Context, { at, orders, total, usual }: OrdersPicture): void {
  const end = cardWidth - margin;
  const baseline = topPadding + 40;
  const noteStyle = { size: noteSize, colour: ctx.colours.muted } as const;
  write(ctx, at, margin, baseline, noteStyle);
  if (usual !== undefined) {
    const width = write(ctx, usual.text, end, baseline, { ...noteStyle, align: "right" });
    drawUsualMark(ctx, end - width - 18, baseline - 12);
  }
  const numbers = Math.max(...orders.map(({ number }) => measureWidth(ctx, number, labelStyle)));
  const ages = Math.max(...orders.map(({ age }) => measureWidth(ctx, age, { size: labelSize })));
  const left = margin + markRoom + numbers + 20;
  const room = end - ages - gap - leastBarWidth - gap - left;
  const items = orders.map((order) => fitItems(ctx, order.items, room));
  const widest = Math.max(...items.map((text) => measureWidth(ctx, text, { size: labelSize })));
  const x = left + Math.min(room, widest) + gap;
  const bar = { x, width: end - ages - gap - x, height: barHeight };
  // Room beyond the mark, so that it never stands at the very end.
  const most = Math.max(1, (usual?.ms ?? 0) * 1.5, ...orders.map(({ ageMs }) => ageMs));
  orders.forEach(({ number, mark, ageMs, age, tone }, index) => {
    const middle = topPadding + headHeight + (index + 0.5) * rowHeight;
    const line = middle + labelSize * 0.36;
    drawEmoji(ctx, mark, margin + markSize / 2, middle, markSize);
    write(ctx, number, margin + markRoom, line, labelStyle);
    write(ctx, items[index] ?? "", left, line, { size: labelSize, maxWidth: room });
    drawProgress(ctx, { ...bar, y: middle - barHeight / 2 }, ageMs / most, ctx.colours.tones[tone].strong);
    if (usual !== undefined) drawUsualMark(ctx, bar.x + (bar.width * usual.ms) / most, middle);
    write(ctx, age, end, line, { size: labelSize, align: "right", colour: ctx.colours.tones[tone].ink });
  });
  if (total === orders.length) return;
  const below = topPadding + headHeight + (orders.length + 0.5) * rowHeight + 12;
  const more = `… and ${formatNumber(total - orders.length)} newer`;
  write(ctx, more, margin + markRoom, below, { ...noteStyle, maxWidth: innerWidth });
}

/** As many whole items as have room, and how many more there are; the first one in any case. */
function fitItems(ctx: Context, items: readonly string[], room: number): string {
  const [first = "No items", ...others] = items;
  let shown = first;
  let left = others.length;
  const withMore = (text: string, more: number): string => (more === 0 ? text : `${text} +${more}`);
  for (const item of others) {
    const next = `${shown}, ${item}`;
    if (measureWidth(ctx, withMore(next, left - 1), { size: labelSize }) > room) break;
    shown = next;
    left -= 1;
  }
  return withMore(shown, left);
}

function drawUsualMark(ctx: Context, x: number, middle: number): void {
  const height = barHeight + 18;
  drawRounded(ctx, { x: x - 2.5, y: middle - height / 2, width: 5, height }, 2.5, ctx.colours.ink);
}

const described = 8;

/** `12 open orders at Wed 18 Nov, 10:24. Usually handed over in 9 min. #1030 Earl Grey +3, ready for pickup, 8 min; …` */
function describeOrders({ at, orders, total, usual }: OrdersPicture): string {
  const lines = orders.slice(0, described).map(({ number, items: [first = "", ...others], state, age }) => {
    const items = others.length === 0 ? first : `${first} +${others.length}`;
    return joinParts([`${number} ${items.slice(0, 40)}`, state.slice(0, 40), age], ", ");
  });
  const more = total - lines.length;
  const head = joinParts([`${pluralize(total, "open order")} at ${at}`, usual?.text], ". ");
  return `${head}. ${joinParts([...lines, more > 0 && `${formatNumber(more)} newer`], "; ")}.`;
}

export const ordersDrawing: Drawing<OrdersPicture> = {
  kind: "orders",
  height: measureOrders,
  draw: drawOrders,
  describe: describeOrders,
};
