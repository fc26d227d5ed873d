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

/** One number with what it is and how it changed. */
export interface ReportNumber {
  readonly value: string;
  readonly label: string;
  /** Against the week before: `up from 409`. */
  readonly change?: { readonly text: string; readonly direction: "up" | "down" | "same" } | undefined;
}

/** A week on one page. What is empty is left out. */
export interface ReportPicture extends ReportCharts {
  readonly kind: "report";
  /** `Week of 16 November`. */
  readonly title: string;
  /** Of what: the workspace's name. */
  readonly subtitle: string;
  /** Four at most. */
  readonly numbers: readonly ReportNumber[];
  /** What is missing, and how days are counted, in small print. */
  readonly note: string;
}

// Discord shows a tall picture small: it has to be wider than high.
const [headHeight, tileHeight, tileGap, chartHeight] = [94, 144, 16, 276];
const [headingHeight, sectionGap, columnGap] = [56, 22, 40];

/** A row of sections side by side; a lone one takes the whole width. */
interface Band {
  readonly sections: readonly Section[];
  readonly height: number;
}

function bandsOf({ needsLook, best, trend, days, items }: ReportPicture): readonly Band[] {
  const rows = Math.min(listRows, Math.max(needsLook.length, best.length));
  const lists = [
    ...(needsLook.length > 0 ? [drawNeedsLook(needsLook)] : []),
    ...(best.length > 0 ? [drawBest(best)] : []),
  ];
  const charts = [
    ...(trend.length > 0 ? [drawTrend(trend)] : []),
    ...(days.length > 0 ? [drawDays(days)] : []),
    ...(items.length > 0 ? [drawItems(items)] : []),
  ];
  return [
    { sections: lists, height: rows * rowHeight },
    { sections: charts, height: chartHeight },
  ].filter(({ sections }) => sections.length > 0);
}

export function reportHeight(picture: ReportPicture): number {
  const tiles = picture.numbers.length > 0 ? tileHeight + sectionGap : 0;
  const bands = bandsOf(picture).reduce((sum, { height }) => sum + headingHeight + height + sectionGap, 0);
  return headHeight + tiles + bands + (picture.note === "" ? 10 : 44);
}

export function drawReport(ctx: Context, picture: ReportPicture): void {
  const { title, subtitle, numbers, note } = picture;
  const titleWidth = write(ctx, title, margin, 64, { size: 40, weight: "bold", maxWidth: 700 });
  write(ctx, subtitle, cardWidth - margin, 62, {
    size: 26,
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
      const style = { size: 28, weight: "bold", maxWidth: width } as const;
      const end = x + write(ctx, heading, x, top + 34, style) + 14;
      if (more !== undefined) write(ctx, more, end, top + 34, { size: 23, colour: colours.muted });
      draw(ctx, { x, y: top + headingHeight, width, height });
    });
    top += headingHeight + height + sectionGap;
  }
  if (note !== "")
    write(ctx, note, margin, top + 16, { size: 22, colour: colours.muted, maxWidth: innerWidth });
}

function drawTile(ctx: Context, { value, label, change }: ReportNumber, index: number, of: number): void {
  const width = (innerWidth - (of - 1) * tileGap) / of;
  const x = margin + index * (width + tileGap);
  rounded(ctx, { x, y: headHeight, width, height: tileHeight }, 18, colours.cell);
  ctx.strokeStyle = colours.line;
  ctx.lineWidth = 2;
  ctx.stroke();
  const maxWidth = width - 40;
  write(ctx, value, x + 20, headHeight + 54, { size: 46, weight: "bold", maxWidth });
  write(ctx, label, x + 20, headHeight + 90, { size: 25, maxWidth });
  if (change === undefined) return;
  const y = headHeight + 124;
  const arrow = change.direction === "same" ? 0 : drawArrow(ctx, change.direction, x + 20, y);
  const style = { size: 21, colour: colours.muted, maxWidth: maxWidth - arrow };
  write(ctx, change.text, x + 20 + arrow, y, style);
}

/** @returns its width */
function drawArrow(ctx: Context, direction: "up" | "down", x: number, base: number): number {
  const [tip, foot] = direction === "up" ? [base - 15, base - 1] : [base - 1, base - 15];
  ctx.beginPath();
  ctx.moveTo(x, foot);
  ctx.lineTo(x + 16, foot);
  ctx.lineTo(x + 8, tip);
  ctx.fillStyle = colours.grey;
  ctx.fill();
  return 24;
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
