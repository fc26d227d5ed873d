import { z } from "zod";
import type { Calendar } from "../../src/api/contract/sessions.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { maxWeekOffset } from "../../src/ui/render-calendar.ts";

/** A week in a custom id. One beyond the last is the id of a disabled button. */
export const WeekIndex = z.coerce
  .number()
  .int()
  .min(-maxWeekOffset - 1)
  .max(maxWeekOffset + 1);

/** @param week 0 is this week */
export function readCalendar(week: number, { api, workspaceId }: LinkedContext): Promise<Calendar> {
  return api.getCalendar({ params: { workspaceId }, query: week === 0 ? {} : { week } });
}
