import { z } from "zod";
import { renderCalendarBoard } from "../../commands/calendar/render-board.ts";
import { defineKind } from "./define-kind.ts";

const Options = z.object({ week: z.union([z.literal(0), z.literal(1)]).catch(0) });

/** The week as a strip with dates: this one or the next. */
export const calendarBoard = defineKind({
  name: "calendar",
  words: "Calendar of the week",
  Options,
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
  async draw({ readings, options: { week }, at }) {
    const calendar = await readings.calendar(week);
    if (calendar.days.length === 0) return { nothing: "The workspace's calendar has no days for that week." };
    return {
      answer: renderCalendarBoard({ calendar, week }, at),
      shows: calendar.days,
    };
  },
});
