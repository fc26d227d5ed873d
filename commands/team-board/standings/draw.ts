import { joinParts } from "../../../src/ui/lines.ts";
import { formatNumber } from "../../../src/ui/numbers.ts";
import { getReadableName, type Person } from "../../../src/pictures/kit/shapes.ts";
import {
  drawProgressRows,
  measureProgressRows,
  type PeopleByOutcome,
  type ProgressRows,
} from "../progress-rows.ts";
import type { Drawing } from "../../../src/pictures/picture.ts";

/** How a week ended: how far those who failed got, then everyone else, those with most minutes first. */
export interface StandingsPicture extends PeopleByOutcome {
  readonly kind: "standings";
  /** `Week of 16 November`. */
  readonly title: string;
  /** The people with most minutes, best first, with what they reached. */
  readonly best: readonly { readonly person: Person; readonly numbers: string }[];
}

function toProgressRows(picture: StandingsPicture): ProgressRows {
  return { ...picture, hasBar: ({ outcome }) => outcome === "failed" };
}

/** `Week of 16 November: 9 passed, 2 failed (Kenji, Nora), 1 excused. Most minutes: …` */
function describeStandings({ title, best, rows, counts }: StandingsPicture): string {
  const parts = counts.map(({ outcome, count }) => {
    const failed = rows.filter((row) => outcome === "failed" && row.outcome === outcome).slice(0, 5);
    const names = failed.map(({ person }) => getReadableName(person));
    return `${formatNumber(count)} ${outcome}${names.length === 0 ? "" : ` (${names.join(", ")})`}`;
  });
  const top = best.map(({ person, numbers }) => `${getReadableName(person)} ${numbers}`);
  return joinParts(
    [`${title}: ${parts.join(", ")}.`, top.length > 0 && `Most minutes: ${top.join(", ")}.`],
    " ",
  );
}

export const standingsDrawing: Drawing<StandingsPicture> = {
  kind: "standings",
  height: (picture, ctx) => measureProgressRows(toProgressRows(picture), ctx),
  draw: (ctx, picture) => drawProgressRows(ctx, toProgressRows(picture)),
  describe: describeStandings,
};
