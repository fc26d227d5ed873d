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
  readonly numbers: readonly ReportNumber[];
  /** In small print: what is missing; empty for nothing. */
  readonly note: string;
}

const [topPadding, tileGap] = [28, 14];
const [headingHeight, sectionGap, noteHeight] = [66, 34, 46];

function createSections({ trend, days }: ReportPicture): readonly Section[] {
  return [
    ...(trend.length > 0 ? [createTrendSection(trend)] : []),
    ...(days.length > 0 ? [createDaysSection(days)] : []),
  ];
}

/** Lower if no number is compared. */
const measureTiles = (numbers: readonly ReportNumber[]): number =>
  numbers.length === 0 ? 0 : numbers.every(({ change }) => change === undefined) ? 144 : 190;

function measureReport(picture: ReportPicture): number {
  const tiles = measureTiles(picture.numbers);
  const sections = createSections(picture).map(({ height }) => headingHeight + height + sectionGap);
  const note = picture.note === "" ? 4 : noteHeight;
  return (
    topPadding +
    tiles +
    (tiles > 0 ? sectionGap : 0) +
    sections.reduce((sum, height) => sum + height, 0) +
    note
  );
}

function drawReport(ctx: Context, picture: ReportPicture): void {
  const { numbers, note } = picture;
  const tiles = measureTiles(numbers);
  const width = (innerWidth - (numbers.length - 1) * tileGap) / numbers.length;
  numbers.forEach((number, index) =>
    drawTile(ctx, number, { x: margin + index * (width + tileGap), y: topPadding, width, height: tiles }),
  );
  let top = topPadding + tiles + (tiles > 0 ? sectionGap : 0);
  for (const { heading, height, draw } of createSections(picture)) {
    write(ctx, heading, margin, top + 44, { size: 42, weight: "bold" });
    draw(ctx, { x: margin, y: top + headingHeight, width: innerWidth, height });
    top += headingHeight + height + sectionGap;
  }
  if (note !== "")
    write(ctx, note, margin, top + 20, { size: 34, colour: ctx.colours.muted, maxWidth: innerWidth });
}

function drawTile(ctx: Context, { value, label, change = "" }: ReportNumber, box: Box): void {
  drawRounded(ctx, box, 18, ctx.colours.cell);
  ctx.strokeStyle = ctx.colours.line;
  ctx.lineWidth = 2;
  ctx.stroke();
  const left = box.x + 22;
  const maxWidth = box.width - 40;
  write(ctx, value, left, box.y + 70, { size: 64, weight: "bold", maxWidth });
  write(ctx, label, left, box.y + 120, { size: 40, maxWidth });
  write(ctx, change, left, box.y + 168, { size: 38, colour: ctx.colours.muted, maxWidth });
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
    counts !== undefined && counts.passed > 0
      ? [{ index, passed: counts.passed, high: computeHeights(counts, height).passed }]
      : [],
  );
  const fits = ({ passed, high }: { readonly passed: number; readonly high: number }): boolean =>
    high >= labelSize + 10 && measureWidth(ctx, formatNumber(passed), passedStyle) <= width - 8;
  const best = weeks.toSorted((a, b) => b.passed - a.passed)[0];
  const told = weeks.every(fits)
    ? weeks
    : weeks.filter((week) => (week === weeks[0] || week === best || week === weeks.at(-1)) && fits(week));
  return new Set(told.map(({ index }) => index));
}

/** A part with a mark is at least so high: its colour alone would say nothing to some. */
const leastMarked = 26;

/**
 * Of the parts of a column. A mark takes its room from those who passed, whose number is written: the column stays as high.
 * @param height of one person
 */
function computeHeights(counts: TrendCounts, height: number): TrendCounts {
  const failed = counts.failed > 0 ? Math.max(leastMarked, counts.failed * height) : 0;
  const passed = (counts.passed + counts.failed) * height - failed;
  return { passed, failed, excused: counts.excused * height };
}

/** @param box its `y` is the baseline, its `height` that of one person */
function drawStack(ctx: Context, counts: TrendCounts, { x, y, width, height }: Box): void {
  let base = y;
  const heights = computeHeights(counts, height);
  for (const { part, fill, mark } of listTrendParts(ctx.colours)) {
    if (counts[part] === 0) continue;
    const high = Math.max(4, heights[part]);
    drawRounded(ctx, { x, y: base - high, width, height: Math.max(3, high - 3) }, 4, fill);
    if (mark !== undefined)
      write(ctx, mark, x + width / 2, base - high / 2 + 12, { ...passedStyle, colour: getInk(fill) });
    base -= high;
  }
}

/** A column a day, the busiest one in a strong colour. */
function createDaysSection(days: ReportCharts["days"]): Section {
  const busiest = findBusiestDay(days);
  return {
    heading: busiest === undefined ? "Orders by day" : `Orders by day: most on ${busiest.label}`,
    height: chartHeight,
    draw(ctx, box) {
      const columns = days.map((day) => ({
        label: day.label,
        value: day.orders,
        fill: day === busiest ? ctx.colours.tones.information.strong : ctx.colours.pale,
        text: formatNumber(day.orders),
        isStrong: day === busiest,
      }));
      drawColumns(ctx, box, columns, { size: labelSize });
    },
  };
}

/** `undefined` if several days are alike. */
function findBusiestDay(days: ReportCharts["days"]): ReportCharts["days"][number] | undefined {
  const most = Math.max(...days.map(({ orders }) => orders));
  const [busiest, ...others] = days.filter(({ orders }) => orders === most);
  return others.length === 0 ? busiest : undefined;
}

/** `Last 12 weeks, passed: 8, 7, 9; failed: 2, 0, 1. Orders by day: Mon 9, Tue 10.` */
function describeCharts({ trend, days }: ReportCharts): string {
  const saved = trend.flatMap(({ counts }) => counts ?? []);
  const passed = saved.map((counts) => formatNumber(counts.passed));
  const failed = saved.map((counts) => formatNumber(counts.failed));
  const perDay = days.map(({ label, orders }) => `${label} ${formatNumber(orders)}`);
  return joinParts(
    [
      saved.length > 0 &&
        `Last ${trend.length} weeks, passed: ${passed.join(", ")}; failed: ${failed.join(", ")}.`,
      days.length > 0 && `Orders by day: ${perDay.join(", ")}.`,
    ],
    " ",
  );
}

/** `Week of 16 November, Harbour Café: 412 orders, was 409. Last 12 weeks, …. Orders by day: …` */
function describeReport(picture: ReportPicture): string {
  const { title, subtitle, numbers, note } = picture;
  const tiles = numbers.map(({ value, label, change }) => joinParts([`${value} ${label}`, change], ", "));
  const head = joinParts([title, subtitle], ", ");
  return joinParts([`${joinParts([head, tiles.join("; ")], ": ")}.`, describeCharts(picture), note], " ");
}

export const reportDrawing: Drawing<ReportPicture> = {
  kind: "report",
  height: measureReport,
  draw: drawReport,
  describe: describeReport,
};
