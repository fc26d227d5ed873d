import type { Context } from "../../../src/pictures/kit/canvas.ts";
import { joinParts } from "../../../src/ui/lines.ts";
import { pluralize } from "../../../src/ui/numbers.ts";
import {
  type Box,
  cardWidth,
  drawInitials,
  margin,
  getReadableName,
  getDrawableName,
  type Person,
  drawProgress,
  drawRounded,
} from "../../../src/pictures/kit/shapes.ts";
import { measureWidth, write } from "../../../src/pictures/kit/text.ts";
import type { Drawing } from "../../../src/pictures/picture.ts";

export interface LeaderboardRow {
  readonly place: number;
  readonly person: Person;
  readonly value: number;
  /** `1 240 min`. */
  readonly numbers: string;
  /** Whether this is the reader's own place. */
  readonly isOwn: boolean;
}

/** Who did the most. */
export interface LeaderboardPicture {
  readonly kind: "leaderboard";
  readonly title: string;
  /** Best first. */
  readonly rows: readonly LeaderboardRow[];
  /** The reader's own place, if it isn't among the rows. */
  readonly own?: LeaderboardRow | undefined;
  readonly total: number;
}

/** The same without who looks at it. */
function withoutReader(picture: LeaderboardPicture): LeaderboardPicture {
  return { ...picture, rows: picture.rows.map((row) => ({ ...row, isOwn: false })), own: undefined };
}

export const maxLeaderboardRows = 12;
const [topPadding, rowHeight, gapHeight] = [22, 80, 26];

function measureLeaderboard({ rows, own }: LeaderboardPicture): number {
  const rowCount = Math.min(rows.length, maxLeaderboardRows);
  return topPadding + Math.max(1, rowCount) * rowHeight + (own ? gapHeight + rowHeight : 0) + topPadding;
}

function drawLeaderboard(ctx: Context, { rows, own }: LeaderboardPicture): void {
  const shown = rows.slice(0, maxLeaderboardRows);
  const all = own === undefined ? shown : [...shown, own];
  const widest = (most: number, widths: readonly number[]): number => Math.min(most, Math.max(0, ...widths));
  const names = widest(
    maxNameWidth,
    all.map(({ person }) => measureWidth(ctx, getDrawableName(person), nameStyle)),
  );
  const numbers = widest(
    maxNumbersWidth,
    all.map((row) => measureWidth(ctx, row.numbers, numberStyle)),
  );
  const x = nameLeft + names + 30;
  const bar = { x, width: cardWidth - margin - numbers - 30 - x, height: barHeight };
  const most = Math.max(1, ...all.map(({ value }) => value));
  // The reader's own bar stands out; for everyone, the longest one does.
  const strong = all.some(({ isOwn }) => isOwn) ? undefined : 1;
  const bars = { bar, most, strong };
  shown.forEach((row, index) => drawRow(ctx, row, topPadding + index * rowHeight, bars));
  if (shown.length === 0)
    write(ctx, "Nothing to rank yet", margin, topPadding + 50, { size: 38, colour: ctx.colours.muted });
  if (own === undefined) return;
  const top = topPadding + shown.length * rowHeight;
  for (const dot of [-16, 0, 16])
    drawRounded(
      ctx,
      { x: margin + 24 + dot, y: top + 8, width: 6, height: 6 },
      3,
      ctx.colours.tones.over.strong,
    );
  drawRow(ctx, own, top + gapHeight, bars);
}

const nameLeft = margin + 144;
const [maxNameWidth, maxNumbersWidth, barHeight] = [360, 276, 30];
const [nameStyle, numberStyle] = [{ size: 40, weight: "bold" }, { size: 38 }] as const;

interface Bars {
  readonly bar: Omit<Box, "y">;
  /** What the longest one stands for. */
  readonly most: number;
  /** The place whose bar stands out, if it isn't the reader's own one. */
  readonly strong: number | undefined;
}

function drawRow(ctx: Context, row: LeaderboardRow, top: number, { bar, most, strong }: Bars): void {
  const { place, person, value, numbers, isOwn } = row;
  const middle = top + rowHeight / 2;
  const highlight = { x: margin - 16, y: top + 3, width: cardWidth - 2 * margin + 32, height: rowHeight - 6 };
  if (isOwn) drawRounded(ctx, highlight, 16, ctx.colours.tones.information.tint);
  const placeStyle = { size: place > 999 ? 26 : 40, weight: "bold", align: "right", maxWidth: 64 } as const;
  const placeColour = place <= 3 ? ctx.colours.ink : ctx.colours.muted;
  write(ctx, String(place), margin + 46, middle + 13, { ...placeStyle, colour: placeColour });
  drawInitials(ctx, person, margin + 96, middle, 32);
  write(ctx, getDrawableName(person), nameLeft, middle + 13, {
    ...nameStyle,
    maxWidth: bar.x - nameLeft - 24,
  });
  drawProgress(
    ctx,
    { ...bar, y: middle - bar.height / 2 },
    value / most,
    isOwn || place === strong ? ctx.colours.tones.information.strong : ctx.colours.pale,
  );
  const end = cardWidth - margin;
  const maxWidth = end - bar.x - bar.width - 20;
  write(ctx, numbers, end, middle + 13, { ...numberStyle, align: "right", maxWidth });
}

/** `Most minutes, 31 people: 1. Nora 424 min, 2. Theo 392 min, …; 27. Mia 12 min.` */
function describeLeaderboard({ title, rows, own, total }: LeaderboardPicture): string {
  const line = ({ place, person, numbers }: LeaderboardRow): string =>
    `${place}. ${getReadableName(person)} ${numbers}`;
  const first = rows.slice(0, 5).map(line);
  const places = joinParts([first.join(", "), own && line(own)], "; ");
  return `${title}, ${pluralize(total, "person", "people")}${places === "" ? "" : `: ${places}`}.`;
}

export const leaderboardDrawing: Drawing<LeaderboardPicture> = {
  kind: "leaderboard",
  height: measureLeaderboard,
  draw: drawLeaderboard,
  describe: describeLeaderboard,
  toLasting: withoutReader,
};
