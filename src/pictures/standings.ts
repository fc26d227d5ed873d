import type { Context } from "./kit/canvas.ts";
import { joinParts } from "../ui/lines.ts";
import { formatNumber } from "../ui/numbers.ts";
import { tones } from "./kit/colours.ts";
import {
  type Chips,
  layOutChips,
  drawChips,
  innerWidth,
  margin,
  getReadableName,
  type Person,
  drawRounded,
} from "./kit/shapes.ts";
import { write } from "./kit/text.ts";
import { createBestSection, type ReportCharts } from "./report-charts.ts";

export type WeekMark = "passed" | "failed" | "excused";

export interface StandingsGroup {
  readonly mark: WeekMark;
  readonly count: number;
  readonly people: readonly Person[];
}

/** How a week ended. */
export interface StandingsPicture {
  readonly kind: "standings";
  /** `Week of 16 November`. */
  readonly title: string;
  /** At most the three people with most minutes, best first, with what they reached. */
  readonly best: ReportCharts["best"];
  readonly groups: readonly StandingsGroup[];
}

const looks = {
  passed: { label: "passed", tone: tones.done },
  failed: { label: "failed", tone: tones.failed },
  excused: { label: "excused", tone: tones.over },
} as const;

const [topPadding, headingHeight, bestGap, groupGap] = [28, 66, 30, 14];
/** Of the count; the names are below it. */
const [countHeight, inset, bottomPadding] = [74, 32, 16];
const [columns, maxLines] = [4, 4];

interface Shown {
  readonly group: StandingsGroup;
  readonly chips: Chips;
  readonly height: number;
}

/** Groups without anyone are only drawn if nobody passed. */
function layOutGroups(ctx: Context, { groups }: StandingsPicture): readonly Shown[] {
  return groups
    .filter(({ mark, count }) => mark === "passed" || count > 0)
    .map((group) => {
      const room = { width: innerWidth - 2 * inset, maxLines, columns };
      const chips = layOutChips(ctx, group.people, room);
      return { group, chips, height: countHeight + chips.height + bottomPadding };
    });
}

export function measureStandings(picture: StandingsPicture, ctx: Context): number {
  const groups = layOutGroups(ctx, picture).reduce((sum, { height }) => sum + height + groupGap, 0);
  const { height } = createBestSection(picture.best);
  return topPadding + (picture.best.length > 0 ? headingHeight + height + bestGap : 0) + groups + 14;
}

export function drawStandings(ctx: Context, picture: StandingsPicture): void {
  let top = topPadding;
  if (picture.best.length > 0) {
    const { heading, height, draw } = createBestSection(picture.best);
    write(ctx, heading, margin, top + 44, { size: 42, weight: "bold" });
    draw(ctx, { x: margin, y: top + headingHeight, width: innerWidth, height });
    top += headingHeight + height + bestGap;
  }
  for (const shown of layOutGroups(ctx, picture)) {
    drawGroup(ctx, shown, top);
    top += shown.height + groupGap;
  }
}

function drawGroup(ctx: Context, { group, chips, height }: Shown, top: number): void {
  const { mark, count } = group;
  const { label } = looks[mark];
  // Nothing is done where nobody passed.
  const tone = mark === "passed" && count === 0 ? tones.over : looks[mark].tone;
  drawRounded(ctx, { x: margin, y: top, width: innerWidth, height }, 18, tone.tint);
  drawRounded(ctx, { x: margin, y: top, width: 8, height }, 4, tone.strong);
  const left = margin + inset;
  const style = { size: 44, weight: "bold", colour: tone.ink, maxWidth: innerWidth - 2 * inset } as const;
  write(ctx, `${formatNumber(count)} ${label}`, left, top + 56, style);
  drawChips(ctx, chips, left, top + countHeight);
}

/** `Week of 16 November: 9 passed, 2 failed (Kenji, Nora), 1 excused. Most minutes: …` */
export function describeStandings({ title, best, groups }: StandingsPicture): string {
  const parts = groups.map(({ mark, count, people }) => {
    const names =
      mark === "failed" ? people.slice(0, 5).map((person) => getReadableName(person).slice(0, 40)) : [];
    return `${formatNumber(count)} ${mark}${names.length === 0 ? "" : ` (${names.join(", ")})`}`;
  });
  const top = best.map(({ person, numbers }) => `${getReadableName(person).slice(0, 40)} ${numbers}`);
  return joinParts(
    [`${title}: ${parts.join(", ")}.`, top.length > 0 && `Most minutes: ${top.join(", ")}.`],
    " ",
  );
}
