import type { Context } from "./canvas.ts";
import { getInk } from "./colours.ts";
import { type Box, drawDashed, drawDot, drawOutlined, drawRounded } from "./shapes.ts";
import { drawEmoji, measureWidth, write } from "./text.ts";

export interface Column {
  /** Below it; empty for none. */
  readonly label: string;
  /** `undefined` where nothing is known. */
  readonly value: number | undefined;
  readonly fill: string;
  /** Of one that isn't complete yet. */
  readonly outline?: string | undefined;
  /** Above it. */
  readonly text?: string | undefined;
  readonly isStrong?: boolean;
  /** Still to come: a thin line and its label. */
  readonly isToCome?: boolean;
  /** Without a height: a dot in its colour, on the line and not above it as a small value would be. */
  readonly isDot?: boolean;
  /** The upper part of it, of another kind, with an emoji where there is room. */
  readonly top?: { readonly value: number; readonly fill: string; readonly mark: string } | undefined;
  /** At its foot where there is room: what its colour says. */
  readonly mark?: string | undefined;
}

interface Scale {
  /** A dashed line behind the columns. */
  readonly target?: number | undefined;
  /** The index of the column at which that line begins. */
  readonly targetFrom?: number;
  /** The smallest value that the full height stands for. */
  readonly least?: number;
  /** Of the letters, in pixels. */
  readonly size?: number;
}

/** In narrower columns, labels of three letters would touch. */
const roomySlot = 80;

/** Between the target's line and a number in its way. */
const lineGap = 8;

/** Columns side by side, scaled to the highest value, with labels below and numbers above. */
export function drawColumns(
  ctx: Context,
  { x, y, width, height }: Box,
  bars: readonly Column[],
  { target, targetFrom = 0, least = 1, size: labelSize = 32 }: Scale = {},
): void {
  const [labelSpace, textSpace] = [labelSize + 14, labelSize + 12];
  const slot = width / Math.max(1, bars.length);
  const barWidth = Math.min(72, slot * 0.66);
  const base = y + height - labelSpace;
  const space = height - labelSpace - textSpace;
  const highest = Math.max(1, least, target ?? 0, ...bars.map(({ value = 0 }) => value));
  const computeHeight = (value: number): number => (value / highest) * space;
  if (target !== undefined) {
    const line = base - computeHeight(target);
    drawDashed(ctx, [x + slot * targetFrom, line], [x + width, line]);
  }
  const isCrowded = bars.some((bar) => bar.label === "");
  bars.forEach(({ label, value, fill, text, isStrong = false, ...more }, index) => {
    const middle = x + slot * (index + 0.5);
    const left = middle - barWidth / 2;
    if (more.isDot === true) drawDot(ctx, middle, base, fill);
    else if (value === undefined || value <= 0) {
      const isKnown = value !== undefined;
      const stub = { x: left, y: base - 6, width: barWidth, height: 6 };
      if (more.isToCome === true) drawRounded(ctx, { ...stub, y: base - 3, height: 3 }, 1, ctx.colours.line);
      else drawRounded(ctx, stub, 2, isKnown ? ctx.colours.line : fill);
    } else {
      const high = Math.max(6, computeHeight(value));
      const column = { x: left, y: base - high, width: barWidth, height: high };
      if (more.outline !== undefined && high > 12) drawOutlined(ctx, column, 7, fill, more.outline);
      else {
        drawRounded(ctx, column, 7, more.outline ?? fill);
        // Columns are square at the bottom, where they touch the line, and round at the top.
        ctx.fillRect(left, base - Math.min(8, high), barWidth, Math.min(8, high));
        if (more.top !== undefined) drawTop(ctx, column, more.top, computeHeight(more.top.value));
        if (more.mark !== undefined && high > labelSize)
          write(ctx, more.mark, middle, base - 8, {
            size: labelSize,
            weight: "bold",
            colour: getInk(fill),
            align: "center",
          });
      }
    }
    const isRoomy = isStrong || measureWidth(ctx, text ?? "", { size: labelSize }) < slot;
    if (text !== undefined && isRoomy) {
      const top = base - computeHeight(value ?? 0);
      const style = { size: labelSize, weight: isStrong ? "bold" : "regular", align: "center" } as const;
      const textWidth = measureWidth(ctx, text, style);
      // The highest one's number may be wider than its column, and ends where the chart does.
      const at = Math.min(middle, x + width - textWidth / 2);
      // The target's line makes room for it; the columns beside it stay as they are.
      const room = Math.min(slot, textWidth + 2 * lineGap);
      ctx.fillStyle = ctx.colours.paper;
      if (target !== undefined && index >= targetFrom)
        ctx.fillRect(middle - room / 2, top - 9 - labelSize, room, labelSize + 6);
      write(ctx, text, at, top - 9, {
        ...style,
        colour: isStrong ? ctx.colours.ink : ctx.colours.muted,
        maxWidth: width,
      });
    }
    if (label !== "") {
      const style = {
        size: slot < roomySlot ? labelSize - 4 : labelSize,
        weight: isStrong ? "bold" : "regular",
      } as const;
      // The first one's begins and the last one's ends where the chart does.
      const half = measureWidth(ctx, label, style) / 2;
      const at = Math.max(x + half, Math.min(middle, x + width - half));
      write(ctx, label, isCrowded ? at : middle, base + labelSize + 8, {
        ...style,
        colour: isStrong ? ctx.colours.ink : ctx.colours.muted,
        align: "center",
        maxWidth: slot * (isCrowded ? 4 : 1.2),
      });
    }
  });
}

/** Over the upper part of a column, or all of it. */
function drawTop(
  ctx: Context,
  { x, y, width, height }: Box,
  { fill, mark }: NonNullable<Column["top"]>,
  wanted: number,
): void {
  const high = Math.min(height, Math.max(6, wanted));
  drawRounded(ctx, { x, y, width, height: high }, 7, fill);
  ctx.fillRect(x, y + high / 2, width, high / 2);
  ctx.fillStyle = ctx.colours.paper;
  if (high < height - topGap) ctx.fillRect(x, y + high, width, topGap);
  if (high >= topMarkSize + 8) drawEmoji(ctx, mark, x + width / 2, y + high / 2, topMarkSize);
}

const [topGap, topMarkSize] = [4, 34];
