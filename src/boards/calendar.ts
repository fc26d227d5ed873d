import { z } from "zod";
import { renderCalendarBoard } from "../../commands/calendar/render-board.ts";
import type { BoardKind } from "./board.ts";
import { hashOf } from "./hash.ts";

const Options = z.object({ week: z.union([z.literal(0), z.literal(1)]).default(0) });

/** The week as a strip with dates: this one or the next. */
export const calendarBoard: BoardKind = {
  name: "calendar",
  words: "Calendar of the week",
  options: [
    {
      name: "week",
      words: "which week",
      kind: "choice",
      choices: [
        { name: "This week", value: 0 },
        { name: "Next week", value: 1 },
      ],
      default: 0,
    },
  ],
  async make({ api, link, schedule, now }) {
    const week = Options.safeParse(schedule.options).data?.week ?? 0;
    const calendar = await api.getCalendar({
      params: { workspaceId: link.workspaceId },
      query: week === 0 ? {} : { week },
    });
    if (calendar.days.length === 0) return { nothing: "The workspace's calendar has no days for that week." };
    const at = Temporal.Instant.fromEpochMilliseconds(now);
    return { answer: renderCalendarBoard({ calendar, week }, at), hash: hashOf(calendar.days) };
  },
};
