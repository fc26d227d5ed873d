import type { Context } from "./kit/canvas.ts";
import { joinParts } from "../ui/lines.ts";
import { formatNumber, pluralize } from "../ui/numbers.ts";
import { colours, type ToneName, tones } from "./kit/colours.ts";
import {
  cardWidth,
  dashed,
  initials,
  innerWidth,
  margin,
  nameOf,
  type Person,
  pill,
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
  /** How many other goals aren't reached. */
  readonly more: number;
}

/** Everyone's progress, the worst first. */
export interface TeamPicture {
  readonly kind: "team";
  /** `Week of 23 November`. */
  readonly title: string;
  /** The first ones are drawn. */
  readonly rows: readonly TeamPictureRow[];
  /** Everyone's, in the order of `rows`. */
  readonly counts: readonly { readonly outcome: TeamOutcome; readonly count: number }[];
  /** The progress expected by now, from 0 to 1; 0 on the first day and in past weeks. */
  readonly expected: number;
}

export const maxTeamRows = 10;

const outcomes: Readonly<Record<TeamOutcome, { readonly label: string; readonly tone: ToneName }>> = {
  failed: { label: "failed", tone: "failed" },
  behind: { label: "behind", tone: "waiting" },
  "on-track": { label: "on track", tone: "information" },
  passed: { label: "passed", tone: "done" },
  excused: { label: "excused", tone: "over" },
  nothing: { label: "nothing to do", tone: "over" },
  unknown: { label: "no data", tone: "over" },
};

const [headHeight, rowHeight, footHeight] = [150, 78, 64];
const bar = { x: 530, width: 300, height: 26 } as const;
const nameLeft = 124;

export function teamHeight({ rows, expected }: TeamPicture): number {
  const rowCount = Math.min(rows.length, maxTeamRows);
  const hasFoot = expected > 0 || rows.length > maxTeamRows;
  return headHeight + rowCount * rowHeight + (hasFoot ? footHeight : 24);
}

export function drawTeam(ctx: Context, picture: TeamPicture): void {
  const { title, rows, counts, expected } = picture;
  write(ctx, title, margin, 58, { size: 36, weight: "bold", maxWidth: innerWidth });
  let x = margin;
  for (const { outcome, count } of counts.slice(0, 4)) {
    const { label, tone } = outcomes[outcome];
    x += pill(ctx, `${count} ${label}`, { x, y: 82 }, tones[tone], 30) + 14;
  }
  rows.slice(0, maxTeamRows).forEach((row, index) => drawRow(ctx, row, headHeight + index * rowHeight));
  const foot = headHeight + Math.min(rows.length, maxTeamRows) * rowHeight;
  const small = { size: 28, colour: colours.muted } as const;
  if (rows.length > maxTeamRows)
    write(ctx, `and ${formatNumber(rows.length - maxTeamRows)} more`, nameLeft, foot + 36, small);
  if (expected <= 0) return;
  const line = bar.x + bar.width * expected;
  dashed(ctx, [line, headHeight + 8], [line, foot + 4]);
  const label = "where one should be by now";
  const half = widthOf(ctx, label, small) / 2;
  const middle = Math.min(cardWidth - margin - half, Math.max(bar.x + half - 60, line));
  write(ctx, label, middle, foot + 36, { ...small, align: "center" });
}

function drawRow(ctx: Context, row: TeamPictureRow, top: number): void {
  const { person, outcome, share, numbers, goal, more } = row;
  const { label, tone } = outcomes[outcome];
  const middle = top + rowHeight / 2;
  initials(ctx, person, margin + 31, middle, 31);
  const left = nameLeft;
  const maxWidth = bar.x - left - 24;
  write(ctx, nameOf(person), left, middle - 3, { size: 34, weight: "bold", maxWidth });
  const status = { size: 27, weight: "bold", colour: tones[tone].ink } as const;
  const muted = { size: 27, colour: colours.muted } as const;
  const others = more > 0 ? `+${formatNumber(more)} more` : "";
  const dotWidth = widthOf(ctx, "·", muted) + 14;
  let at = write(ctx, label, left, middle + 30, status);
  const writePart = (text: string, width: number): void => {
    if (text === "") return;
    write(ctx, "·", left + at + 7, middle + 30, muted);
    at += dotWidth;
    at += write(ctx, text, left + at, middle + 30, { ...muted, maxWidth: width - at });
  };
  // A long name is shortened to leave room for the number of further goals.
  writePart(goal, maxWidth - (others === "" ? 0 : dotWidth + widthOf(ctx, others, muted)));
  writePart(others, maxWidth);
  const box = { x: bar.x, y: middle - bar.height / 2, width: bar.width, height: bar.height };
  progress(ctx, box, share, tones[tone].strong);
  const end = cardWidth - margin;
  const width = end - bar.x - bar.width - 20;
  write(ctx, numbers, end, middle + 11, { size: 33, align: "right", maxWidth: width });
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
