import type { Context } from "../../../src/pictures/kit/canvas.ts";
import { getInk, type Palette } from "../../../src/pictures/kit/colours.ts";
import { drawColumns } from "../../../src/pictures/kit/columns.ts";
import {
  type Box,
  drawDot,
  drawLegendRow,
  drawRounded,
  innerWidth,
  margin,
} from "../../../src/pictures/kit/shapes.ts";
import { measureWidth, write } from "../../../src/pictures/kit/text.ts";
import { joinParts } from "../../../src/ui/lines.ts";
import { formatNumber } from "../../../src/ui/numbers.ts";
import type { Drawing } from "../../../src/pictures/picture.ts";

/** One number with its label and its change. */
export interface ReportNumber {
  readonly value: string;
  readonly label: string;
  /** In the week before: `was 409`. */
  readonly change?: string | undefined;
}

interface ReportCharts {
  /** The oldest week first, the reported one last; those that were never saved have no counts. */
  readonly trend: readonly {
    readonly label: string;
    readonly counts: TrendCounts | undefined;
  }[];
  readonly days: readonly { readonly label: string; readonly orders: number }[];
}

interface TrendCounts {
  readonly passed: number;
  readonly failed: number;
  readonly excused: number;
}

/** A week on one page. Empty parts are omitted. */
export interface ReportPicture extends ReportCharts {
  readonly kind: "report";
  /** `Week of 16 November`. */
  readonly title: string;
  /** The workspace's name. */
  readonly subtitle: string;
  /** The first three are drawn. */
  readonly numbers: readonly ReportNumber[];
  /** In small print: what is missing; empty for nothing. */
  readonly note: string;
}

/** More would leave no room for large numbers. */
const maxTiles = 3;
const [topPadding, tileHeight, tileGap] = [28, 190, 14];
const [headingHeight, sectionGap, noteHeight] = [66, 34, 46];

function createSections({ trend, days }: ReportPicture): readonly Section[] {
  return [
    ...(trend.length > 0 ? [createTrendSection(trend)] : []),
    ...(days.length > 0 ? [createDaysSection(days)] : []),
  ];
}

function measureReport(picture: ReportPicture): number {
  const tiles = picture.numbers.length > 0 ? tileHeight + sectionGap : 0;
  const sections = createSections(picture).map(({ height }) => headingHeight + height + sectionGap);
  const note = picture.note === "" ? 4 : noteHeight;
  return topPadding + tiles + sections.reduce((sum, height) => sum + height, 0) + note;
}

function drawReport(ctx: Context, picture: ReportPicture): void {
  const { numbers, note } = picture;
  const tiles = numbers.slice(0, maxTiles);
  tiles.forEach((number, index) => drawTile(ctx, number, index, tiles.length));
  let top = topPadding + (tiles.length > 0 ? tileHeight + sectionGap : 0);
  for (const { heading, height, draw } of createSections(picture)) {
    write(ctx, heading, margin, top + 44, { size: 42, weight: "bold" });
    draw(ctx, { x: margin, y: top + headingHeight, width: innerWidth, height });
    top += headingHeight + height + sectionGap;
  }
  if (note !== "")
    write(ctx, note, margin, top + 20, { size: 34, colour: ctx.colours.muted, maxWidth: innerWidth });
}

function drawTile(
  ctx: Context,
  { value, label, change = "" }: ReportNumber,
  index: number,
  of: number,
): void {
  const width = (innerWidth - (of - 1) * tileGap) / of;
  const x = margin + index * (width + tileGap);
  drawRounded(ctx, { x, y: topPadding, width, height: tileHeight }, 18, ctx.colours.cell);
  ctx.strokeStyle = ctx.colours.line;
  ctx.lineWidth = 2;
  ctx.stroke();
  const left = x + 22;
  const maxWidth = width - 40;
  write(ctx, value, left, topPadding + 70, { size: 64, weight: "bold", maxWidth });
  write(ctx, label, left, topPadding + 120, { size: 40, maxWidth });
  write(ctx, change, left, topPadding + 168, { size: 38, colour: ctx.colours.muted, maxWidth });
}

/** From the bottom of a column to its top. */
const listTrendParts = ({ tones }: Palette) =>
  [
    { part: "passed", fill: tones.done.strong, mark: undefined },
    // For those to whom red and green look the same.
    { part: "failed", fill: tones.failed.strong, mark: "×" },
    { part: "excused", fill: tones.over.strong, mark: undefined },
  ] as const;

/** One part of a report, as wide as the picture. */
interface Section {
  readonly heading: string;
  readonly height: number;
  /** @param box with room for the heading above it */
  readonly draw: (ctx: Context, box: Box) => void;
}

const chartHeight = 222;
const labelSize = 36;

