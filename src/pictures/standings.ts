import type { Context } from "./kit/canvas.ts";
import { joinParts } from "../ui/lines.ts";
import { formatNumber } from "../ui/numbers.ts";
import { colours, tones } from "./kit/colours.ts";
import { cardWidth, initials, margin, nameOf, type Person, rounded } from "./kit/shapes.ts";
import { fitList, write } from "./kit/text.ts";

export type WeekMark = "passed" | "failed" | "excused";

export interface StandingsGroup {
  readonly mark: WeekMark;
  readonly people: readonly Person[];
  /** The number in the week before; `undefined` if nobody was marked then. */
  readonly before: number | undefined;
}

/** How a week ended. */
export interface StandingsPicture {
  readonly kind: "standings";
  /** `Week of 16 November`. */
  readonly title: string;
  /** At most the three best people, best first, with what they reached. */
  readonly best: readonly { readonly person: Person; readonly numbers: string }[];
  readonly groups: readonly StandingsGroup[];
}

export const groupLooks = {
  passed: { label: "passed", tone: tones.done },
  failed: { label: "failed", tone: tones.failed },
  excused: { label: "excused", tone: tones.over },
} as const;

const [topPadding, groupHeight] = [36, 156];
const podiumHeight = 3 * groupHeight;

export function standingsHeight(): number {
  return topPadding + podiumHeight + 16;
}

export function drawStandings(ctx: Context, { best, groups }: StandingsPicture): void {
  const hasPodium = best.length > 0;
  if (hasPodium) podium(ctx, best, { x: margin, y: topPadding, width: 510, height: podiumHeight - 20 });
  const left = hasPodium ? margin + 540 : margin;
  groups.forEach((group, index) => drawGroup(ctx, group, left, topPadding + index * groupHeight));
}

/** The best in the middle and highest. */
export function podium(
  ctx: Context,
  best: StandingsPicture["best"],
  { x, y, width, height }: Parameters<typeof rounded>[1],
): void {
  const places = [
    { slot: 1, share: 0.5, fill: "#FFE8A3" },
    { slot: 0, share: 0.36, fill: "#E6E9EF" },
    { slot: 2, share: 0.24, fill: "#F6DCC6" },
  ] as const;
  const column = width / 3;
  places.forEach(({ slot, share, fill }, index) => {
    const entry = best[index];
    if (entry === undefined) return;
    const middle = x + column * (slot + 0.5);
    const high = height * share;
    const top = y + height - high;
    rounded(ctx, { x: middle - column / 2 + 5, y: top, width: column - 10, height: high }, 14, fill);
    const style = { size: 46, weight: "bold", align: "center" } as const;
    write(ctx, String(index + 1), middle, top + Math.min(60, high / 2 + 16), style);
    initials(ctx, entry.person, middle, top - 138, index === 0 ? 46 : 42);
    const maxWidth = column - 8;
    write(ctx, nameOf(entry.person), middle, top - 54, { ...style, size: 38, maxWidth });
    write(ctx, entry.numbers, middle, top - 14, {
      size: 34,
      colour: colours.muted,
      align: "center",
      maxWidth,
    });
  });
}

function drawGroup(ctx: Context, { mark, people, before }: StandingsGroup, left: number, top: number) {
  const { label, tone } = groupLooks[mark];
  const right = cardWidth - margin;
  rounded(ctx, { x: left, y: top, width: right - left, height: groupHeight - 20 }, 18, tone.tint);
  rounded(ctx, { x: left, y: top, width: 8, height: groupHeight - 20 }, 4, tone.strong);
  const count = write(ctx, formatNumber(people.length), left + 34, top + 60, {
    size: 60,
    weight: "bold",
    colour: tone.ink,
  });
  const labelLeft = left + 34 + count + 12;
  const labelWidth = write(ctx, label, labelLeft, top + 60, { size: 42, weight: "bold", colour: tone.ink });
  if (before !== undefined)
    write(ctx, `was ${formatNumber(before)}`, right - 22, top + 60, {
      size: 34,
      colour: colours.muted,
      align: "right",
      maxWidth: right - 36 - labelLeft - labelWidth,
    });
  const names = { size: 35, colour: colours.ink, maxWidth: right - left - 56 } as const;
  write(ctx, fitList(ctx, people.map(nameOf), names), left + 34, top + 112, names);
}

/** `Week of 16 November: 9 passed, 2 failed (Kenji, Nora), 1 excused. Best: …` */
export function describeStandings({ title, best, groups }: StandingsPicture): string {
  const parts = groups.map(({ mark, people }) => {
    const names = mark === "failed" ? people.slice(0, 5).map(({ name }) => name.slice(0, 40)) : [];
    return `${people.length} ${mark}${names.length === 0 ? "" : ` (${names.join(", ")})`}`;
  });
  const top = best.map(({ person, numbers }) => `${person.name.slice(0, 40)} ${numbers}`);
  return joinParts([`${title}: ${parts.join(", ")}.`, top.length > 0 && `Best: ${top.join(", ")}.`], " ");
}
