import type { Context } from "./kit/canvas.ts";
import { joinParts } from "../ui/lines.ts";
import { colours } from "./kit/colours.ts";
import { cardWidth, innerWidth, margin, type Person, rounded } from "./kit/shapes.ts";
import { write } from "./kit/text.ts";
import {
  drawBest,
  drawDays,
  drawItems,
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
  /** Four at most. */
  readonly numbers: readonly ReportNumber[];
  /** In small print: what is missing, and how days are counted. */
  readonly note: string;
}

// Discord shows tall pictures small, so it has to be wider than high.
const [headHeight, tileHeight, tileGap, chartHeight] = [98, 158, 12, 268];
const [headingHeight, sectionGap, columnGap, lineHeight] = [56, 20, 40, 44];

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
  const items = picture.items.length > 0 ? lineHeight : 0;
  return headHeight + tiles + bands + items + (picture.note === "" ? 10 : 44);
}

export function drawReport(ctx: Context, picture: ReportPicture): void {
  const { title, subtitle, numbers, items, note } = picture;
  const titleWidth = write(ctx, title, margin, 66, { size: 44, weight: "bold", maxWidth: 700 });
  write(ctx, subtitle, cardWidth - margin, 64, {
    size: 32,
    colour: colours.muted,
    align: "right",
    maxWidth: innerWidth - titleWidth - 32,
  });
  const tiles = numbers.slice(0, 4);
  tiles.forEach((number, index) => drawTile(ctx, number, index, tiles.length));
  let top = headHeight + (tiles.length > 0 ? tileHeight + sectionGap : 0);
  for (const { sections, height } of bandsOf(picture)) {
    const width = (innerWidth - (sections.length - 1) * columnGap) / sections.length;
    sections.forEach(({ heading, more, draw }, index) => {
      const x = margin + index * (width + columnGap);
      const style = { size: 34, weight: "bold", maxWidth: width } as const;
      const end = x + write(ctx, heading, x, top + 34, style) + 14;
      if (more !== undefined) write(ctx, more, end, top + 34, { size: 28, colour: colours.muted });
      draw(ctx, { x, y: top + headingHeight, width, height });
    });
    top += headingHeight + height + sectionGap;
  }
  if (items.length > 0) {
    drawItems(ctx, items, { x: margin, y: top + 18, width: innerWidth });
    top += lineHeight;
  }
  if (note !== "")
    write(ctx, note, margin, top + 16, { size: 26, colour: colours.muted, maxWidth: innerWidth });
}

function drawTile(ctx: Context, { value, label, change }: ReportNumber, index: number, of: number): void {
  const width = (innerWidth - (of - 1) * tileGap) / of;
  const x = margin + index * (width + tileGap);
  rounded(ctx, { x, y: headHeight, width, height: tileHeight }, 18, colours.cell);
  ctx.strokeStyle = colours.line;
  ctx.lineWidth = 2;
  ctx.stroke();
  const left = x + 16;
  const maxWidth = width - 30;
  write(ctx, value, left, headHeight + 58, { size: 52, weight: "bold", maxWidth });
  write(ctx, label, left, headHeight + 98, { size: 29, maxWidth });
  if (change === undefined) return;
  const y = headHeight + 136;
  const arrow = change.direction === "same" ? 0 : drawArrow(ctx, change.direction, left, y);
  const style = { size: 27, colour: colours.muted, maxWidth: maxWidth - arrow };
  // The arrow says which way.
  const text = change.direction === "same" ? "as before" : change.text.replace(/^(?:up|down) /, "");
  write(ctx, text, left + arrow, y, style);
}

/** @returns its width */
function drawArrow(ctx: Context, direction: "up" | "down", x: number, base: number): number {
  const [tip, foot] = direction === "up" ? [base - 19, base - 1] : [base - 1, base - 19];
  ctx.beginPath();
  ctx.moveTo(x, foot);
  ctx.lineTo(x + 20, foot);
  ctx.lineTo(x + 10, tip);
  ctx.fillStyle = colours.grey;
  ctx.fill();
  return 29;
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
      needsLook.length > 0 && `Worth a look: ${names(needsLook)}${more > 0 ? ` and ${more} more` : ""}.`,
      note,
    ],
    " ",
  );
}