function createTrendSection(trend: ReportCharts["trend"]): Section {
  return {
    heading: `Last ${trend.length} weeks`,
    height: chartHeight,
    draw(ctx, { x, y, width, height }) {
      const entries = listTrendParts(ctx.colours)
        .filter(({ part }) => part !== "excused" || trend.some(({ counts }) => (counts?.excused ?? 0) > 0))
        .map(({ part: text, ...look }) => ({ text, ...look }));
      // Beside the heading.
      drawLegendRow(ctx, entries, { x: x + width, y: y - 22, align: "right" }, labelSize);
      const base = y + height - 50;
      const slot = width / trend.length;
      const barWidth = Math.min(60, slot * 0.7);
      const sums = trend.map(({ counts }) => (counts ? counts.passed + counts.failed + counts.excused : 0));
      const scale = (height - 54) / Math.max(1, ...sums);
      const passedInk = getInk(ctx.colours.tones.done.strong);
      const numbered = selectNumberedWeeks(ctx, trend, { width: barWidth, height: scale });
      trend.forEach(({ label, counts }, index) => {
        const middle = x + slot * (index + 0.5);
        const isLast = index === trend.length - 1;
        if (counts === undefined || sums[index] === 0) drawDot(ctx, middle, base - 10, ctx.colours.line);
        else drawStack(ctx, counts, { x: middle - barWidth / 2, y: base, width: barWidth, height: scale });
        if (counts !== undefined && numbered.has(index))
          write(ctx, formatNumber(counts.passed), middle, base - 12, { ...passedStyle, colour: passedInk });
        const style = { size: labelSize, maxWidth: width / 3 };
        if (isLast) write(ctx, label, x + width, base + 42, { ...style, weight: "bold", align: "right" });
        else if ((trend.length - 1 - index) % 3 === 0)
          write(ctx, label, middle, base + 42, { ...style, colour: ctx.colours.muted, align: "center" });
      });
    },
  };
}

/** At the foot of a bar. */
const passedStyle = { size: labelSize, weight: "bold", align: "center" } as const;

/**
 * The weeks whose bars say how many passed: all of them if the numbers fit, else the first, the best and the last,
 * where there is room.
 * @param bar its `height` is that of one person
 */
function selectNumberedWeeks(
  ctx: Context,
  trend: ReportCharts["trend"],
  { width, height }: Pick<Box, "width" | "height">,
): ReadonlySet<number> {
  const weeks = trend.flatMap(({ counts }, index) =>
    counts !== undefined && counts.passed > 0 ? [{ index, passed: counts.passed }] : [],
  );
  const fits = ({ passed }: { readonly passed: number }): boolean =>
    passed * height >= labelSize + 10 && measureWidth(ctx, formatNumber(passed), passedStyle) <= width - 8;
  const best = weeks.toSorted((a, b) => b.passed - a.passed)[0];
  const told = weeks.every(fits)
    ? weeks
    : weeks.filter((week) => (week === weeks[0] || week === best || week === weeks.at(-1)) && fits(week));
  return new Set(told.map(({ index }) => index));
}

/** A part that is lower has no room for its mark. */
const leastMarked = 26;

/** @param box its `y` is the baseline, its `height` that of one person */
function drawStack(ctx: Context, counts: TrendCounts, { x, y, width, height }: Box): void {
  let base = y;
  for (const { part, fill, mark } of listTrendParts(ctx.colours)) {
    const count = counts[part];
    if (count === 0) continue;
    const high = Math.max(4, count * height);
    drawRounded(ctx, { x, y: base - high, width, height: Math.max(3, high - 3) }, 4, fill);
    if (mark !== undefined && high >= leastMarked)
      write(ctx, mark, x + width / 2, base - high / 2 + 12, { ...passedStyle, colour: getInk(fill) });
    base -= high;
  }
}

/** A column a day, the highest one in a strong colour. */
function createDaysSection(days: ReportCharts["days"]): Section {
  const most = Math.max(...days.map(({ orders }) => orders));
  return {
    heading: "Orders by day",
    height: chartHeight,
    draw(ctx, box) {
      const columns = days.map(({ label, orders }) => ({
        label,
        value: orders,
        fill: orders === most ? ctx.colours.tones.information.strong : ctx.colours.pale,
        text: formatNumber(orders),
        isStrong: orders === most && orders > 0,
      }));
      drawColumns(ctx, box, columns, { size: labelSize });
    },
  };
}

/** `Week of 16 November, Harbour Café: 9 of 12 passed, was 7 of 11; 412 orders.` */
function describeReport({ title, subtitle, numbers, note }: ReportPicture): string {
  const tiles = numbers.map(({ value, label, change }) => joinParts([`${value} ${label}`, change], ", "));
  const head = joinParts([title, subtitle], ", ");
  return joinParts([`${joinParts([head, tiles.join("; ")], ": ")}.`, note], " ");
}

export const reportDrawing: Drawing<ReportPicture> = {
  kind: "report",
  height: measureReport,
  draw: drawReport,
  describe: describeReport,
};
