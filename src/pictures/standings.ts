import type { Context } from "./kit/canvas.ts";
import { joinParts } from "../ui/lines.ts";
import { formatNumber } from "../ui/numbers.ts";
import { colours, tones } from "./kit/colours.ts";
import {
  type Chips,
  layOutChips,
  drawChips,
  drawInitials,
  innerWidth,
  margin,
  getReadableName,
  getDrawableName,
  type Person,
  drawRounded,
} from "./kit/shapes.ts";
import { measureWidth, write } from "./kit/text.ts";

export type WeekMark = "passed" | "failed" | "excused";

export interface StandingsGroup {
  readonly mark: WeekMark;
  readonly count: number;
  /** Whom the count is of, those excused aside; `undefined` where the count says it all. */
  readonly of?: number | undefined;
  readonly people: readonly Person[];
}

/** How a week ended. */
export interface StandingsPicture {
  readonly kind: "standings";
  /** `Week of 16 November`. */
  readonly title: string;
  /** At most the three people with most minutes, best first, with what they reached. */
  readonly best: readonly { readonly person: Person; readonly numbers: string }[];
  readonly groups: readonly StandingsGroup[];
  /** `6 of 8`: who passed in the week before, those excused aside; `undefined` if nobody was judged then. */
  readonly before?: string | undefined;
}

const looks = {
  passed: { label: "passed", tone: tones.done },
  failed: { label: "failed", tone: tones.failed },
  excused: { label: "excused", tone: tones.over },
} as const;

const [topPadding, headingHeight, podiumHeight, groupGap] = [30, 52, 346, 14];
/** Of the counts; the names are beside them. */
const [countWidth, leastHeight, maxLines] = [370, 112, 4];

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
      const chips = layOutChips(ctx, group.people, { width: innerWidth - countWidth - 20, maxLines });
      return { group, chips, height: Math.max(leastHeight, chips.height + 24) };
    });
}

export function measureStandings(picture: StandingsPicture, ctx: Context): number {
  const groups = layOutGroups(ctx, picture).reduce((sum, { height }) => sum + height + groupGap, 0);
  return topPadding + (picture.best.length > 0 ? headingHeight + podiumHeight : 0) + groups + 14;
}

export function drawStandings(ctx: Context, picture: StandingsPicture): void {
  let top = topPadding;
  if (picture.best.length > 0) {
    write(ctx, "Most minutes", margin, top + 36, { size: 42, weight: "bold" });
    top += headingHeight;
    drawPodium(ctx, picture.best, { x: margin, y: top, width: innerWidth, height: podiumHeight - groupGap });
    top += podiumHeight;
  }
  for (const shown of layOutGroups(ctx, picture)) {
    drawGroup(ctx, shown, top, shown.group.mark === "passed" ? picture.before : undefined);
    top += shown.height + groupGap;
  }
}

/** The best in the middle and highest. */
function drawPodium(
  ctx: Context,
  best: StandingsPicture["best"],
  { x, y, width, height }: Parameters<typeof drawRounded>[1],
): void {
  const places = [
    { slot: 1, high: 112, fill: "#FFE8A3" },
    { slot: 0, high: 78, fill: "#E6E9EF" },
    { slot: 2, high: 52, fill: "#F6DCC6" },
  ] as const;
  const column = width / 3;
  places.forEach(({ slot, high, fill }, index) => {
    const entry = best[index];
    if (entry === undefined) return;
    const middle = x + column * (slot + 0.5);
    const top = y + height - high;
    drawRounded(ctx, { x: middle - column / 2 + 6, y: top, width: column - 12, height: high }, 16, fill);
    // The blocks stand on the ground.
    ctx.fillRect(middle - column / 2 + 6, top + high - 16, column - 12, 16);
    const style = { weight: "bold", align: "center" } as const;
    const size = 36;
    write(ctx, String(index + 1), middle, top + high / 2 + size * 0.36, { ...style, size });
    drawInitials(ctx, entry.person, middle, top - 156, index === 0 ? 50 : 46);
    const maxWidth = column - 24;
    write(ctx, getDrawableName(entry.person), middle, top - 60, { ...style, size: 46, maxWidth });
    write(ctx, entry.numbers, middle, top - 16, {
      size: 40,
      colour: colours.muted,
      align: "center",
      maxWidth,
    });
  });
}

function drawGroup(
  ctx: Context,
  { group, chips, height }: Shown,
  top: number,
  before: string | undefined,
): void {
  const { mark, count, of } = group;
  const { label } = looks[mark];
  // Nothing is done where nobody passed.
  const tone = mark === "passed" && count === 0 ? tones.over : looks[mark].tone;
  drawRounded(ctx, { x: margin, y: top, width: innerWidth, height }, 18, tone.tint);
  drawRounded(ctx, { x: margin, y: top, width: 8, height }, 4, tone.strong);
  const left = margin + 32;
  const style = { weight: "bold", colour: tone.ink } as const;
  const middle = top + height / 2;
  const y = middle + (before === undefined ? 19 : 2);
  const text = of === undefined ? label : `of ${formatNumber(of)} ${label}`;
  const number = formatNumber(count);
  const [large, small] = [
    { ...style, size: 54 },
    { ...style, size: 42 },
  ] as const;
  // Of many people, all of it in smaller letters rather than the half of it.
  const room = countWidth - 52;
  const scale = Math.min(1, room / (measureWidth(ctx, number, large) + 12 + measureWidth(ctx, text, small)));
  const wide = write(ctx, number, left, y, { ...large, size: large.size * scale }) + 12 * scale;
  write(ctx, text, left + wide, y, { ...small, size: small.size * scale, maxWidth: room - wide + 1 });
  if (before !== undefined)
    write(ctx, `was ${before}`, left, y + 39, {
      size: 37,
      colour: colours.muted,
      maxWidth: countWidth - 40,
    });
  drawChips(ctx, chips, margin + countWidth, top + (height - chips.height) / 2);
}

/** `Week of 16 November: 9 of 11 passed, 2 failed (Kenji, Nora), 1 excused. Most minutes: …` */
export function describeStandings({ title, best, groups, before }: StandingsPicture): string {
  const parts = groups.map(({ mark, count, of, people }) => {
    const names =
      mark === "failed" ? people.slice(0, 5).map((person) => getReadableName(person).slice(0, 40)) : [];
    const total = of === undefined ? "" : ` of ${formatNumber(of)}`;
    return `${formatNumber(count)}${total} ${mark}${names.length === 0 ? "" : ` (${names.join(", ")})`}`;
  });
  const top = best.map(({ person, numbers }) => `${getReadableName(person).slice(0, 40)} ${numbers}`);
  return joinParts(
    [
      `${title}: ${parts.join(", ")}.`,
      before !== undefined && `The week before: ${before} passed.`,
      top.length > 0 && `Most minutes: ${top.join(", ")}.`,
    ],
    " ",
  );
}
