import { defineButton } from "../../src/interactions/components.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import { type Command, defineCommand } from "../../src/interactions/define.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import type { KnownWeek } from "../../src/store/weeks.ts";
import { csvAnswer } from "../../src/ui/csv-file.ts";
import { pluralize } from "../../src/ui/numbers.ts";
import { personPlain } from "../../src/ui/people.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { weekCells, weekHead } from "../../src/ui/week-text.ts";
import { PageIndex } from "../kit/page-buttons.ts";
import { findWeek, weekOption, WeekStart } from "../kit/week-option.ts";
import { renderBoard } from "./render.ts";
import { readTeam } from "./team.ts";

const csvButtonId = defineCustomId("board.csv", { week: WeekStart });

/** Of the button that gives a week as a file. */
const boardCsvId = (week: string): string => csvButtonId.encode({ week });

const boardCsvButton = defineButton({
  id: csvButtonId,
  access: "manager",
  needs: "link",
  ack: "ephemeral",
  async run({ week: weekStart }, ctx) {
    const { members, names } = await readTeam(await findWeek(weekStart, ctx), ctx);
    return csvAnswer({
      name: `week-${weekStart}`,
      words: `${pluralize(members.length, "person", "people")} in one week, as a table.`,
      head: ["Name", "User id", ...weekHead],
      lines: members.map(({ userId, week }) => [
        personPlain(userId, names),
        userId,
        ...(week === undefined ? [weekStart] : weekCells(week, ctx.now())),
      ]),
    });
  },
});

const id = defineCustomId("board.page", { week: WeekStart, page: PageIndex });

const boardPageButton = defineButton({
  id,
  access: "manager",
  needs: "link",
  ack: "update",
  run: async ({ week, page }, ctx) => showBoard(await findWeek(week, ctx), page, ctx),
});

async function showBoard(week: KnownWeek, page: number, ctx: LinkedContext): Promise<Reply> {
  const { members, names } = await readTeam(week, ctx);
  return renderBoard({
    week,
    members,
    names,
    page,
    now: ctx.now(),
    customIdOf: (index) => id.encode({ week: week.weekStart, page: index }),
    csvId: boardCsvId(week.weekStart),
  });
}

export const board: Command = defineCommand({
  name: "board",
  description: "See how everybody did in a week, or does in this one",
  options: { week: weekOption() },
  access: "manager",
  needs: "link",
  ack: "ephemeral",
  operations: [],
  components: [boardPageButton, boardCsvButton],
  run: ({ options }, ctx) => showBoard(options.week, 0, ctx),
});
