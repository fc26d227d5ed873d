import type { Context } from "./kit/canvas.ts";
import { joinParts } from "../ui/lines.ts";
import { formatNumber, pluralize } from "../ui/numbers.ts";
import { colours, type ToneName, tones } from "./kit/colours.ts";
import {
  type Box,
  cardWidth,
  dashed,
  initials,
  margin,
  nameOf,
  type Person,
  progress,
} from "./kit/shapes.ts";
import { widthOf, write } from "./kit/text.ts";

export type TeamOutcome = "failed" | "behind" | "on-track" | "passed" | "excused" | "nothing" | "unknown";

export interface TeamPictureRow {
  readonly person: Person;
  readonly outcome: TeamOutcome;
  /** The progress of the goal that its bar shows, from 0 to 1. */
  readonly share: number;
  /** `26 of 120 min`. */
  readonly numbers: string;
  /** The goal's name; empty if the numbers say it. */
  readonly goal: string;
}

/** Everyone's progress, the worst first. */
export interface TeamPicture {
  readonly kind: "team";
  /** The first ones are drawn. */
  readonly rows: readonly TeamPictureRow[];
  /** Everyone's, in the order of `rows`. */
  readonly counts: readonly { readonly outcome: TeamOutcome; readonly count: number }[];
  /** The progress expected by now, from 0 to 1; 0 on the first day and in past weeks. */
  readonly expected: number;
}

export const maxTeamRows = 10;
/** A few more are named below them. */
export const maxTeamNames = maxTeamRows + 4;

const outcomes: Readonly<Record<TeamOutcome, { readonly label: string; readonly tone: ToneName }>> = {
  failed: { label: "failed", tone: "failed" },
  behind: { label: "behind", tone: "waiting" },
  "on-track": { label: "on track", tone: "information" },
  passed: { label: "passed", tone: "done" },
  excused: { label: "excused", tone: "over" },
  nothing: { label: "nothing to do", tone: "over" },
  unknown: { label: "no data", tone: "over" },
};

const [topPadding, rowHeight, footHeight] = [22, 84, 62];
/** The right end of the bars; where they begin depends on the names. */
const [barEnd, barHeight, maxBarStart] = [786, 30, 522];
const nameLeft = 126;

export function teamHeight({ rows, expected }: TeamPicture): number {
  const rowCount = Math.min(rows.length, maxTeamRows);
  const hasFoot = expected > 0 || rows.length > maxTeamRows;
  return topPadding + rowCount * rowHeight + (hasFoot ? footHeight : topPadding);
}

export function drawTeam(ctx: Context, picture: TeamPicture): void {
  const { rows, expected } = picture;
  const shown = rows.slice(0, maxTeamRows);
  const start = Math.min(
    maxBarStart,
    nameLeft + 28 + Math.max(0, ...shown.map((row) => labelWidth(ctx, row))),
  );
  const bar = { x: start, width: barEnd - start, height: barHeight };
  shown.forEach((row, index) => drawRow(ctx, row, topPadding + index * rowHeight, bar));
  const foot = topPadding + shown.length * rowHeight;
  const small = { size: 32, colour: colours.muted } as const;
  const line = bar.x + bar.width * expected;
  const rest = rows.slice(maxTeamRows).map(({ person }) => nameOf(person));
  if (rest.length > 0) {
    const named = `and ${rest.join(", ")}`;
    const isFitting = rows.length <= maxTeamNames && widthOf(ctx, named, small) <= line - nameLeft - 90;
    write(ctx, isFitting ? named : `and ${formatNumber(rest.length)} more`, nameLeft, foot + 38, small);
  }
  if (expected <= 0) return;
  dashed(ctx, [line, topPadding], [line, foot + 4]);
  write(ctx, "on pace", line, foot + 38, { ...small, align: "center" });
}

const [nameStyle, labelStyle] = [
  { size: 38, weight: "bold" },
  { size: 29, weight: "bold" },
] as const;
const goalStyle = { size: 29, colour: colours.muted } as const;

/** Of the name and what is below it, in pixels. */
function labelWidth(ctx: Context, { person, outcome, goal }: TeamPictureRow): number {
  const label = widthOf(ctx, outcomes[outcome].label, labelStyle);
  const below = goal === "" ? label : label + 8 + widthOf(ctx, `· ${goal}`, goalStyle);
  return Math.max(widthOf(ctx, nameOf(person), nameStyle), below);
}

function drawRow(ctx: Context, row: TeamPictureRow, top: number, bar: Omit<Box, "y">): void {
  const { person, outcome, share, numbers, goal } = row;
  const { label, tone } = outcomes[outcome];
  const middle = top + rowHeight / 2;
  initials(ctx, person, margin + 32, middle, 32);
  const left = nameLeft;
  const maxWidth = bar.x - left - 24;
  write(ctx, nameOf(person), left, middle - 3, { ...nameStyle, maxWidth });
  const told = write(ctx, label, left, middle + 29, { ...labelStyle, colour: tones[tone].ink });
  if (goal !== "")
    write(ctx, `· ${goal}`, left + told + 8, middle + 29, {
      ...goalStyle,
      maxWidth: maxWidth - told - 8,
    });
  progress(ctx, { ...bar, y: middle - bar.height / 2 }, share, tones[tone].strong);
  const end = cardWidth - margin;
  const width = end - bar.x - bar.width - 18;
  write(ctx, numbers, end, middle + 13, { size: 38, align: "right", maxWidth: width });
}

/** `Twelve people: 2 behind (Kenji 26 of 120 min), 6 on track.` */
export function describeTeam({ rows, counts }: TeamPicture): string {
  const parts = counts.map(({ outcome, count }) => {
    const worst = rows
      .filter((row) => row.outcome === outcome && (outcome === "behind" || outcome === "failed"))
      .slice(0, 3)
      .map(({ person, numbers }) => joinParts([person.name.slice(0, 40), numbers], " "));
    return `${count} ${outcomes[outcome].label}${worst.length === 0 ? "" : ` (${worst.join(", ")})`}`;
  });
  return `${pluralize(rows.length, "person", "people")}: ${parts.join(", ")}.`;
}
