import type { Context } from "./kit/canvas.ts";
import { joinParts } from "../ui/lines.ts";
import { formatNumber } from "../ui/numbers.ts";
import { colours, tones } from "./kit/colours.ts";
import { cardWidth, initials, innerWidth, margin, nameOf, type Person, pill, rounded } from "./kit/shapes.ts";
import { write } from "./kit/text.ts";
import {
  drawBest,
  drawDays,
  drawItems,
  drawTrend,
  type ReportCharts,
  type Section,
  sectionHeight,
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
  /** Who needs a look, with why, the worst first. */
  readonly needsLook: readonly {
    readonly person: Person;
    readonly numbers: string;
    readonly failedInRow: number;
  }[];
  /** What is missing, and how days are counted, in small print. */
  readonly note: string;
}

const [headHeight, tileHeight, rowHeight, noteHeight] = [100, 156, 62, 44];
const maxRows = 4;
const gap = 48;
const half = (innerWidth - gap) / 2;
const right = margin + half + gap;
const heading = { size: 28, weight: "bold", maxWidth: 500 } as const;

/** What is shown below the numbers, two side by side; a lone one takes the whole width. */
function sectionsOf({ trend, best, days, items }: ReportPicture): readonly Section[] {
  return [
    ...(trend.length > 0 ? [drawTrend(trend)] : []),
    ...(best.length > 0 ? [drawBest(best)] : []),
    ...(days.length > 0 ? [drawDays(days)] : []),
    ...(items.length > 0 ? [drawItems(items)] : []),
  ];
}

export function reportHeight(picture: ReportPicture): number {
  const { numbers, needsLook, note } = picture;
  const rows = Math.min(needsLook.length, maxRows);
  return (
    headHeight +
    (numbers.length > 0 ? tileHeight + 24 : 0) +
    (rows > 0 ? 70 + rows * rowHeight : 0) +
    Math.ceil(sectionsOf(picture).length / 2) * sectionHeight +
    (note === "" ? 28 : noteHeight + 20)
  );
}

export function drawReport(ctx: Context, picture: ReportPicture): void {
  const { title, subtitle, numbers, needsLook, note } = picture;
  const taken = write(ctx, title, margin, 66, { size: 40, weight: "bold", maxWidth: 700 });
  write(ctx, subtitle, cardWidth - margin, 64, {
    size: 26,
    colour: colours.muted,
    align: "right",
    maxWidth: innerWidth - taken - 32,
  });
  numbers.slice(0, 4).forEach((number, index) => drawTile(ctx, number, index, Math.min(4, numbers.length)));
  let top = headHeight + (numbers.length > 0 ? tileHeight + 24 : 0);
  if (needsLook.length > 0) {
    drawNeedsLook(ctx, needsLook, top);
    top += 70 + Math.min(needsLook.length, maxRows) * rowHeight;
  }
  const sections = sectionsOf(picture);
  sections.forEach((draw, index) => {
    const isLone = index === sections.length - 1 && index % 2 === 0;
    const y = top + Math.floor(index / 2) * sectionHeight;
    draw(ctx, index % 2 === 0 ? margin : right, isLone ? innerWidth : half, y + 14);
  });
  top += Math.ceil(sections.length / 2) * sectionHeight;
  if (note !== "")
    write(ctx, note, margin, top + 26, { size: 22, colour: colours.muted, maxWidth: innerWidth });
}

function drawTile(ctx: Context, { value, label, change }: ReportNumber, index: number, of: number): void {
  const width = (innerWidth - (of - 1) * 16) / of;
  const x = margin + index * (width + 16);
  rounded(ctx, { x, y: headHeight, width, height: tileHeight }, 18, colours.cell);
  ctx.strokeStyle = colours.line;
  ctx.lineWidth = 2;
  ctx.stroke();
  const maxWidth = width - 40;
  write(ctx, value, x + 20, headHeight + 60, { size: 48, weight: "bold", maxWidth });
  write(ctx, label, x + 20, headHeight + 98, { size: 25, maxWidth });
  if (change === undefined) return;
  const y = headHeight + 134;
  const taken = change.direction === "same" ? 0 : drawArrow(ctx, change.direction, x + 20, y);
  const style = { size: 21, colour: colours.muted, maxWidth: maxWidth - taken };
  write(ctx, change.text, x + 20 + taken, y, style);
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

function drawNeedsLook(ctx: Context, people: ReportPicture["needsLook"], top: number): void {
  const taken = write(ctx, "Worth a look", margin, top + 36, heading);
  const more = people.length - maxRows;
  if (more > 0)
    write(ctx, `and ${formatNumber(more)} more`, margin + taken + 14, top + 36, {
      size: 24,
      colour: colours.muted,
    });
  people.slice(0, maxRows).forEach(({ person, numbers, failedInRow }, index) => {
    const y = top + 58 + index * rowHeight;
    const [middle, height] = [y + (rowHeight - 8) / 2, rowHeight - 8];
    rounded(ctx, { x: margin, y, width: innerWidth, height }, 14, tones.failed.tint);
    rounded(ctx, { x: margin, y, width: 8, height }, 4, tones.failed.strong);
    initials(ctx, person, margin + 46, middle, 21);
    write(ctx, nameOf(person), margin + 84, middle + 9, { size: 27, weight: "bold", maxWidth: 236 });
    const end = cardWidth - margin - 20;
    const reason = failedInRow > 1 ? `failed ${formatNumber(failedInRow)} in a row` : "failed";
    const looks = { ...tones.failed, tint: colours.paper };
    const width = pill(ctx, reason, { x: end, y: middle - 19, align: "right" }, looks, 22);
    const left = margin + 336;
    write(ctx, numbers, left, middle + 9, { size: 24, maxWidth: end - width - 20 - left });
  });
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
      .map(({ person }) => nameInWords(person))
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

function nameInWords({ name, username }: Person): string {
  return (name || username || "Someone").slice(0, 40);
}
