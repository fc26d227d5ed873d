import type { Answer } from "../../src/interactions/answer.ts";
import { defineButton } from "../../src/interactions/controls.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { exportRow } from "./export-button.ts";
import { ownWeekOf } from "./own-week.ts";
import { readCalendar, WeekIndex } from "./read-calendar.ts";
import { farthestWeek, renderCalendar } from "./render.ts";

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
  const calendar = await readCalendar(week, ctx);
  const now = ctx.now();
  const ownWeek = await ownWeekOf(calendar, { guildId: ctx.guildId, week, now }, ctx);
  const answer = renderCalendar(
    { calendar, week, ownWeek, customIdOf },
    Temporal.Instant.fromEpochMilliseconds(now),
  );
  return calendar.days.length === 0
    ? answer
    : { ...answer, components: [...(answer.components ?? []), ...exportRow(week)] };
}
