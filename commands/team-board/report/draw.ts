import type { Context } from "../../../src/pictures/kit/canvas.ts";
import { joinParts } from "../../../src/ui/lines.ts";
import { innerWidth, margin, drawRounded } from "../../../src/pictures/kit/shapes.ts";
import { write } from "../../../src/pictures/kit/text.ts";
import { createDaysSection, type ReportCharts, type Section, createTrendSection } from "./charts.ts";
import type { Drawing } from "../../../src/pictures/picture.ts";

/** One number with its label and its change. */
export interface ReportNumber {
  readonly value: string;
  readonly label: string;
  /** In the week before: `was 409`. */
  readonly change?: string | undefined;
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
