import type { Context } from "./kit/canvas.ts";
import { joinParts } from "../ui/lines.ts";
import { formatNumber, pluralize } from "../ui/numbers.ts";
import { colours, type ToneName, tones } from "./kit/colours.ts";
import { columns } from "./kit/columns.ts";
import {
  type Box,
  cardWidth,
  dashed,
  innerWidth,
  legend,
  margin,
  type Person,
  progress,
} from "./kit/shapes.ts";
import { write } from "./kit/text.ts";

export interface ProfileGoal {
  readonly name: string;
  /** `80 of 120 min`. */
  readonly numbers: string;
  readonly share: number;
  readonly status: "passed" | "on-track" | "behind" | "excused" | "nothing-to-do";
}

export type PastOutcome = "passed" | "failed" | "excused" | "so-far" | "none";

export interface ProfileWeek {
  /** `16 Nov`. */
  readonly label: string;
  readonly minutes: number | undefined;
  readonly outcome: PastOutcome;
}

/**
 * How one person is doing: this week's goals, its days, and the weeks before; at least one of them. Empty parts are
 * omitted.
 */
export interface ProfilePicture {
  readonly kind: "profile";
  readonly person: Person;
  /** `1 h 20 min · 58 messages · 9 orders this week`. */
  readonly summary: string;
  readonly goals: readonly ProfileGoal[];
  /** This week's days, Monday or Sunday first; without minutes for days still to come. */
  readonly days: readonly { readonly label: string; readonly minutes: number | undefined }[];
  /** The oldest first. */
  readonly weeks: readonly ProfileWeek[];
  /** Minutes a week. */
  readonly target?: number | undefined;
  /** `Europe/Berlin`, of the days. */
  readonly zone: string;
}

const goalLooks: Readonly<
  Record<ProfileGoal["status"], { readonly label: string; readonly tone: ToneName }>
> = {
  passed: { label: "passed", tone: "done" },
  "on-track": { label: "on track", tone: "information" },
  behind: { label: "behind", tone: "waiting" },
  excused: { label: "excused", tone: "over" },
  "nothing-to-do": { label: "nothing to do", tone: "over" },
};

const weekLooks: Readonly<Record<PastOutcome, { readonly label: string; readonly fill: string }>> = {
  passed: { label: "passed", fill: colours.green },
  failed: { label: "failed", fill: colours.red },
  excused: { label: "excused", fill: "#CED4DA" },
  "so-far": { label: "so far", fill: colours.blue },
  none: { label: "not marked", fill: colours.pale },
};

const maxGoals = 5;
export const maxProfileWeeks = 12;
const [topPadding, goalHeight, chartHeight, headingHeight, legendHeight] = [24, 66, 230, 62, 48];

export function profileHeight({ goals, days, weeks }: ProfilePicture): number {
  const charts = [days, weeks].filter((shown) => shown.length > 0).length;
  const legends = weeks.length > 0 ? legendHeight : 0;
  return topPadding + goalsHeight(goals) + charts * (headingHeight + chartHeight + 10) + legends + 12;
}

function goalsHeight(goals: readonly ProfileGoal[]): number {
  return goals.length === 0 ? 0 : Math.min(goals.length, maxGoals) * goalHeight + 10;
}

export function drawProfile(ctx: Context, picture: ProfilePicture): void {
  const { goals, days, weeks, target = 0, zone } = picture;
  goals.slice(0, maxGoals).forEach((goal, index) => drawGoal(ctx, goal, topPadding + index * goalHeight));
  let top = topPadding + goalsHeight(goals) + 44;
  if (days.length > 0) {
    write(ctx, "Minutes a day, this week", margin, top, { size: 36, weight: "bold" });
    const note = { size: 30, colour: colours.muted, align: "right", maxWidth: innerWidth / 2 - 40 } as const;
    write(ctx, `Days in ${zone}`, cardWidth - margin, top, note);
    drawDays(ctx, days, { x: margin, y: top + 18, width: innerWidth, height: chartHeight }, target / 4);
    top += headingHeight + chartHeight + 10;
  }
  if (weeks.length > 0) drawWeeks(ctx, picture, top);
}

