import { z } from "zod";
import {
  responseFields,
  DateTime,
  Id,
  IdText,
  nullishDefault,
  optionalField,
  optionalRecords,
  tolerantField,
} from "./fields.ts";
import { records } from "./records.ts";
import { minuteMs } from "../../time.ts";

export const SessionGroup = z.object({
  name: tolerantField(z.string()),
  priority: tolerantField(z.number()),
  roles: optionalRecords(
    z.object({ user_id: tolerantField(IdText), name: tolerantField(z.string()) }),
    "role",
    500,
  ),
  attendees: optionalRecords(z.object({ user_id: tolerantField(IdText) }), "attendee", 500),
});
export type SessionGroup = z.output<typeof SessionGroup>;

export const SessionServer = z.object(
  responseFields({
    /** The server exists whether or not the response names it. */
    _id: optionalField(Id),
    created_by: optionalField(IdText),
    createdAt: optionalField(DateTime),
    groups: optionalRecords(SessionGroup, "group", 500),
  }),
);
export type SessionServer = z.output<typeof SessionServer>;

export const CalendarDay = z.object({
  date: DateTime,
  day_of_week_char: tolerantField(z.string()),
});
export type CalendarDay = z.output<typeof CalendarDay>;

export const Calendar = z.object({
  days: nullishDefault(records(CalendarDay, "day", 400), (): CalendarDay[] => []),
  /** Not documented; presumably whether later weeks may be requested. */
  ...responseFields({ advance_calendar: optionalField(z.boolean()) }),
});
export type Calendar = z.output<typeof Calendar>;

export const sessionRows = {
  /** Calling it twice creates two servers. */
  createSessionServer: {
    method: "POST",
    path: "/activity/sessions/{workspaceId}/{eventId}/server",
    params: z.object({ workspaceId: Id, eventId: Id }),
    response: SessionServer,
    retryable: false,
    invalidates: ["getCalendar"],
  },
  getCalendar: {
    method: "GET",
    path: "/activity/{workspaceId}/calendar",
    params: z.object({ workspaceId: Id }),
    query: z.object({ week: z.number().int().optional() }),
    response: Calendar,
    retryable: true,
    cacheMs: 10 * minuteMs,
  },
} as const;
