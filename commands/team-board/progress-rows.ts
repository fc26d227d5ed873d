import type { Context } from "../../src/pictures/kit/canvas.ts";
import { formatNumber } from "../../src/ui/numbers.ts";
import type { ToneName } from "../../src/pictures/kit/colours.ts";
import {
  type Box,
  cardWidth,
  type Chips,
  layOutChips,
  drawChips,
  drawInitials,
  innerWidth,
  margin,
  getDrawableName,
  type Person,
  drawPill,
  drawProgress,
  drawRounded,
} from "../../src/pictures/kit/shapes.ts";
import { measureWidth, write } from "../../src/pictures/kit/text.ts";

export type TeamOutcome = "failed" | "behind" | "on-track" | "passed" | "excused" | "nothing" | "unknown";

export interface PersonProgress {
  readonly person: Person;
  readonly outcome: TeamOutcome;
  /** The progress of the goal that its bar shows, from 0 to 1. */
  readonly share: number;
  /** Where its mark is, from 0 to 1: what is expected by now, or the target of a past week; 0 without one. */
  readonly expected: number;
  /** A goal counted in so few steps that each is drawn as one, such as 2 sessions to host. */
  readonly steps?: number | undefined;
  /** `26 of 120 min`. */
  readonly numbers: string;
  /** Below the name: the goal's, if the numbers don't say it, or what else is worth knowing. */
  readonly goal: string;
  /** Beside the name where there's no bar: `553 min`. */
  readonly note?: string | undefined;
}

export interface PeopleByOutcome {
  readonly rows: readonly PersonProgress[];
  /** Everyone's, in the order of `rows`. */
  readonly counts: readonly { readonly outcome: TeamOutcome; readonly count: number }[];
}

export const outcomeLooks: Readonly<
  Record<TeamOutcome, { readonly label: string; readonly tone: ToneName }>
> = {
  failed: { label: "failed", tone: "failed" },
  behind: { label: "behind", tone: "waiting" },
  "on-track": { label: "on track", tone: "information" },
  passed: { label: "passed", tone: "done" },
  excused: { label: "excused", tone: "over" },
  nothing: { label: "nothing to do", tone: "over" },
  unknown: { label: "no data", tone: "over" },
};

/** So many of the first rows have their bar and numbers; of the others, it's only said how many there are. */
const maxBars = 10;
/** So few more have theirs, too. */
const fewMore = 2;
const fewBars = 6;
const [topPadding, headHeight, rowHeight, barHeight, sectionGap] = [28, 66, 78, 34, 18];
const [nameLeft, maxNameWidth] = [margin + 78, 360];
const [pillSize, noteHeight] = [38, 56];
const maxNotedLines = 5;
/** Of a heading with its people beside it. */
const asideWidth = 270;

/** Who has a bar. */
export interface ProgressRows extends PeopleByOutcome {
  readonly hasBar: (row: PersonProgress) => boolean;
  /** What the marks on bars mean, if there are any. */
  readonly legend?: string;
  /** In small print, if bars show goals of several kinds. */
  readonly mixedNote?: string;
}

/** The people with one outcome, under its heading. */
interface Section {
  readonly outcome: TeamOutcome;
  readonly count: number;
  readonly bars: readonly PersonProgress[];
  /** Those without a bar: their names, or how many there are if others have one. */
  readonly chips: Chips;
  readonly more: number;
  /** Whether its people are below the heading, not beside it. */
  readonly isBelow: boolean;
}

function layOutSections(ctx: Context, { rows, counts, hasBar }: ProgressRows): readonly Section[] {
  // Bars say more, so many of them leave little room for names.
  const all = rows.filter(hasBar).length;
  const maxLines = all > fewBars ? 1 : 3;
  let barsLeft = all <= maxBars + fewMore ? all : maxBars;
  return counts.map(({ outcome, count }) => {
    const alike = rows.filter((row) => row.outcome === outcome);
    const bars = alike.filter(hasBar).slice(0, barsLeft);
    barsLeft -= bars.length;
    // Names below bars, without one of their own, would look like a mistake.
    const others = bars.length > 0 ? [] : alike;
    const more = bars.length > 0 ? count - bars.length : 0;
    const isNoted = others.some(({ note }) => note !== undefined);
    const isBelow = bars.length > 0 || isNoted;
    const width = innerWidth - (isBelow ? 0 : asideWidth);
    const chips = layOutChips(ctx, others, { width, maxLines: isNoted ? maxNotedLines : maxLines });
    return { outcome, count, bars, chips, more, isBelow };
  });
}

function measureSection({ bars, chips, more, isBelow }: Section): number {
  const others = more > 0 ? noteHeight : chips.height;
  return (isBelow ? headHeight : 0) + measureBars(bars) + others + sectionGap;
}

function measureBars(bars: readonly PersonProgress[]): number {
  return bars.reduce((sum, bar) => sum + getRowHeight(bar), 0);
}

/** With a second line below the name, a row is taller. */
function getRowHeight({ goal }: PersonProgress): number {
  return goal === "" ? rowHeight : rowHeight + 30;
}

/** @returns pixels */
export function measureProgressRows(rows: ProgressRows, ctx: Context): number {
  const sections = layOutSections(ctx, rows);
  const height = sections.map(measureSection).reduce((sum, each) => sum + each, 0);
  return topPadding + height + (findMixedNote(rows, sections) === undefined ? 0 : noteHeight);
}