function drawGoal(ctx: Context, { name, numbers, share, status }: ProfileGoal, top: number): void {
  const { label, tone } = goalLooks[status];
  const base = top + 38;
  write(ctx, name, margin, base, { size: 35, weight: "bold", maxWidth: 350 });
  progress(ctx, { x: margin + 366, y: base - 25, width: 220, height: 26 }, share, tones[tone].strong);
  write(ctx, numbers, margin + 604, base, { size: 35, maxWidth: 250 });
  const style = { size: 35, weight: "bold", colour: tones[tone].ink, align: "right" } as const;
  write(ctx, label, cardWidth - margin, base, style);
}

/**
 * @param share of the week's target: the least that the full height stands for, so that little
 * doesn't look like much
 */
function drawDays(ctx: Context, days: ProfilePicture["days"], box: Box, share: number): void {
  const today = days.findLastIndex(({ minutes }) => minutes !== undefined);
  columns(
    ctx,
    box,
    days.map(({ label, minutes }, index) => ({
      label,
      value: minutes,
      fill: index === today ? colours.blue : "#91A7FF",
      text: minutes !== undefined && minutes > 0 ? formatNumber(Math.round(minutes)) : undefined,
      isStrong: index === today,
      isToCome: minutes === undefined,
    })),
    undefined,
    share,
  );
}

/** The last twelve weeks in the colours of their results. */
function drawWeeks(
  ctx: Context,
  { weeks, target }: Pick<ProfilePicture, "weeks" | "target">,
  top: number,
): void {
  const shown = weeks.slice(-maxProfileWeeks);
  const end = cardWidth - margin;
  write(ctx, "Minutes a week", margin, top, { size: 36, weight: "bold" });
  if (target !== undefined) {
    const style = { size: 32, colour: colours.muted, align: "right", maxWidth: innerWidth / 2 } as const;
    const labelWidth = write(ctx, `target ${formatNumber(target)}`, end, top, style);
    dashed(ctx, [end - labelWidth - 50, top - 10], [end - labelWidth - 12, top - 10]);
  }
  columns(
    ctx,
    { x: margin, y: top + 18, width: innerWidth, height: chartHeight },
    shown.map(({ label, minutes, outcome }, index) => {
      // Nothing was asked for, so it mustn't look like little.
      const isOff = outcome === "excused" && (minutes ?? 0) <= 0 && target !== undefined;
      const isLast = index === shown.length - 1;
      return {
        label: (shown.length - 1 - index) % 3 === 0 ? label : "",
        value: isOff ? target : minutes,
        fill: weekLooks[outcome].fill,
        text: isLast && !isOff && minutes !== undefined ? formatNumber(minutes) : undefined,
        isStrong: isLast,
      };
    }),
    target,
  );
  const outcomes = [...new Set(shown.map(({ outcome }) => outcome))];
  const entries = outcomes.map((outcome) => ({
    text: weekLooks[outcome].label,
    fill: weekLooks[outcome].fill,
  }));
  legend(ctx, entries, { x: margin, y: top + 18 + chartHeight + 40 }, 32);
}

/** `Nora: 1 h 20 min. Minutes in game 80 of 120 min, behind. Last 12 weeks: 8 passed, 2 failed.` */
export function describeProfile({ person, summary, goals, weeks }: ProfilePicture): string {
  const goalParts = goals
    .slice(0, maxGoals)
    .map(({ name, numbers, status }) => `${name.slice(0, 40)} ${numbers}, ${goalLooks[status].label}`);
  const marked = Map.groupBy(weeks.slice(-maxProfileWeeks), ({ outcome }) => outcome);
  const past = [...marked].map(([outcome, those]) => `${those.length} ${weekLooks[outcome].label}`);
  return joinParts(
    [
      `${person.name.slice(0, 60)}: ${summary}.`,
      goalParts.length > 0 && `${goalParts.join("; ")}.`,
      past.length > 0 &&
        `Last ${pluralize(Math.min(weeks.length, maxProfileWeeks), "week")}: ${past.join(", ")}.`,
    ],
    " ",
  );
}
