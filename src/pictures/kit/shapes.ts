import type { Context } from "./canvas.ts";
import { computeContrast, getInk, getPersonColour, type Tone } from "./colours.ts";
import { truncate } from "../../ui/lines.ts";
import { formatNumber } from "../../ui/numbers.ts";
import { toDrawable, toReadable, getInitial, type TextStyle, measureWidth, write } from "./text.ts";

/**
 * Twice the size at which Discord shows it, and more than three times that of a phone: text needs 28 pixels
 * to be readable there.
 */
export const cardWidth = 1136;
/** The padding of a card. */
export const margin = 44;
export const innerWidth = cardWidth - 2 * margin;

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** With a thin border, which shows where Discord's own background is as dark or as light. */
export function drawCard(ctx: Context, height: number): void {
  ctx.clearRect(0, 0, cardWidth, height);
  drawRounded(ctx, { x: 1, y: 1, width: cardWidth - 2, height: height - 2 }, 28, ctx.colours.paper);
  ctx.strokeStyle = ctx.colours.edge;
  ctx.lineWidth = 2;
  ctx.stroke();
}

/** Sets its outline as the current path. */
export function drawRounded(ctx: Context, { x, y, width, height }: Box, radius: number, fill: string): void {
  ctx.beginPath();
  ctx.roundRect(x, y, width, height, Math.min(radius, width / 2, height / 2));
  ctx.fillStyle = fill;
  ctx.fill();
}

/** What a picture shows of a person. */
export interface Person {
  /** As the service names the person. */
  readonly name: string;
  /** Drawn if no character of the name can be. */
  readonly username?: string | undefined;
  /** Six hexadecimal digits. */
  readonly colour?: string | undefined;
}

/** The name as it is drawn. */
export function getDrawableName({ name, username = "" }: Person): string {
  return toDrawable(name) || toDrawable(username) || "Someone";
}

/** The name for people who can't see the picture; it needn't be drawable. */
export function getReadableName({ name, username = "" }: Person, maxLength = 40): string {
  return truncate(toReadable(name) || toReadable(username) || "Someone", maxLength);
}

const leastContrast = 1.5;

/** A circle in someone's colour with their initial. @param x of its middle */
export function drawInitials(ctx: Context, person: Person, x: number, y: number, radius: number): void {
  const name = getDrawableName(person);
  const fill = getPersonColour(person.name, person.colour);
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, Math.PI * 2);
  ctx.fillStyle = fill;
  ctx.fill();
  ctx.strokeStyle = ctx.colours.edge;
  ctx.lineWidth = 2;
  // Otherwise it would be invisible on the card.
  if (computeContrast(fill, ctx.colours.paper) < leastContrast) ctx.stroke();
  const initial = getInitial(name) || "?";
  const usual = Math.round(radius * 0.95);
  // What counts as one letter in some scripts is as wide as two or three.
  const width = measureWidth(ctx, initial, { size: usual, weight: "bold" });
  const size = Math.round(usual * Math.min(1, (1.5 * radius) / width));
  const style = { size, weight: "bold", colour: getInk(fill), align: "center" } as const;
  write(ctx, initial, x, y + size * 0.36, style);
}

const chip = { radius: 27, gap: 14, between: 28, lineHeight: 66, size: 40, maxName: 440 } as const;

const noteSize = 38;

/** Someone as a circle with their name. */
export interface Chip {
  readonly person: Person;
  /** After the name, in grey: `553 min`. */
  readonly note?: string | undefined;
}

/** In lines: as many as fit, and how many more there are. */
export interface Chips {
  readonly lines: readonly (readonly Chip[])[];
  readonly more: number;
  readonly height: number;
}

interface ChipsRoom {
  readonly width: number;
  readonly maxLines: number;
}

export function layOutChips(ctx: Context, people: readonly Chip[], { width, maxLines }: ChipsRoom): Chips {
  const lines: Chip[][] = [];
  let [left, shown] = [width, 0];
  for (const each of people) {
    const wide = measureChip(ctx, each);
    // The last line ends with how many more there are, if there are.
    const room = lines.length === maxLines && shown + 1 < people.length ? left - moreWidth : left;
    if (lines.length === 0 || wide > room) {
      if (lines.length === maxLines) break;
      lines.push([]);
      left = width;
    }
    lines.at(-1)?.push(each);
    left -= wide + chip.between;
    shown += 1;
  }
  const more = people.length - shown;
  return { lines, more, height: lines.length * chip.lineHeight };
}

const moreWidth = 130;

function measureChip(ctx: Context, { person, note = "" }: Chip): number {
  const name = measureWidth(ctx, getDrawableName(person), { size: chip.size });
  const noteWidth = note === "" ? 0 : chip.gap + measureWidth(ctx, note, { size: noteSize });
  return 2 * chip.radius + chip.gap + Math.min(chip.maxName, name) + noteWidth;
}

export function drawChips(ctx: Context, { lines, more }: Chips, x: number, y: number): void {
  const style = { size: chip.size, maxWidth: chip.maxName };
  lines.forEach((people, index) => {
    const middle = y + (index + 0.5) * chip.lineHeight;
    let left = x;
    for (const each of people) {
      const { person, note = "" } = each;
      drawInitials(ctx, person, left + chip.radius, middle, chip.radius);
      write(ctx, getDrawableName(person), left + 2 * chip.radius + chip.gap, middle + 14, style);
      left += measureChip(ctx, each);
      write(ctx, note, left, middle + 14, { size: noteSize, colour: ctx.colours.muted, align: "right" });
      left += chip.between;
    }
    if (more > 0 && index === lines.length - 1)
      write(ctx, `+${formatNumber(more)}`, left, middle + 14, { size: chip.size, colour: ctx.colours.muted });
  });
}

