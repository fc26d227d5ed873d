import { z } from "zod";
import { type FinalRow, renderFinalStandings } from "../../commands/assignments/render-board-standings.ts";
import { lastWeekEnd, resultOf } from "../domain/last-week.ts";
import { readInstant } from "../text/time.ts";
import { type Drawing, type Drawn, defineKind } from "./define-kind.ts";
import { drawTeam } from "./team.ts";
import { readTeam } from "./team-readings.ts";

const Options = z.object({ part: z.enum(["before", "final"]).catch("before") });

/** How the week stands before it is over, or how it was marked afterwards. */
export const standingsBoard = defineKind({
  name: "standings",
  words: "Standings of the week",
  Options,
  options: [
    {
      name: "part",
      words: "when",
      chosen: (part) => part,
      kind: "choice",
      choices: [
        { name: "Before the reset: how everybody stands", value: "before" },
        { name: "After the reset: how the week was marked", value: "final" },
      ],
      default: "before",
    },
  ],
  draw: (drawing) => (drawing.options.part === "final" ? drawFinal(drawing) : drawTeam("Standings", drawing)),
});

async function drawFinal(drawing: Drawing<unknown>): Promise<Drawn> {
  const { readings, now, room } = drawing;
  const team = (await readTeam(drawing, readings)).map(({ account, assignments }) => ({
    account,
    history: (assignments?.history ?? []).map((entry) => ({
      ...entry,
      endMs: readInstant(entry.week_end)?.epochMilliseconds,
    })),
  }));
  const endMs = lastWeekEnd(
    team.flatMap(({ history }) => history),
    now,
  );
  if (endMs === undefined) return { nothing: "The week that is over has not been marked yet." };
  const rows: readonly FinalRow[] = team
    .map(({ account, history }) => ({ account, result: resultOf(history, endMs) }))
    .toSorted(
      (a, b) => placeOf(a) - placeOf(b) || a.account.displayName.localeCompare(b.account.displayName, "en"),
    );
  return {
    answer: renderFinalStandings({ rows, endsAt: endMs, now, room }),
    shows: [endMs, rows.map(({ account, result }) => [account.userId, account.displayName, result])],
  };
}

const order = ["failed", "passed", "excused"] as const;

function placeOf({ result }: FinalRow): number {
  return result === undefined ? order.length : order.indexOf(result.mark);
}
