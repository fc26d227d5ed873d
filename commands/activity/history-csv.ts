import { z } from "zod";
import { isServiceId } from "../../src/domain/service-ids.ts";
import { defineButton } from "../../src/interactions/controls.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import { counted } from "../../src/text/numbers.ts";
import { csvAnswer } from "../shared/csv-file.ts";
import { namesOf, personPlain } from "../shared/people.ts";
import { weekCells, weekHead } from "../shared/week-table.ts";
import { WeekCount } from "./week-count.ts";

const id = defineCustomId("activity.history.csv", {
  userId: z.string().refine(isServiceId),
  weeks: WeekCount,
});

/** Of the button that gives somebody's weeks as a file. */
export const historyCsvId = (asked: { readonly userId: string; readonly weeks: number }): string =>
  id.encode(asked);

export const historyCsvButton = defineButton({
  id,
  access: "self-or-manager",
  needs: "link",
  ack: "ephemeral",
  async run({ userId, weeks }, ctx) {
    await ctx.admitAbout(userId);
    const remembered = await ctx.store.weeks.ofUser(ctx.guildId, ctx.workspaceId, userId, weeks);
    const name = personPlain(userId, await namesOf([userId], ctx));
    return csvAnswer({
      name: `weeks-of-${userId}`,
      words: `${counted(remembered.length, "week")} of one person, newest first, as a table.`,
      head: ["Name", "User id", ...weekHead],
      lines: remembered.map((week) => [name, userId, ...weekCells(week, ctx.now())]),
    });
  },
});
