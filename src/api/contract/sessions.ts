import { z } from "zod";
import { DateTime, Id, list, optional } from "./fields.ts";

export const SessionGroup = z.object({
  _id: optional(z.string()),
  name: optional(z.string()),
  priority: optional(z.number()),
  roles: list(
    z.object({ _id: optional(z.string()), user_id: optional(z.string()), name: optional(z.string()) }),
  ),
  attendees: list(z.object({ _id: optional(z.string()), user_id: optional(z.string()) })),
});
export type SessionGroup = z.output<typeof SessionGroup>;

export const SessionServer = z.object({
  _id: Id,
  source: optional(z.string()),
  created_by: optional(z.string()),
  createdAt: optional(DateTime),
  updatedAt: optional(DateTime),
  groups: list(SessionGroup),
});
export type SessionServer = z.output<typeof SessionServer>;

export const CalendarDay = z.object({
  /** Its meaning is not documented; `date` is what counts. */
  day: optional(z.number()),
  date: DateTime,
  day_of_week_char: optional(z.string()),
});
export type CalendarDay = z.output<typeof CalendarDay>;

export const Calendar = z.object({
  days: list(CalendarDay),
  /** Taken to mean: later weeks may be asked for. */
  advance_calendar: optional(z.boolean()),
});
export type Calendar = z.output<typeof Calendar>;

export const sessionRows = {
  /** Calling it twice makes two servers. */
  createSessionServer: {
    method: "POST",
    path: "/activity/sessions/{workspaceId}/{eventId}/server",
    params: z.object({ workspaceId: Id, eventId: Id }),
    success: SessionServer,
    repeatable: false,
    empties: ["getCalendar"],
  },
  getCalendar: {
    method: "GET",
    path: "/activity/{workspaceId}/calendar",
    params: z.object({ workspaceId: Id }),
    query: z.object({ week: z.number().int().optional() }),
    success: Calendar,
    repeatable: true,
    cacheMs: 10 * 60_000,
  },
} as const;
