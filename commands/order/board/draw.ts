import type { Context } from "../../../src/pictures/kit/canvas.ts";
import { joinParts, truncate } from "../../../src/ui/lines.ts";
import { formatNumber, pluralizeText } from "../../../src/ui/numbers.ts";
import type { ToneName } from "../../../src/pictures/kit/colours.ts";
import {
  cardWidth,
  innerWidth,
  margin,
  drawPill,
  drawProgress,
  drawRounded,
} from "../../../src/pictures/kit/shapes.ts";
import { measureWidth, write } from "../../../src/pictures/kit/text.ts";
import type { Drawing } from "../../../src/pictures/picture.ts";

export interface OrderBar {
  /** `#1038`. */
  readonly number: string;
  /** Most are cut to the room beside the bar: `2 × Lemonade`, `Flat white`. */
  readonly items: readonly string[];
  readonly ageMs: number;
  /** `12 min`, `now`; empty if nobody knows. */
  readonly age: string;
}

/** Orders that wait for the same, under its word. */
export interface OrderBars {
  /** `late`, `preparing`; unescaped. */
  readonly state: string;
  readonly tone: ToneName;
  readonly orders: readonly OrderBar[];
  /** How many there are, drawn or not. */
  readonly count: number;
}

/** How old orders in progress are, beside how long orders usually take. */
export interface OrdersPicture {
  readonly kind: "orders";
  /** `Wed 18 Nov, 10:24`: when they were that old. */
  readonly at: string;
  /** Those that need someone come first. */
  readonly groups: readonly OrderBars[];
  /** How many there are. */
  readonly total: number;
  readonly usual: { readonly ms: number; readonly text: string } | undefined;
}

/** More nobody reads. */
export const maxBars = 10;

const [topPadding, headHeight, pillHeight, rowHeight, barHeight] = [26, 62, 92, 66, 28];
const labelSize = 38;
const labelStyle = { size: labelSize, weight: "bold" } as const;
const [noteSize, pillSize, maxState] = [36, 36, 24];
/** Bars get no narrower than this, whatever the items are. */
const leastBarWidth = 150;
const gap = 26;

function measureOrders({ groups, total }: OrdersPicture): number {
  const shown = groups.flatMap(({ orders }) => orders).length;
  const rows = shown + (total > shown ? 1 : 0);
  return topPadding + headHeight + groups.length * pillHeight + rows * rowHeight + 20;
}

function drawOrders(ctx: Context, { at, groups, total, usual }: OrdersPicture): void {
  const end = cardWidth - margin;
  const baseline = topPadding + 40;
  const noteStyle = { size: noteSize, colour: ctx.colours.muted } as const;
  write(ctx, at, margin, baseline, noteStyle);
  if (usual !== undefined) {
    const width = write(ctx, usual.text, end, baseline, { ...noteStyle, align: "right" });
    drawUsualMark(ctx, end - width - 18, baseline - 12);
  }
  const orders = groups.flatMap((group) => group.orders);
  const numbers = Math.max(...orders.map(({ number }) => measureWidth(ctx, number, labelStyle)));
  const ages = Math.max(...orders.map(({ age }) => measureWidth(ctx, age, { size: labelSize })));
  const left = margin + numbers + 20;
  const room = end - ages - gap - leastBarWidth - gap - left;
  const items = new Map(orders.map((order) => [order, fitItems(ctx, order.items, room)]));
  const widest = Math.max(...[...items.values()].map((text) => measureWidth(ctx, text, { size: labelSize })));
  const x = left + Math.min(room, widest) + gap;
  const bar = { x, width: end - ages - gap - x, height: barHeight };
  // Room beyond the mark, so that it never stands at the very end.
  const most = Math.max(1, (usual?.ms ?? 0) * 1.5, ...orders.map(({ ageMs }) => ageMs));
  let top = topPadding + headHeight;
  for (const { state, tone, count, orders: those } of groups) {
    const { strong, ink } = ctx.colours.tones[tone];
    const text = `${formatNumber(count)} ${truncate(state, maxState)}`;
    drawPill(ctx, text, { x: margin - 8, y: top + 20 }, ctx.colours.tones[tone], pillSize);
    top += pillHeight;
    for (const order of those) {
      const middle = top + rowHeight / 2;
      const line = middle + labelSize * 0.36;
      write(ctx, order.number, margin, line, labelStyle);
      write(ctx, items.get(order) ?? "", left, line, { size: labelSize, maxWidth: room });
      drawProgress(ctx, { ...bar, y: middle - barHeight / 2 }, order.ageMs / most, strong);
      if (usual !== undefined) drawUsualMark(ctx, bar.x + (bar.width * usual.ms) / most, middle);
      write(ctx, order.age, end, line, { size: labelSize, align: "right", colour: ink });
      top += rowHeight;
    }
  }
  if (total === orders.length) return;
  const more = `… and ${formatNumber(total - orders.length)} more`;
  write(ctx, more, margin, top + rowHeight / 2 + 12, { ...noteStyle, maxWidth: innerWidth });
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

/** As many as are drawn. */
const described = maxBars;

/** `9 orders in progress at Wed 18 Nov, 10:24. Usually handed over in 9 min. 2 late: #1030 Earl Grey +3, 18 min; …` */
function describeOrders({ at, groups, total, usual }: OrdersPicture): string {
  let left = described;
  const parts = groups.map(({ state, count, orders }) => {
    const lines = orders.slice(0, left).map(({ number, items: [first = "", ...others], age }) => {
      const more = others.length === 0 ? "" : ` +${others.length}`;
      return joinParts([`${number} ${truncate(first, 40 - more.length)}${more}`, age], ", ");
    });
    left -= lines.length;
    const hidden = count - lines.length;
    const more = lines.length > 0 && hidden > 0 && `${formatNumber(hidden)} more`;
    return joinParts(
      [`${formatNumber(count)} ${truncate(state, maxState)}`, joinParts([...lines, more], "; ")],
      ": ",
    );
  });
  const counted = pluralizeText(total, {
    one: "{count} order in progress",
    other: "{count} orders in progress",
  });
  return [`${counted} at ${at}`, usual?.text, ...parts].filter((part) => part !== undefined).join(". ") + ".";
}

export const ordersDrawing: Drawing<OrdersPicture> = {
  kind: "orders",
  height: measureOrders,
  draw: drawOrders,
  describe: describeOrders,
};
