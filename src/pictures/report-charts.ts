import { formatNumber } from "../ui/numbers.ts";
import type { Context } from "./kit/canvas.ts";
import { colours, tones } from "./kit/colours.ts";
import { columns } from "./kit/columns.ts";
import { legend, progress, rounded } from "./kit/shapes.ts";
import { write } from "./kit/text.ts";
import { podium, type StandingsPicture } from "./standings.ts";

export interface ReportCharts {
  /** The oldest week first, the reported one last; those that were never saved have no counts. */
  readonly trend: readonly {
    readonly label: string;
    readonly counts: TrendCounts | undefined;
  }[];
  readonly best: StandingsPicture["best"];
  readonly days: readonly { readonly label: string; readonly orders: number }[];
  /** The most often ordered first. */
  readonly items: readonly { readonly name: string; readonly count: number }[];
}

interface TrendCounts {
  readonly passed: number;
  readonly failed: number;
  readonly excused: number;
}

/** Draws one part of a report. @param top of its heading */
export type Section = (ctx: Context, x: number, width: number, top: number) => void;

export const sectionHeight = 424;
const heading = { size: 28, weight: "bold", maxWidth: 500 } as const;

export function drawTrend(trend: ReportCharts["trend"]): Section {
  return (ctx, x, width, top) => {
    write(ctx, `Last ${trend.length} weeks`, x, top + 22, heading);
    const entries = [
      { text: "passed", fill: tones.done.strong },
      { text: "failed", fill: tones.failed.strong },
      ...(trend.some(({ counts }) => (counts?.excused ?? 0) > 0)
        ? [{ text: "excused", fill: tones.over.strong }]
        : []),
    ];
    legend(ctx, entries, x, top + 60, 22);
    const [base, height] = [top + sectionHeight - 78, sectionHeight - 168];
    const slot = width / trend.length;
    const barWidth = Math.min(48, slot * 0.68);
    const sums = trend.map(({ counts }) => (counts ? counts.passed + counts.failed + counts.excused : 0));
    const most = Math.max(1, ...sums);
    trend.forEach(({ label, counts }, index) => {
      const left = x + slot * (index + 0.5) - barWidth / 2;
      const isLast = index === trend.length - 1;
      if (counts === undefined || sums[index] === 0)
        rounded(ctx, { x: left, y: base - 5, width: barWidth, height: 5 }, 2, colours.track);
      else drawStack(ctx, counts, { x: left, y: base, width: barWidth, height: height / most });
      if (isLast) write(ctx, label, left + barWidth, base + 32, { ...small, weight: "bold", align: "right" });
      else if (index === 0 || index === 5)
        write(ctx, label, left, base + 32, { ...small, colour: colours.muted });
    });
  };
}

const small = { size: 22, maxWidth: 120 } as const;

/** @param box its `y` is the line it stands on, its `height` that of one person */
function drawStack(
  ctx: Context,
  { passed, failed, excused }: TrendCounts,
  { x, y, width, height }: Parameters<typeof rounded>[1],
): void {
  const parts = [
    [passed, tones.done.strong],
    [failed, tones.failed.strong],
    [excused, tones.over.strong],
  ] as const;
  let base = y;
  for (const [count, fill] of parts) {
    if (count === 0) continue;
    const high = Math.max(4, count * height);
    rounded(ctx, { x, y: base - high, width, height: Math.max(3, high - 3) }, 5, fill);
    base -= high;
  }
}

export function drawBest(best: ReportCharts["best"]): Section {
  return (ctx, x, width, top) => {
    write(ctx, "Most minutes", x, top + 22, heading);
    const wide = Math.min(width, 560);
    podium(ctx, best, { x: x + (width - wide) / 2, y: top + 36, width: wide, height: sectionHeight - 82 });
  };
}

export function drawDays(days: ReportCharts["days"]): Section {
  return (ctx, x, width, top) => {
    write(ctx, "Orders by day", x, top + 22, heading);
    const most = Math.max(...days.map(({ orders }) => orders));
    columns(
      ctx,
      { x, y: top + 36, width, height: sectionHeight - 78 },
      days.map(({ label, orders }) => ({
        label,
        value: orders,
        fill: orders === most ? colours.blue : colours.pale,
        text: formatNumber(orders),
        isStrong: orders === most && orders > 0,
      })),
    );
  };
}

export function drawItems(items: ReportCharts["items"]): Section {
  return (ctx, x, width, top) => {
    write(ctx, "Most ordered", x, top + 22, heading);
    const most = Math.max(1, ...items.map(({ count }) => count));
    items.slice(0, 5).forEach(({ name, count }, index) => {
      const base = top + 78 + index * 64;
      const number = { size: 26, weight: "bold", align: "right" } as const;
      const taken = write(ctx, formatNumber(count), x + width, base, number);
      write(ctx, name, x, base, { size: 26, maxWidth: width - taken - 24 });
      progress(ctx, { x, y: base + 12, width, height: 14 }, count / most, "#91A7FF");
    });
  };
}
