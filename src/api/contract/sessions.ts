import { z } from "zod";
import { DateTime, optional, optionalRecords, Id } from "./fields.ts";

export const SessionGroup = z.object({
  name: optional(z.string()),
  priority: optional(z.number()),
  roles: optionalRecords(
    z.object({ user_id: optional(z.string()), name: optional(z.string()) }),
    "role",
    500,
  ),
  attendees: optionalRecords(z.object({ user_id: optional(z.string()) }), "attendee", 500),
});
export type SessionGroup = z.output<typeof SessionGroup>;

export const SessionServer = z.object({
  /** A server was made whether or not its answer says which. */
  _id: optional(Id),
  created_by: optional(z.string()),
  createdAt: optional(DateTime),
  groups: optionalRecords(SessionGroup, "group", 500),
});
export type SessionServer = z.output<typeof SessionServer>;

export const CalendarDay = z.object({
  date: DateTime,
  day_of_week_char: optional(z.string()),
});
export type CalendarDay = z.output<typeof CalendarDay>;

export const Calendar = z.object({
  days: optionalRecords(CalendarDay, "day", 400),
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
