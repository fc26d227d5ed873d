import type { Person } from "../../pictures/kit/shapes.ts";
import type { StandingsPicture, WeekMark } from "../../pictures/standings.ts";
import { formatNumber } from "../../ui/numbers.ts";
import { selectBest, type FinalRow } from "./standings-render.ts";

export function createStandingsPicture(
  title: string,
  rows: readonly FinalRow[],
  toPerson: (row: FinalRow) => Person,
): StandingsPicture {
  const best = selectBest(rows);
  const before = (mark: WeekMark): number => rows.filter(({ result }) => result?.before === mark).length;
  const now = (mark: WeekMark): number => rows.filter(({ result }) => result?.mark === mark).length;
  const judged = now("passed") + now("failed");
  const judgedBefore = before("passed") + before("failed");
  return {
    kind: "standings",
    title,
    best: best.map(({ row, minutes }) => ({
      person: toPerson(row),
      numbers: `${formatNumber(minutes)} min`,
    })),
    groups: (["passed", "failed", "excused"] as const).map((mark) => {
      const marked = rows.filter(({ result }) => result?.mark === mark);
      return {
        mark,
        count: marked.length,
        of: mark === "passed" && judged > 0 ? judged : undefined,
        people: marked.map(toPerson),
      };
    }),
    before:
      judgedBefore === 0 ? undefined : `${formatNumber(before("passed"))} of ${formatNumber(judgedBefore)}`,
  };
}
