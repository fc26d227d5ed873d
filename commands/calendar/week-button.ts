import { z } from "zod";
import type { Answer } from "../../src/interactions/answer.ts";
import { defineButton } from "../../src/interactions/controls.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { farthestWeek, renderCalendar } from "./render.ts";

// One beyond the farthest is the id of a button that is switched off.
const WeekIndex = z.coerce
  .number()
  .int()
  .min(-farthestWeek - 1)
  .max(farthestWeek + 1);
const id = defineCustomId("calendar.week", { week: WeekIndex });

export const weekButton = defineButton({
  id,
  access: "staff",
  needs: "link",
  ack: "update",
  run: ({ week }, ctx) => showWeek(Math.min(farthestWeek, Math.max(-farthestWeek, week)), ctx),
});

const customIdOf = (week: number): string => id.encode({ week });

export async function showWeek(week: number, ctx: LinkedContext): Promise<Answer> {
  const calendar = await ctx.api.getCalendar({
    params: { workspaceId: ctx.workspaceId },
    query: week === 0 ? {} : { week },
  });
  return renderCalendar({ calendar, week, customIdOf }, Temporal.Instant.fromEpochMilliseconds(ctx.now()));
}
