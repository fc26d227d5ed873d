import { formatNumber } from "../ui/numbers.ts";
import type { Context } from "./kit/canvas.ts";
import { colours, type Tone, tones } from "./kit/colours.ts";
import { columns } from "./kit/columns.ts";
import { type Box, initials, legend, nameOf, type Person, pill, rounded } from "./kit/shapes.ts";
import { write } from "./kit/text.ts";

export interface ReportCharts {
  /** People who need attention and why, the worst first. */
  readonly needsLook: readonly {
    readonly person: Person;
    readonly numbers: string;
    readonly failedInRow: number;
  }[];
  /** The people with most minutes, the best first. */
  readonly best: readonly { readonly person: Person; readonly numbers: string }[];
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

/** One part of a report. */
export interface Section {
  readonly heading: string;
  /** Beside the heading, in small. */
  readonly more?: string | undefined;
  /** Of the width, compared with the sections beside it. */
  readonly share: number;
  readonly draw: (ctx: Context, box: Box) => void;
}

export const rowHeight = 86;
export const listRows = 3;

interface ListRow {
  readonly person: Person;
  readonly text: string;
  readonly end: string;
  readonly tone: Tone;
}

function drawRow(
  ctx: Context,
  { person, text, end, tone }: ListRow,
  { x, y, width }: Omit<Box, "height">,
): void {
  const height = rowHeight - 8;
  const middle = y + height / 2;
  rounded(ctx, { x, y, width, height }, 14, tone.tint);
  rounded(ctx, { x, y, width: 8, height }, 4, tone.strong);
  initials(ctx, person, x + 46, middle, 28);
  const looks = { ...tone, tint: colours.paper };
  const pillWidth = pill(ctx, end, { x: x + width - 10, y: middle - 25, align: "right" }, looks, 29);
  const maxWidth = width - 86 - pillWidth - 20;
  const isOneLine = text === "";
  write(ctx, nameOf(person), x + 86, isOneLine ? middle + 13 : middle - 3, {
    size: 37,
    weight: "bold",
    maxWidth,
  });
  write(ctx, text, x + 86, middle + 29, { size: 28, maxWidth });
}

export function drawNeedsLook(people: ReportCharts["needsLook"]): Section {
  const more = people.length - listRows;
  return {
    heading: "Needs attention",
    share: 1.4,
    more: more > 0 ? `and ${formatNumber(more)} more` : undefined,
    draw: (ctx, { x, y, width }) =>
      people.slice(0, listRows).forEach(({ person, numbers, failedInRow }, index) => {
        const end = failedInRow > 1 ? `failed ${formatNumber(failedInRow)} weeks` : "failed";
        drawRow(
          ctx,
          { person, text: numbers, end, tone: tones.failed },
          { x, y: y + index * rowHeight, width },
        );
      }),
  };
}

/** Lighter than elsewhere, since it matters least. */
const excusedFill = "#C3C8CF";

const medals: readonly Tone[] = [
  { strong: "#F5B800", ink: "#7A5A00", tint: "#FFF6D6" },
  { strong: "#A9B1BD", ink: "#4A525E", tint: "#F0F2F5" },
  { strong: "#D08B5B", ink: "#7D4A22", tint: "#FBEDE2" },
];

export function drawBest(best: ReportCharts["best"]): Section {
  return {
    heading: "Most minutes",
    share: 1,
    draw: (ctx, { x, y, width }) =>
      best.slice(0, listRows).forEach(({ person, numbers }, index) => {
        const tone = medals[index] ?? tones.over;
        drawRow(ctx, { person, text: "", end: numbers, tone }, { x, y: y + index * rowHeight, width });
      }),
  };
}

export function drawTrend(trend: ReportCharts["trend"]): Section {
  return {
    heading: `Last ${trend.length} weeks`,
    share: 1,
    draw(ctx, { x, y, width, height }) {
      const entries = [
        { text: "passed", fill: tones.done.strong },
        { text: "failed", fill: tones.failed.strong },
        ...(trend.some(({ counts }) => (counts?.excused ?? 0) > 0)
          ? [{ text: "excused", fill: excusedFill }]
          : []),
      ];
      legend(ctx, entries, { x, y: y + 22 }, 31);
      const base = y + height - 46;
      const slot = width / trend.length;
      const barWidth = Math.min(48, slot * 0.7);
      const sums = trend.map(({ counts }) => (counts ? counts.passed + counts.failed + counts.excused : 0));
      const scale = (height - 46 - 52) / Math.max(1, ...sums);
      trend.forEach(({ label, counts }, index) => {
        const left = x + slot * (index + 0.5) - barWidth / 2;
        const isLast = index === trend.length - 1;
        if (counts === undefined || sums[index] === 0)
          rounded(ctx, { x: left, y: base - 5, width: barWidth, height: 5 }, 2, colours.track);
        else drawStack(ctx, counts, { x: left, y: base, width: barWidth, height: scale });
        const style = { size: 30, maxWidth: width / 3 };
        if (isLast)
          write(ctx, label, left + barWidth, base + 37, { ...style, weight: "bold", align: "right" });
        else if (index === 0 || index === 5)
          write(ctx, label, left, base + 37, { ...style, colour: colours.muted });
      });
    },
  };
}

/** @param box its `y` is the baseline, its `height` that of one person */
function drawStack(
  ctx: Context,
  { passed, failed, excused }: TrendCounts,
  { x, y, width, height }: Box,
): void {
  const parts = [
    [passed, tones.done.strong],
    [failed, tones.failed.strong],
    [excused, excusedFill],
  ] as const;
  let base = y;
  for (const [count, fill] of parts) {
    if (count === 0) continue;
    const high = Math.max(4, count * height);
    rounded(ctx, { x, y: base - high, width, height: Math.max(3, high - 3) }, 4, fill);
    base -= high;
  }
}

export function drawDays(days: ReportCharts["days"]): Section {
  return {
    heading: "Orders by day",
    share: 1,
    draw(ctx, box) {
      const most = Math.max(...days.map(({ orders }) => orders));
      columns(
        ctx,
        box,
        days.map(({ label, orders }) => ({
          label,
          value: orders,
          fill: orders === most ? colours.blue : colours.pale,
          text: formatNumber(orders),
          isStrong: orders === most && orders > 0,
        })),
      );
    },
  };
}
