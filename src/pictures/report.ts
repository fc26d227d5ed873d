import type { Context } from "./kit/canvas.ts";
import { joinParts } from "../ui/lines.ts";
import { formatNumber } from "../ui/numbers.ts";
import { colours, tones } from "./kit/colours.ts";
import { columns } from "./kit/columns.ts";
import {
  cardWidth,
  initials,
  innerWidth,
  legend,
  margin,
  nameOf,
  type Person,
  progress,
  rounded,
} from "./kit/shapes.ts";
import { write } from "./kit/text.ts";
import { podium, type StandingsPicture } from "./standings.ts";

/** One number with what it is and how it changed. */
export interface ReportNumber {
  readonly value: string;
  readonly label: string;
  /** `3 more than the week before`. */
  readonly change?: string | undefined;
}

/** A week on one page. What is empty is left out. */
export interface ReportPicture {
  readonly kind: "report";
  readonly title: string;
  /** Four at most. */
  readonly numbers: readonly ReportNumber[];
  /** How many passed and failed, the oldest week first. */
  readonly trend: readonly { readonly label: string; readonly passed: number; readonly failed: number }[];
  readonly best: StandingsPicture["best"];
  /** Who needs a look, with why. */
  readonly needsLook: readonly { readonly person: Person; readonly numbers: string }[];
  readonly days: readonly { readonly label: string; readonly orders: number }[];
  readonly items: readonly { readonly name: string; readonly count: number }[];
}

const [headHeight, tileHeight, rowHeight, listRow] = [104, 148, 408, 54];
const half = (innerWidth - 40) / 2;
const right = margin + half + 40;

export function reportHeight({ days, items, trend, best, needsLook }: ReportPicture): number {
  const first = trend.length + best.length > 0 ? rowHeight : 0;
  const second = days.length + items.length > 0 ? rowHeight : 0;
  const list = needsLook.length === 0 ? 0 : 60 + Math.min(needsLook.length, 3) * listRow;
  return headHeight + tileHeight + first + second + list + 40;
}

export function drawReport(ctx: Context, picture: ReportPicture): void {
  const { title, numbers, trend, best, needsLook, days, items } = picture;
  write(ctx, title, margin, 68, { size: 40, weight: "bold", maxWidth: innerWidth });
  numbers.slice(0, 4).forEach((number, index) => drawTile(ctx, number, index));
  let top = headHeight + tileHeight + 30;
  const heading = { size: 26, weight: "bold", maxWidth: half } as const;
  if (trend.length + best.length > 0) {
    if (trend.length > 0) {
      write(ctx, "Passed and failed", margin, top + 20, heading);
      drawTrend(ctx, trend, top + 44);
    }
    if (best.length > 0) {
      write(ctx, "Top three", right, top + 20, heading);
      podium(ctx, best, { x: right, y: top + 34, width: half, height: rowHeight - 90 });
    }
    top += rowHeight;
  }
  if (days.length + items.length > 0) {
    if (days.length > 0) {
      write(ctx, "Orders by day", margin, top + 20, heading);
      drawDays(ctx, days, top + 36);
    }
    if (items.length > 0) write(ctx, "Most ordered", right, top + 20, heading);
    const most = Math.max(1, ...items.map(({ count }) => count));
    items.slice(0, 5).forEach((item, index) => drawItem(ctx, item, most, top + 44 + index * listRow));
    top += rowHeight;
  }
  if (needsLook.length === 0) return;
  write(ctx, "Worth a look", margin, top + 20, heading);
  needsLook.slice(0, 3).forEach(({ person, numbers: reached }, index) => {
    const middle = top + 62 + index * listRow;
    initials(ctx, person, margin + 22, middle, 22);
    write(ctx, nameOf(person), margin + 62, middle + 9, { size: 26, weight: "bold", maxWidth: 330 });
    write(ctx, reached, margin + 412, middle + 9, {
      size: 25,
      colour: colours.muted,
      maxWidth: innerWidth - 412,
    });
  });
}

function drawTile(ctx: Context, { value, label, change = "" }: ReportNumber, index: number): void {
  const width = (innerWidth - 3 * 16) / 4;
  const x = margin + index * (width + 16);
  rounded(ctx, { x, y: headHeight, width, height: tileHeight }, 18, colours.cell);
  ctx.strokeStyle = colours.line;
  ctx.lineWidth = 2;
  ctx.stroke();
  const maxWidth = width - 40;
  write(ctx, value, x + 20, headHeight + 58, { size: 46, weight: "bold", maxWidth });
  write(ctx, label, x + 20, headHeight + 94, { size: 24, maxWidth });
  write(ctx, change, x + 20, headHeight + 126, { size: 20, colour: colours.muted, maxWidth });
}

function drawTrend(ctx: Context, trend: ReportPicture["trend"], y: number): void {
  const shown = trend.slice(-12);
  const height = rowHeight - 158;
  const slot = half / shown.length;
  const base = y + height;
  const most = Math.max(1, ...shown.map(({ passed, failed }) => passed + failed));
  shown.forEach(({ label, passed, failed }, index) => {
    const width = Math.min(48, slot * 0.66);
    const left = margin + slot * (index + 0.5) - width / 2;
    const [green, red] = [passed, failed].map((count) => (count / most) * height) as [number, number];
    if (green > 0) rounded(ctx, { x: left, y: base - green, width, height: green }, 5, colours.green);
    if (red > 0) rounded(ctx, { x: left, y: base - green - red - 3, width, height: red }, 5, colours.red);
    if ((shown.length - 1 - index) % 4 === 0)
      write(ctx, label, left + width / 2, base + 30, { size: 20, colour: colours.muted, align: "center" });
  });
  const entries = [
    { text: "passed", fill: tones.done.strong },
    { text: "failed", fill: tones.failed.strong },
  ];
  legend(ctx, entries, margin, base + 64, 20);
}

function drawDays(ctx: Context, days: ReportPicture["days"], y: number): void {
  const most = Math.max(...days.map(({ orders }) => orders));
  columns(
    ctx,
    { x: margin, y, width: half, height: rowHeight - 92 },
    days.map(({ label, orders }) => ({
      label,
      value: orders,
      fill: orders === most ? colours.blue : colours.pale,
      text: formatNumber(orders),
      isStrong: orders === most && orders > 0,
    })),
  );
}

function drawItem(
  ctx: Context,
  { name, count }: ReportPicture["items"][number],
  most: number,
  top: number,
): void {
  const base = top + 32;
  write(ctx, name, right, base, { size: 25, maxWidth: 210 });
  progress(ctx, { x: right + 228, y: base - 18, width: 196, height: 20 }, count / most, "#91A7FF");
  write(ctx, formatNumber(count), cardWidth - margin, base, { size: 25, weight: "bold", align: "right" });
}

/** `Report of 16 November: 9 of 12 passed; 412 orders. Top three: …` */
export function describeReport({ title, numbers, best, needsLook }: ReportPicture): string {
  const tiles = numbers.map(({ value, label, change }) => joinParts([`${value} ${label}`, change], ", "));
  const names = (list: readonly { readonly person: Person }[]): string =>
    list
      .slice(0, 3)
      .map(({ person }) => person.name.slice(0, 40))
      .join(", ");
  return joinParts(
    [
      `${title}: ${tiles.join("; ")}.`,
      best.length > 0 && `Top three: ${names(best)}.`,
      needsLook.length > 0 && `Worth a look: ${names(needsLook)}.`,
    ],
    " ",
  );
}
