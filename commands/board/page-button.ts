import type { Answer } from "../../src/interactions/answer.ts";
import { defineButton } from "../../src/interactions/controls.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import type { KnownWeek } from "../../src/store/weeks.ts";
import { PageIndex } from "../shared/page-buttons.ts";
import { findWeek, WeekStart } from "../shared/week-option.ts";
import { boardCsvId } from "./csv-button.ts";
import { renderBoard } from "./render.ts";
import { readTeam } from "./team.ts";

const id = defineCustomId("board.page", { week: WeekStart, page: PageIndex });

export const boardPageButton = defineButton({
  id,
  access: "manager",
  needs: "link",
  ack: "update",
  run: async ({ week, page }, ctx) => showBoard(await findWeek(week, ctx), page, ctx),
});

export async function showBoard(week: KnownWeek, page: number, ctx: LinkedContext): Promise<Answer> {
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
