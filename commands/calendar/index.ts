import { defineButton } from "../../src/interactions/components.ts";
import { asReload, defineCustomId } from "../../src/interactions/custom-id.ts";
import { defineCommand } from "../../src/interactions/define.ts";
import type { Command } from "../../src/interactions/handler.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { ownWeekOf } from "../../src/schedules/boards/calendar.ts";
import { askedDates, maxWeekOffset, renderCalendar } from "../../src/ui/render-calendar.ts";
import { renderContext } from "../../src/ui/render-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { drawInto } from "../../src/pictures/attach.ts";
import {
  calendarPicture,
  entryLines,
  readCalendarEntries,
} from "../../src/schedules/boards/calendar-entries.ts";
import { drawsPictures } from "../../src/schedules/boards/guild-pictures.ts";
import { guildZone } from "../kit/zone-option.ts";
import { exportButton, exportRow } from "./export.ts";
import { readCalendar, WeekIndex } from "./guild-calendar.ts";

const id = defineCustomId("calendar.week", { week: WeekIndex });

const weekButton = defineButton({
  id,
  access: "staff",
  needs: "link",
  ack: "update",
  run: ({ week }, ctx) => showWeek(Math.min(maxWeekOffset, Math.max(-maxWeekOffset, week)), ctx),
});

const customIdOf = (week: number): string => id.encode({ week });

async function showWeek(week: number, ctx: LinkedContext): Promise<Reply> {
  const calendar = await readCalendar(week, ctx);
  const ownWeek = await ownWeekOf(calendar, { guildId: ctx.guildId, week, now: ctx.now() }, ctx);
  const reloadId = asReload(customIdOf(week));
  const render = renderContext(ctx);
  const inWeek = {
    dates: askedDates({ calendar, week, ownWeek }, render.now),
    zone: (await guildZone(ctx)) ?? "UTC",
  };
  const found = await readCalendarEntries(inWeek, ctx.link, ctx);
  const view = { calendar, week, ownWeek, details: entryLines(found), customIdOf, reloadId };
  const answer = renderCalendar(view, render);
  if (calendar.days.length === 0) return answer;
  const isDrawn = inWeek.dates.length > 0 && (await drawsPictures(ctx.guildId, ctx.store));
  const today = render.now.toZonedDateTimeISO(inWeek.zone).toPlainDate();
  const picture = isDrawn ? calendarPicture({ ...inWeek, entries: found.entries, today }) : undefined;
  return {
    ...(await drawInto(answer, picture, ctx.pictures)),
    components: [...(answer.components ?? []), ...exportRow(week)],
  };
}

export const calendar: Command = defineCommand({
  name: "calendar",
  description: "See the workspace's week at a glance",
  access: "staff",
  needs: "link",
  ack: "ephemeral",
  operations: ["getCalendar", "getAssignments"],
  components: [weekButton, exportButton],
  run: async (_asked, ctx) => showWeek(0, ctx),
});
