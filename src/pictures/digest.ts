import { joinParts } from "../ui/lines.ts";
import { formatNumber } from "../ui/numbers.ts";
import type { Context } from "./kit/canvas.ts";
import { colours, type ToneName, tones } from "./kit/colours.ts";
import { type Box, cardWidth, innerWidth, margin, rounded } from "./kit/shapes.ts";
import { widthOf, write } from "./kit/text.ts";

/** One part of the whole of a tile. */
export interface DigestPart {
  /** `stuck`. */
  readonly label: string;
  readonly count: number;
  readonly tone: ToneName;
}

/** One subject in numbers. */
export interface DigestTile {
  /** `Orders`. */
  readonly heading: string;
  /** `12`. */
  readonly value: string;
  /** `open`. */
  readonly unit: string;
  /** The most urgent first. */
  readonly parts: readonly DigestPart[];
  /** Whether the parts add up to a whole, shown as a bar. */
  readonly hasBar: boolean;
}

/** Several subjects side by side, readable at a glance. */
export interface DigestPicture {
  readonly kind: "digest";
  /** `Harbour Café`. */
  readonly title: string;
  /** `Mon 23 Nov, 09:00`. */
  readonly when: string;
  readonly tiles: readonly DigestTile[];
}

/** More tiles would leave no room for words. */
export const maxTiles = 3;
const maxParts = 5;
const [headHeight, tileHead, barHeight, rowHeight, gap, padding] = [104, 158, 30, 52, 18, 22];

export function digestHeight({ tiles }: DigestPicture): number {
  return headHeight + tileHeight(tiles.slice(0, maxTiles)) + 34;
}

function tileHeight(tiles: readonly DigestTile[]): number {
  const rows = Math.max(1, ...tiles.map(({ parts }) => Math.min(parts.length, maxParts)));
  const bar = tiles.some(({ hasBar }) => hasBar) ? barHeight + 20 : 0;
  return tileHead + bar + rows * rowHeight + 20;
}

export function drawDigest(ctx: Context, { title, when, tiles }: DigestPicture): void {
  const shown = tiles.slice(0, maxTiles);
  write(ctx, title, margin, 68, { size: 42, weight: "bold", maxWidth: 640 });
  const whenStyle = { size: 30, colour: colours.muted, align: "right", maxWidth: 400 } as const;
  write(ctx, when, cardWidth - margin, 64, whenStyle);
  const width = (innerWidth + 24 - gap * (shown.length - 1)) / Math.max(1, shown.length);
  shown.forEach((tile, index) => {
    const x = margin - 12 + index * (width + gap);
    drawTile(ctx, tile, { x, y: headHeight, width, height: tileHeight(shown) });
  });
}

function drawTile(ctx: Context, { heading, value, unit, parts, hasBar }: DigestTile, box: Box): void {
  rounded(ctx, box, 18, colours.cell);
  ctx.strokeStyle = colours.line;
  ctx.lineWidth = 2;
  ctx.stroke();
  const [left, maxWidth] = [box.x + padding, box.width - 2 * padding];
  const looks = { weight: "bold", colour: colours.muted } as const;
  const size = [32, 28].find((each) => widthOf(ctx, heading, { ...looks, size: each }) <= maxWidth) ?? 25;
  write(ctx, heading, left, box.y + 48, { ...looks, size, maxWidth });
  const number = write(ctx, value, left, box.y + 126, { size: 72, weight: "bold", maxWidth: maxWidth * 0.7 });
  write(ctx, unit, left + number + 14, box.y + 124, {
    size: 36,
    weight: "bold",
    maxWidth: maxWidth - number - 14,
  });
  let y = box.y + tileHead;
  if (hasBar) {
    drawBar(ctx, parts, { x: left, y, width: maxWidth, height: barHeight });
    y += barHeight + 20;
  }
  for (const { label, count, tone } of parts.slice(0, maxParts)) {
    const baseline = y + 36;
    rounded(ctx, { x: left, y: baseline - 22, width: 22, height: 22 }, 6, tones[tone].strong);
    const style = { size: 34, weight: "bold", colour: count > 0 ? tones[tone].ink : colours.muted } as const;
    const width = write(ctx, formatNumber(count), left + 34, baseline, style);
    const room = maxWidth - 34 - width - 10;
    write(ctx, label, left + 34 + width + 10, baseline, { size: 34, colour: colours.ink, maxWidth: room });
    y += rowHeight;
  }
}

function drawBar(ctx: Context, parts: readonly DigestPart[], box: Box): void {
  const there = parts.filter(({ count }) => count > 0);
  const total = there.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return rounded(ctx, box, barHeight / 2, colours.track);
  const [between, least] = [5, 16];
  const spare = box.width - between * (there.length - 1) - least * there.length;
  let x = box.x;
  for (const { count, tone } of there) {
    const width = least + (spare * count) / total;
    rounded(ctx, { ...box, x, width }, 9, tones[tone].strong);
    x += width + between;
  }
}

/** `Harbour Café, Mon 23 Nov: Orders: 12 open (2 stuck, 3 ready). People: 2 behind (…).` */
export function describeDigest({ title, when, tiles }: DigestPicture): string {
  const told = tiles.slice(0, maxTiles).map(({ heading, value, unit, parts }) => {
    const counted = parts.map(({ label, count }) => `${formatNumber(count)} ${label}`);
    return `${heading}: ${joinParts([value, unit], " ")}${counted.length === 0 ? "" : ` (${counted.join(", ")})`}.`;
  });
  return joinParts([`${joinParts([title, when], ", ")}.`, ...told], " ");
}
