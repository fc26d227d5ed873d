import type { Person } from "../../pictures/kit/shapes.ts";
import type { StandingsPicture } from "../../pictures/standings.ts";
import { formatNumber } from "../../ui/numbers.ts";
import { selectBest, type FinalRow } from "./standings-render.ts";

export function createStandingsPicture(
  title: string,
  rows: readonly FinalRow[],
  toPerson: (row: FinalRow) => Person,
): StandingsPicture {
  const best = selectBest(rows);
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
        people: marked.map(toPerson),
      };
    }),
  };
}
