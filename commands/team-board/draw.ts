import { joinParts } from "../../src/ui/lines.ts";
import { formatNumber, pluralize } from "../../src/ui/numbers.ts";
import { getReadableName } from "../../src/pictures/kit/shapes.ts";
import {
  drawProgressRows,
  measureProgressRows,
  outcomeLooks,
  type PeopleByOutcome,
  type ProgressRows,
  type TeamOutcome,
} from "./progress-rows.ts";
import type { Drawing } from "../../src/pictures/picture.ts";

/** Everyone's progress, the worst first: those with a goal to reach have a bar, the others only their name. */
export interface TeamPicture extends PeopleByOutcome {
  readonly kind: "team";
  /** When bars should reach their marks: `Wed 11:24`; omitted if that is now, in a picture that is drawn again. */
  readonly expectedBy?: string | undefined;
  /** `34 min`: what all marks on bars of minutes stand for; omitted if that differs. */
  readonly expected?: string | undefined;
  /** Whether people see it at that moment; a copy of it stays, and names the moment. */
  readonly isFresh?: boolean;
}

/** As many people fit whose outcome is the same, at most. */
const maxAlike = 24;

/** Those who may be drawn, the same ones in any picture of these rows. */
export function selectDrawn<R>(rows: readonly R[], getOutcome: (row: R) => TeamOutcome): readonly R[] {
  return [...Map.groupBy(rows, getOutcome).values()].flatMap((alike) => alike.slice(0, maxAlike));
}

const isOpen = (outcome: TeamOutcome): boolean => ["failed", "behind", "on-track"].includes(outcome);

/** Less of a goal looks like nothing. */
const leastSeen = 0.25;

/**
 * Whether people should have got anywhere by now, or most of them did: in a week that has just begun, there would be
 * little but empty bars.
 */
export function showsProgress({ rows }: TeamPicture): boolean {
  if (rows.some(({ expected, outcome }) => expected > 0 || outcome === "failed")) return true;
  const counted = rows.filter(({ outcome }) => outcome === "on-track" || outcome === "passed");
  const ahead = counted.filter(({ share, outcome }) => share >= leastSeen || outcome === "passed");
  return ahead.length > 0 && ahead.length * 2 >= counted.length;
}

function toProgressRows(picture: TeamPicture): ProgressRows {
  return {
    ...picture,
    hasBar: ({ outcome }) => isOpen(outcome),
    legend: formatLegend(picture),
    mixedNote: "Each bar: the goal that needs most work",
  };
}

/** `should be at 34 min by now`; nothing if all marks don't stand for the same minutes. */
export function describePace(picture: TeamPicture): string | undefined {
  return picture.expected === undefined ? undefined : formatLegend(picture);
}

function formatLegend({ expected, isFresh = false, expectedBy }: TeamPicture): string {
  const by = (isFresh ? undefined : expectedBy) ?? "now";
  return expected === undefined ? `expected by ${by}` : `should be at ${expected} by ${by}`;
}

/** `Twelve people: 2 behind (Kenji 26 of 120 min), 6 on track.` */
function describeTeam({ rows, counts, expected: pace, expectedBy }: TeamPicture): string {
  const parts = counts.map(({ outcome, count }) => {
    const worst = rows
      .filter((row) => row.outcome === outcome && (outcome === "behind" || outcome === "failed"))
      .slice(0, 3)
      .map(({ person, numbers }) => joinParts([getReadableName(person), numbers], " "));
    return `${formatNumber(count)} ${outcomeLooks[outcome].label}${worst.length === 0 ? "" : ` (${worst.join(", ")})`}`;
  });
  const isMarked = rows.some(({ expected }) => expected > 0);
  return joinParts(
    [
      `${pluralize(rows.length, "person", "people")}: ${parts.join(", ")}.`,
      isMarked &&
        expectedBy !== undefined &&
        `Marks on the bars show what is expected by ${joinParts([expectedBy, pace], ", ")}.`,
    ],
    " ",
  );
}

export const teamDrawing: Drawing<TeamPicture> = {
  kind: "team",
  height: (picture, ctx) => measureProgressRows(toProgressRows(picture), ctx),
  draw: (ctx, picture) => drawProgressRows(ctx, toProgressRows(picture)),
  describe: describeTeam,
  toLasting: (picture) => ({ ...picture, isFresh: false }),
};
