import { describeZone } from "../../src/ui/time.ts";
import type { Context } from "../../src/pictures/kit/canvas.ts";
import { joinParts } from "../../src/ui/lines.ts";
import { formatNumber, pluralizeText } from "../../src/ui/numbers.ts";
import type { Palette } from "../../src/pictures/kit/colours.ts";
import { drawColumns } from "../../src/pictures/kit/columns.ts";
import {
  type Box,
  cardWidth,
  drawDashed,
  innerWidth,
  drawLegendRow,
  type LegendEntry,
  margin,
  getReadableName,
  type Person,
  splitLegend,
} from "../../src/pictures/kit/shapes.ts";
import { write } from "../../src/pictures/kit/text.ts";
import type { Drawing } from "../../src/pictures/picture.ts";

/** `failed-otherwise`: with enough minutes, so another goal wasn't reached. */
export type PastOutcome = "passed" | "failed" | "failed-otherwise" | "excused" | "so-far" | "none";

export interface ProfileWeek {
  /** `16 Nov`. */
  readonly label: string;
  readonly minutes: number | undefined;
  readonly outcome: PastOutcome;
}

export interface ProfileDay {
  /** `Mon`. */
  readonly label: string;
  readonly minutes: number | undefined;
  /** How many of them were gifted, if any. */
  readonly gifted?: number | undefined;
}

/** One person's days of this week and the weeks before; at least one of them. Empty parts are omitted. */
export interface ProfilePicture {
  readonly kind: "profile";
  readonly person: Person;
  /** `1 h 20 min · 58 messages · 9 orders this week`. */
  readonly summary: string;
  /** This week's days, Monday or Sunday first; without minutes for days still to come. */
  readonly days: readonly ProfileDay[];
  /** The oldest first. */
  readonly weeks: readonly ProfileWeek[];
  /** Minutes a week, of the newest one. */
  readonly target?: number | undefined;
  /** The index of the first week it holds for; earlier ones had another. */
  readonly targetSince?: number | undefined;
  /** How the week that isn't over stands, if it needs attention or everything in it is reached. */
  readonly current?: "behind" | "passed" | undefined;
  /** `Europe/Berlin`, of the days. */
  readonly zone: string;
}

function getFill(outcome: PastOutcome, { tones, paper, pale }: Palette): string {
  switch (outcome) {
    case "passed":
      return tones.done.strong;
    case "failed":
      return tones.failed.strong;
    case "excused":
      return tones.over.strong;
    case "failed-otherwise":
    case "so-far":
      return paper;
    case "none":
      return pale;
    default:
      return outcome satisfies never;
  }
}

/** Of the week that isn't over, and of one that failed though its column reaches the target: only outlined. */
function getOutline(
  outcome: PastOutcome,
  current: ProfilePicture["current"],
  { tones }: Palette,
): string | undefined {
  if (outcome === "failed-otherwise") return tones.failed.strong;
  if (outcome !== "so-far") return undefined;
  return (current === "behind" ? tones.waiting : current === "passed" ? tones.done : tones.information)
    .strong;
}

/** As in lists. */
const giftMark = "🎁";

/** For those to whom red and green look the same. */
const failedMark = "×";

/** Of weeks that are over, in the order in which they are counted. */
const pastLabels = [
  ["passed", "passed"],
  ["failed", "failed"],
  ["failed-otherwise", "failed another goal"],
  ["excused", "excused"],
  ["none", "not marked"],
] as const satisfies readonly (readonly [PastOutcome, string])[];

/** Whether anything has a height: otherwise there would be nothing but empty columns. */
export function showsMinutes({ days, weeks }: Pick<ProfilePicture, "days" | "weeks">): boolean {
  return [...days, ...weeks].some(({ minutes = 0 }) => minutes > 0);
}

const [topPadding, headingHeight, chartHeight, chartGap, legendHeight] = [24, 66, 256, 30, 70];
const legendRowHeight = 54;
const [headingSize, labelSize] = [44, 38];
/** Beside the heading of the days. */
const legendLeft = 404;

function measureProfile(picture: ProfilePicture, ctx: Context): number {
  const { days, weeks } = picture;
  const charts = [days, weeks].filter((shown) => shown.length > 0).length;
  const moreRows = listLegendRows(picture, ctx).slice(1);
  const legends = weeks.length > 0 ? legendHeight + moreRows.length * legendRowHeight : 0;
  return topPadding + charts * (headingHeight + chartHeight) + (charts - 1) * chartGap + legends + 12;
}

function drawProfile(ctx: Context, picture: ProfilePicture): void {
  const { days, weeks, target = 0, zone } = picture;
  let top = topPadding;
  if (days.length > 0) {
    drawHeading(ctx, "Minutes per day", top);
    const note = { size: labelSize, colour: ctx.colours.muted, align: "right", maxWidth: 480 } as const;
    write(ctx, describeZone(zone), cardWidth - margin, top + 46, note);
    const gift = { text: "gift", fill: ctx.colours.tones.event.strong };
    if (days.some(({ gifted = 0 }) => gifted > 0))
      drawLegendRow(ctx, [gift], { x: margin + legendLeft, y: top + 46 }, labelSize);
    drawDays(ctx, days, getBoxBelow(top), target / 4);
    top += headingHeight + chartHeight + chartGap;
  }
  if (weeks.length > 0) drawWeeks(ctx, picture, top);
}

function drawHeading(ctx: Context, text: string, top: number): void {
  write(ctx, text, margin, top + 46, { size: headingSize, weight: "bold" });
}

function getBoxBelow(top: number): Box {
  return { x: margin, y: top + headingHeight, width: innerWidth, height: chartHeight };
}

/**
 * @param share of the week's target: the least that the full height stands for, so that little
 * doesn't look like much
 */
