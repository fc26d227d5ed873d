import type { Context } from "./kit/canvas.ts";
import { joinParts } from "../ui/lines.ts";
import { colours } from "./kit/colours.ts";
import { innerWidth, margin, type Person, rounded } from "./kit/shapes.ts";
import { write } from "./kit/text.ts";
import {
  drawBest,
  drawDays,
  drawNeedsLook,
  drawTrend,
  listRows,
  type ReportCharts,
  rowHeight,
  type Section,
} from "./report-charts.ts";

/** One number with its label and its change. */
export interface ReportNumber {
  readonly value: string;
  readonly label: string;
  /** Compared with the week before: `up from 409`. */
  readonly change?: { readonly text: string; readonly direction: "up" | "down" | "same" } | undefined;
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
// Discord shows tall pictures small, so it has to be wider than high.
const [topPadding, tileHeight, tileGap, chartHeight] = [28, 176, 12, 250];
const [headingHeight, sectionGap, columnGap] = [60, 16, 40];

/** A row of sections side by side; a lone one takes the whole width. */
interface Band {
  readonly sections: readonly Section[];
  readonly height: number;
}

function bandsOf({ needsLook, best, trend, days }: ReportPicture): readonly Band[] {
  const rows = Math.min(listRows, Math.max(needsLook.length, best.length));
  const lists = [
    ...(needsLook.length > 0 ? [drawNeedsLook(needsLook)] : []),
    ...(best.length > 0 ? [drawBest(best)] : []),
  ];
  const charts = [
    ...(trend.length > 0 ? [drawTrend(trend)] : []),
    ...(days.length > 0 ? [drawDays(days)] : []),
  ];
  return [
    { sections: lists, height: rows * rowHeight },
    { sections: charts, height: chartHeight },
  ].filter(({ sections }) => sections.length > 0);
}

export function reportHeight(picture: ReportPicture): number {
  const tiles = picture.numbers.length > 0 ? tileHeight + sectionGap : 0;
  const bands = bandsOf(picture).reduce((sum, { height }) => sum + headingHeight + height + sectionGap, 0);
  return topPadding + tiles + bands + (picture.note === "" ? 10 : 44);
}

export function drawReport(ctx: Context, picture: ReportPicture): void {
  const { numbers, note } = picture;
  const tiles = numbers.slice(0, maxTiles);
  tiles.forEach((number, index) => drawTile(ctx, number, index, tiles.length));
  let top = topPadding + (tiles.length > 0 ? tileHeight + sectionGap : 0);
  for (const { sections, height } of bandsOf(picture)) {
    const room = innerWidth - (sections.length - 1) * columnGap;
    const shares = sections.reduce((sum, { share }) => sum + share, 0);
    let x = margin;
    for (const { heading, more, share, draw } of sections) {
      const width = (room * share) / shares;
      const style = { size: 38, weight: "bold", maxWidth: width } as const;
      const end = x + write(ctx, heading, x, top + 38, style) + 14;
      if (more !== undefined) write(ctx, more, end, top + 38, { size: 32, colour: colours.muted });
      draw(ctx, { x, y: top + headingHeight, width, height });
      x += width + columnGap;
    }
    top += headingHeight + height + sectionGap;
  }
  if (note !== "")
    write(ctx, note, margin, top + 18, { size: 30, colour: colours.muted, maxWidth: innerWidth });
}

function drawTile(ctx: Context, { value, label, change }: ReportNumber, index: number, of: number): void {
  const width = (innerWidth - (of - 1) * tileGap) / of;
  const x = margin + index * (width + tileGap);
  rounded(ctx, { x, y: topPadding, width, height: tileHeight }, 18, colours.cell);
  ctx.strokeStyle = colours.line;
  ctx.lineWidth = 2;
  ctx.stroke();
  const left = x + 16;
  const maxWidth = width - 30;
  write(ctx, value, left, topPadding + 66, { size: 58, weight: "bold", maxWidth });
  write(ctx, label, left, topPadding + 112, { size: 33, maxWidth });
  if (change === undefined) return;
  const y = topPadding + 154;
  const arrow = change.direction === "same" ? 0 : drawArrow(ctx, change.direction, left, y);
  const style = { size: 31, colour: colours.muted, maxWidth: maxWidth - arrow };
  // The arrow says which way.
  const text = change.direction === "same" ? "as before" : change.text.replace(/^(?:up|down) /, "");
  write(ctx, text, left + arrow, y, style);
}

/** @returns its width */
function drawArrow(ctx: Context, direction: "up" | "down", x: number, base: number): number {
  const [tip, foot] = direction === "up" ? [base - 22, base - 1] : [base - 1, base - 22];
  ctx.beginPath();
  ctx.moveTo(x, foot);
  ctx.lineTo(x + 23, foot);
  ctx.lineTo(x + 11.5, tip);
  ctx.fillStyle = colours.grey;
  ctx.fill();
  return 33;
}

/** `Week of 16 November, Harbour Café: 9 of 12 passed, up from 7; 412 orders. Top three: …` */
export function describeReport(picture: ReportPicture): string {
  const { title, subtitle, numbers, best, needsLook, note } = picture;
  const tiles = numbers.map(({ value, label, change }) =>
    joinParts([`${value} ${label}`, change?.text], ", "),
  );
  const names = (list: readonly { readonly person: Person }[]): string =>
    list
      .slice(0, 3)
      .map(({ person: { name, username } }) => (name || username || "Someone").slice(0, 40))
      .join(", ");
  const more = needsLook.length - 3;
  return joinParts(
    [
      `${joinParts([title, subtitle], ", ")}${tiles.length === 0 ? "" : `: ${tiles.join("; ")}`}.`,
      best.length > 0 && `Top three: ${names(best)}.`,
      needsLook.length > 0 && `Needs attention: ${names(needsLook)}${more > 0 ? ` and ${more} more` : ""}.`,
      note,
    ],
    " ",
  );
}
