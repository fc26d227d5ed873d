import type { Context } from "./kit/canvas.ts";
import { joinParts } from "../ui/lines.ts";
import { formatNumber } from "../ui/numbers.ts";
import { getReadableName } from "./kit/shapes.ts";
import type { ReportCharts } from "./report-charts.ts";
import {
  drawProgressRows,
  measureProgressRows,
  type PeopleByOutcome,
  type ProgressRows,
} from "./progress-rows.ts";

/** How a week ended: everyone's bar against their own target, those who failed first, then who has most minutes. */
export interface StandingsPicture extends PeopleByOutcome {
  readonly kind: "standings";
  /** `Week of 16 November`. */
  readonly title: string;
  /** At most the three people with most minutes, best first, with what they reached. */
  readonly best: ReportCharts["best"];
}

/** A dozen people are taken in at a look. */
export const maxStandingsBars = 12;

function toProgressRows({ rows, counts }: StandingsPicture): ProgressRows {
  return {
    rows,
    counts,
    hasBar: ({ numbers }) => numbers !== "",
    maxBars: maxStandingsBars,
  };
}

export function measureStandings(picture: StandingsPicture, ctx: Context): number {
  return measureProgressRows(toProgressRows(picture), ctx);
}

export function drawStandings(ctx: Context, picture: StandingsPicture): void {
  drawProgressRows(ctx, toProgressRows(picture));
}

/** `Week of 16 November: 9 passed, 2 failed (Kenji, Nora), 1 excused. Most minutes: …` */
export function describeStandings({ title, best, rows, counts }: StandingsPicture): string {
  const parts = counts.map(({ outcome, count }) => {
    const failed = rows.filter((row) => outcome === "failed" && row.outcome === outcome).slice(0, 5);
    const names = failed.map(({ person }) => getReadableName(person).slice(0, 40));
    return `${formatNumber(count)} ${outcome}${names.length === 0 ? "" : ` (${names.join(", ")})`}`;
  });
  const top = best.map(({ person, numbers }) => `${getReadableName(person).slice(0, 40)} ${numbers}`);
  return joinParts(
    [`${title}: ${parts.join(", ")}.`, top.length > 0 && `Most minutes: ${top.join(", ")}.`],
    " ",
  );
}
