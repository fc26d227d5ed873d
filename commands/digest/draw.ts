import type { DigestTile } from "../boards/index.ts";
import { joinParts } from "../../src/ui/lines.ts";
import { formatNumber } from "../../src/ui/numbers.ts";
import type { Context } from "../../src/pictures/kit/canvas.ts";
import { type Box, cardWidth, innerWidth, margin, drawRounded } from "../../src/pictures/kit/shapes.ts";
import { write } from "../../src/pictures/kit/text.ts";
import type { Drawing } from "../../src/pictures/picture.ts";

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
const [headHeight, tileHeight, gap, padding] = [112, 258, 18, 26];
/** Readable where the picture is as narrow as a phone. */
const sizes = { title: 46, word: 42, number: 104 } as const;

function drawDigest(ctx: Context, { title, when, tiles }: DigestPicture): void {
  const shown = tiles.slice(0, maxTiles);
  const whenStyle = { size: sizes.word, colour: ctx.colours.muted, align: "right", maxWidth: 460 } as const;
  const whenWidth = write(ctx, when, cardWidth - margin, 72, whenStyle);
  const titleWidth = innerWidth - whenWidth - 40;
  write(ctx, title, margin, 74, { size: sizes.title, weight: "bold", maxWidth: titleWidth });
  const width = (innerWidth + 24 - gap * (shown.length - 1)) / Math.max(1, shown.length);
  shown.forEach((tile, index) => {
    const x = margin - 12 + index * (width + gap);
    drawTile(ctx, tile, { x, y: headHeight, width, height: tileHeight });
  });
}

/** What it is, a number, and what is counted; its parts are in the text. */
function drawTile(ctx: Context, { heading, value, unit, parts }: DigestTile, box: Box): void {
  drawRounded(ctx, box, 18, ctx.colours.cell);
  ctx.strokeStyle = ctx.colours.line;
  ctx.lineWidth = 2;
  ctx.stroke();
  const [left, maxWidth] = [box.x + padding, box.width - 2 * padding];
  const tone = parts.find(({ label }) => label === unit)?.tone;
  write(ctx, heading, left, box.y + 58, { size: sizes.word, colour: ctx.colours.muted, maxWidth });
  const ink = tone === undefined ? ctx.colours.ink : ctx.colours.tones[tone].ink;
  write(ctx, value, left, box.y + 164, { size: sizes.number, weight: "bold", colour: ink, maxWidth });
  write(ctx, unit, left, box.y + 224, { size: sizes.word, weight: "bold", colour: ink, maxWidth });
}

/** `Harbour Café, Mon 23 Nov. Orders: 12 open (2 stuck, 3 ready). People: 2 behind (6 on track).` */
function describeDigest({ title, when, tiles }: DigestPicture): string {
  const told = tiles.slice(0, maxTiles).map(({ heading, value, unit, parts }) => {
    const others = parts.filter(({ label }) => label !== unit);
    const counted = others.map(({ label, count }) => `${formatNumber(count)} ${label}`);
    return `${heading}: ${joinParts([value, unit], " ")}${counted.length === 0 ? "" : ` (${counted.join(", ")})`}.`;
  });
  return joinParts([`${joinParts([title, when], ", ")}.`, ...told], " ");
}

export const digestDrawing: Drawing<DigestPicture> = {
  kind: "digest",
  height: () => headHeight + tileHeight + 34,
  draw: drawDigest,
  describe: describeDigest,
};