/** A word on a tint. @returns its width in pixels */
export function drawPill(
  ctx: Context,
  text: string,
  at: { readonly x: number; readonly y: number; readonly align?: "left" | "right" },
  { tint, ink }: Tone,
  size = 24,
): number {
  const style: TextStyle = { size, weight: "bold", colour: ink };
  const width = measureWidth(ctx, text, style) + size * 1.3;
  const x = at.align === "right" ? at.x - width : at.x;
  const height = size * 1.75;
  drawRounded(ctx, { x, y: at.y, width, height }, height, tint);
  write(ctx, text, x + size * 0.65, at.y + size * 1.22, style);
  return width;
}

/**
 * A progress bar.
 * @param share from 0 to 1
 * @param track the colour of what is missing
 */
export function drawProgress(
  ctx: Context,
  box: Box,
  share: number,
  fill: string,
  track: string = ctx.colours.track,
): void {
  drawRounded(ctx, box, box.height / 2, track);
  const width = box.width * Math.min(1, Math.max(0, share));
  if (width > 0) drawRounded(ctx, { ...box, width: Math.max(width, box.height) }, box.height / 2, fill);
}

/** A vertical dashed line. */
export function drawDashed(ctx: Context, from: readonly [number, number], to: readonly [number, number]) {
  ctx.save();
  ctx.setLineDash([7, 6]);
  ctx.strokeStyle = ctx.colours.ink;
  ctx.lineWidth = 2.5;
  ctx.beginPath();
  ctx.moveTo(...from);
  ctx.lineTo(...to);
  ctx.stroke();
  ctx.restore();
}

const dotRadius = 10;

/** @param x of its middle @param y of its middle */
export function drawDot(ctx: Context, x: number, y: number, fill: string): void {
  const box = { x: x - dotRadius, y: y - dotRadius, width: 2 * dotRadius, height: 2 * dotRadius };
  drawRounded(ctx, box, dotRadius, fill);
}

export interface LegendEntry {
  readonly text: string;
  readonly fill: string;
  readonly outline?: string | undefined;
  /** As in the chart, where it is one. */
  readonly isDot?: boolean;
  /** On it, as in the chart. */
  readonly mark?: string | undefined;
}

/** With an edge inside its box: what isn't complete yet. */
export function drawOutlined(ctx: Context, box: Box, radius: number, fill: string, edge: string): void {
  const { x, y, width, height } = box;
  drawRounded(ctx, { x: x + 2, y: y + 2, width: width - 4, height: height - 4 }, radius, fill);
  ctx.strokeStyle = edge;
  ctx.lineWidth = 4;
  ctx.stroke();
}

const getLegendSizes = (size: number) => ({ square: size * 0.82, gap: size * 0.33, between: size * 1.1 });

function measureLegendEntry(ctx: Context, { text }: LegendEntry, size: number): number {
  const { square, gap } = getLegendSizes(size);
  return square + gap + measureWidth(ctx, text, { size, colour: ctx.colours.muted });
}

/** The entries of a legend in as many rows as they need. */
export function splitLegend(
  ctx: Context,
  entries: readonly LegendEntry[],
  width: number,
  size: number,
): readonly (readonly LegendEntry[])[] {
  const rows: LegendEntry[][] = [];
  let used = Number.POSITIVE_INFINITY;
  for (const entry of entries) {
    const own = measureLegendEntry(ctx, entry, size);
    used += getLegendSizes(size).between + own;
    if (used <= width) rows.at(-1)?.push(entry);
    else {
      rows.push([entry]);
      used = own;
    }
  }
  return rows;
}

/** Squares or dots with words, in one row. @param at `align` says where its `x` is */
export function drawLegendRow(
  ctx: Context,
  entries: readonly LegendEntry[],
  { x, y, align = "left" }: { readonly x: number; readonly y: number; readonly align?: "left" | "right" },
  size: number,
): void {
  const style = { size, colour: ctx.colours.muted };
  const { square, gap, between } = getLegendSizes(size);
  const widths = entries.map((entry) => measureLegendEntry(ctx, entry, size));
  const width = widths.reduce((sum, each) => sum + each, between * (entries.length - 1));
  let left = align === "left" ? x : x - width;
  entries.forEach(({ text, fill, outline, isDot = false, mark = "" }, index) => {
    if (isDot) drawDot(ctx, left + square / 2, y - size * 0.78 + square / 2, fill);
    else if (outline !== undefined)
      drawOutlined(ctx, { x: left, y: y - size * 0.78, width: square, height: square }, 5, fill, outline);
    else drawRounded(ctx, { x: left, y: y - size * 0.78, width: square, height: square }, 5, fill);
    const markStyle = { size, weight: "bold", colour: getInk(fill), align: "center" } as const;
    write(ctx, mark, left + square / 2, y - size * 0.05, markStyle);
    write(ctx, text, left + square + gap, y, style);
    left += (widths[index] ?? 0) + between;
  });
}