function drawDays(ctx: Context, days: ProfilePicture["days"], box: Box, share: number): void {
  const today = days.findLastIndex(({ minutes }) => minutes !== undefined);
  drawColumns(
    ctx,
    box,
    days.map(({ label, minutes, gifted = 0 }, index) => ({
      label,
      value: minutes,
      fill: index === today ? ctx.colours.tones.information.strong : ctx.colours.pale,
      text: minutes !== undefined && minutes > 0 ? formatNumber(Math.round(minutes)) : undefined,
      isStrong: index === today,
      isToCome: minutes === undefined,
      top: gifted > 0 ? { value: gifted, fill: ctx.colours.tones.event.strong, mark: giftMark } : undefined,
    })),
    { least: share, size: labelSize },
  );
}

/** The last weeks in the colours of their results. */
function drawWeeks(
  ctx: Context,
  picture: Pick<ProfilePicture, "weeks" | "target" | "targetSince" | "current">,
  top: number,
): void {
  const { weeks: shown, target, targetSince = 0, current } = picture;
  const end = cardWidth - margin;
  drawHeading(ctx, "Minutes per week", top);
  if (target !== undefined) {
    const style = {
      size: labelSize,
      colour: ctx.colours.muted,
      align: "right",
      maxWidth: innerWidth / 2,
    } as const;
    const labelWidth = write(ctx, `target ${formatNumber(target)}`, end, top + 46, style);
    drawDashed(ctx, [end - labelWidth - 56, top + 34], [end - labelWidth - 12, top + 34]);
  }
  drawColumns(
    ctx,
    getBoxBelow(top),
    shown.map((week, index) => {
      const { label, minutes, outcome } = week;
      const isLast = index === shown.length - 1;
      return {
        label: (shown.length - 1 - index) % 3 === 0 ? label : "",
        value: minutes,
        fill: getFill(outcome, ctx.colours),
        outline: getOutline(outcome, current, ctx.colours),
        text: isOff(week) || minutes === undefined ? undefined : formatNumber(minutes),
        isStrong: isLast,
        isDot: isOff(week),
        mark: outcome === "failed" ? failedMark : undefined,
      };
    }),
    {
      target,
      targetFrom: targetSince,
      size: labelSize,
    },
  );
  for (const [index, row] of listLegendRows(picture, ctx).entries()) {
    const y = top + headingHeight + chartHeight + 54 + index * legendRowHeight;
    drawLegendRow(ctx, row, { x: margin, y }, labelSize);
  }
}

/** Nothing was asked for, so no height may look like much or little. */
function isOff({ minutes = 0, outcome }: ProfileWeek): boolean {
  return outcome === "excused" && minutes <= 0;
}

/** With all five results and this week, it needs more than one. */
function listLegendRows(
  { weeks: shown, current }: Pick<ProfilePicture, "weeks" | "current">,
  ctx: Context,
): readonly (readonly LegendEntry[])[] {
  const past = pastLabels.flatMap(([outcome, label]) => {
    const those = shown.filter((week) => week.outcome === outcome);
    const text = `${formatNumber(those.length)} ${label}`;
    const fill = getFill(outcome, ctx.colours);
    const outline = getOutline(outcome, current, ctx.colours);
    const mark = outcome === "failed" ? failedMark : undefined;
    return those.length === 0 ? [] : [{ text, fill, outline, isDot: those.every(isOff), mark }];
  });
  // It isn't one of those that are over, so it isn't counted with them.
  const hasCurrent = shown.some(({ outcome }) => outcome === "so-far");
  const thisWeek = {
    text: "this week",
    fill: getFill("so-far", ctx.colours),
    outline: getOutline("so-far", current, ctx.colours),
  };
  return splitLegend(ctx, hasCurrent ? [...past, thisWeek] : past, innerWidth, labelSize);
}

/** `Last 11 weeks: 8 passed, 3 failed`: those that are over; `undefined` without any. */
export function describeRecord({ weeks }: Pick<ProfilePicture, "weeks">): string | undefined {
  const over = weeks.filter(({ outcome }) => outcome !== "so-far");
  const past = pastLabels.flatMap(([outcome, label]) => {
    if (outcome === "failed-otherwise") return [];
    const counted: readonly PastOutcome[] = outcome === "failed" ? [outcome, "failed-otherwise"] : [outcome];
    const count = over.filter((week) => counted.includes(week.outcome)).length;
    return count === 0 ? [] : [`${count} ${label}`];
  });
  if (past.length === 0) return undefined;
  const results = past.join(", ");
  return pluralizeText(over.length, {
    one: `Last week: ${results}`,
    other: `Last {count} weeks: ${results}`,
  });
}

/** `Nora: 80 min this week. Gifts: 30 min on Wed. Last 12 weeks: 9 passed, 3 failed. This week: behind.` */
function describeProfile(picture: ProfilePicture): string {
  const { person, summary, days, weeks, current } = picture;
  const gifts = days.flatMap(({ label, gifted = 0 }) =>
    gifted > 0 ? [`${formatNumber(gifted)} min on ${label}`] : [],
  );
  const record = describeRecord(picture);
  const hasCurrent = weeks.some(({ outcome }) => outcome === "so-far");
  return joinParts(
    [
      `${joinParts([getReadableName(person, 60), summary], ": ")}.`,
      gifts.length > 0 && `Gifts: ${gifts.join(", ")}.`,
      record && `${record}.`,
      current !== undefined && hasCurrent && `This week: ${current}.`,
    ],
    " ",
  );
}

export const profileDrawing: Drawing<ProfilePicture> = {
  kind: "profile",
  height: measureProfile,
  draw: drawProfile,
  describe: describeProfile,
};
