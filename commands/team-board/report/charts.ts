import { formatNumber } from "../../../src/ui/numbers.ts";
import type { Context } from "../../../src/pictures/kit/canvas.ts";
import { getInk, type Palette } from "../../../src/pictures/kit/colours.ts";
import { drawColumns } from "../../../src/pictures/kit/columns.ts";
import { type Box, drawDot, drawLegendRow, drawRounded } from "../../../src/pictures/kit/shapes.ts";
import { measureWidth, write } from "../../../src/pictures/kit/text.ts";

export interface ReportCharts {
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

/** From the bottom of a column to its top. */
const listTrendParts = ({ tones }: Palette) =>
  [
    { part: "passed", fill: tones.done.strong, mark: undefined },
    // For those to whom red and green look the same.
    { part: "failed", fill: tones.failed.strong, mark: "×" },
    { part: "excused", fill: tones.over.strong, mark: undefined },
  ] as const;

/** One part of a report, as wide as the picture. */
export interface Section {
  readonly heading: string;
  readonly height: number;
  /** @param box with room for the heading above it */
  readonly draw: (ctx: Context, box: Box) => void;
}

const chartHeight = 222;
const labelSize = 36;

export function createTrendSection(trend: ReportCharts["trend"]): Section {
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
export function createDaysSection(days: ReportCharts["days"]): Section {
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