/** Bars in steps and others can't be compared without a word. */
function findMixedNote({ mixedNote }: ProgressRows, sections: readonly Section[]): string | undefined {
  const bars = sections.flatMap((section) => section.bars);
  return new Set(bars.map(({ steps }) => steps === undefined)).size > 1 ? mixedNote : undefined;
}

/** People by outcome, each with a bar or only a name. */
export function drawProgressRows(ctx: Context, rows: ProgressRows): void {
  const sections = layOutSections(ctx, rows);
  const bars = sections.flatMap((section) => section.bars);
  const widest = (widths: readonly number[], most: number): number => Math.min(most, Math.max(0, ...widths));
  const names = widest(
    bars.map((row) => measureLabel(ctx, row)),
    maxNameWidth,
  );
  const numbers = widest(
    bars.map((row) => measureWidth(ctx, row.numbers, numberStyle)),
    maxNameWidth,
  );
  const x = nameLeft + names + 30;
  const bar = { x, width: cardWidth - margin - numbers - 30 - x, height: barHeight };
  const marked = sections.filter((section) => section.bars.some(({ expected }) => expected > 0));
  let top = topPadding;
  for (const section of sections) {
    const { outcome, count, chips, more } = section;
    if (section === marked[0] && rows.legend !== undefined) drawLegend(ctx, rows.legend, top);
    const { label, tone } = outcomeLooks[outcome];
    drawPill(
      ctx,
      `${formatNumber(count)} ${label}`,
      { x: margin - 8, y: top - 6 },
      ctx.colours.tones[tone],
      pillSize,
    );
    section.bars.forEach((row, index) => {
      const above = measureBars(section.bars.slice(0, index));
      drawRow(ctx, row, top + headHeight + above, { ...bar, isMarked: marked.includes(section) });
    });
    const below = top + headHeight + measureBars(section.bars);
    if (more > 0)
      write(ctx, `and ${formatNumber(more)} more ${label}`, nameLeft, below + 40, {
        ...numberStyle,
        colour: ctx.colours.muted,
      });
    else if (section.isBelow) drawChips(ctx, chips, margin, below);
    else drawChips(ctx, chips, margin + asideWidth, top - 6);
    top += measureSection(section);
  }
  const note = findMixedNote(rows, sections) ?? "";
  write(ctx, note, margin, top + 30, { size: 36, colour: ctx.colours.muted, maxWidth: innerWidth });
}

const [nameStyle, numberStyle, goalStyle] = [
  { size: 43, weight: "bold" },
  { size: 41 },
  { size: 36 },
] as const;

/** Of the name and what is below it, in pixels. */
function measureLabel(ctx: Context, { person, goal }: PersonProgress): number {
  return Math.max(measureWidth(ctx, getDrawableName(person), nameStyle), measureWidth(ctx, goal, goalStyle));
}

interface Bar extends Omit<Box, "y"> {
  /** Whether any bar under the same heading has a mark. */
  readonly isMarked: boolean;
}

const stepGap = 8;

function drawRow(ctx: Context, row: PersonProgress, top: number, { isMarked, ...bar }: Bar): void {
  const { person, outcome, share, steps, expected, numbers, goal } = row;
  const middle = top + getRowHeight(row) / 2;
  drawInitials(ctx, person, margin + 31, middle, 31);
  const maxWidth = bar.x - nameLeft - 24;
  const { strong, tint, ink } = ctx.colours.tones[outcomeLooks[outcome].tone];
  write(ctx, getDrawableName(person), nameLeft, middle + (goal === "" ? 15 : -4), { ...nameStyle, maxWidth });
  const colour = outcome === "failed" ? ink : ctx.colours.muted;
  write(ctx, goal, nameLeft, middle + 38, { ...goalStyle, colour, maxWidth });
  const box = { ...bar, y: middle - bar.height / 2 };
  if (steps !== undefined) drawSteps(ctx, box, Math.floor(share * steps), steps, [strong, tint]);
  // An empty bar without a mark would look worse than those that are behind theirs: a thin line leads to the numbers.
  else if (isMarked && expected === 0)
    drawRounded(ctx, { ...bar, y: middle - 2, height: 4 }, 2, ctx.colours.line);
  else drawProgress(ctx, box, share, strong, tint);
  if (expected > 0) drawPaceMark(ctx, bar.x + bar.width * expected, middle);
  const end = cardWidth - margin;
  write(ctx, numbers, end, middle + 14, {
    ...numberStyle,
    align: "right",
    maxWidth: end - bar.x - bar.width - 18,
  });
}

/** One piece of the bar for each step. @param fills of those that are done and of the others */
function drawSteps(
  ctx: Context,
  { x, width, ...box }: Box,
  done: number,
  steps: number,
  [strong, tint]: readonly [string, string],
): void {
  const piece = (width + stepGap) / steps;
  for (let step = 0; step < steps; step++) {
    const part = { ...box, x: x + step * piece, width: piece - stepGap };
    drawRounded(ctx, part, box.height / 2, step < done ? strong : tint);
  }
}

/** Where a bar should reach by now. */
function drawPaceMark(ctx: Context, x: number, middle: number): void {
  const height = barHeight + 22;
  drawRounded(ctx, { x: x - 2.5, y: middle - height / 2, width: 5, height }, 2.5, ctx.colours.ink);
}

/** What the mark on a bar means, beside the first heading of rows with one. */
function drawLegend(ctx: Context, legend: string, top: number): void {
  const end = cardWidth - margin;
  const style = { size: 39, colour: ctx.colours.muted, align: "right" } as const;
  drawPaceMark(ctx, end - write(ctx, legend, end, top + 38, style) - 20, top + 28);
}
