import { defineButton } from "../../src/interactions/controls.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import { counted } from "../../src/text/numbers.ts";
import { csvAnswer } from "../shared/csv-file.ts";
import { personPlain } from "../shared/people.ts";
import { findWeek, WeekStart } from "../shared/week-option.ts";
import { weekCells, weekHead } from "../shared/week-table.ts";
import { readTeam } from "./team.ts";

const id = defineCustomId("board.csv", { week: WeekStart });

/** Of the button that gives a week as a file. */
export const boardCsvId = (week: string): string => id.encode({ week });

export const boardCsvButton = defineButton({
  id,
  access: "manager",
  needs: "link",
  ack: "ephemeral",
  async run({ week: weekStart }, ctx) {
    const { members, names } = await readTeam(await findWeek(weekStart, ctx), ctx);
    return csvAnswer({
      name: `week-${weekStart}`,
      words: `${counted(members.length, "person", "people")} in one week, as a table.`,
      head: ["Name", "User id", ...weekHead],
      lines: members.map(({ userId, week }) => [
        personPlain(userId, names),
        userId,
        ...(week === undefined ? [weekStart] : weekCells(week, ctx.now())),
      ]),
    });
  },
});
