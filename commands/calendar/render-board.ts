import type { Answer } from "../../src/interactions/answer.ts";
import { type CalendarView, renderCalendar } from "./render.ts";

/** The week as it is put up in a channel: as somebody sees it who asks, without buttons. */
export function renderCalendarBoard(view: Omit<CalendarView, "customIdOf">, now: Temporal.Instant): Answer {
  const { embeds = [] } = renderCalendar({ ...view, customIdOf: () => "" }, now);
  return { embeds };
}
