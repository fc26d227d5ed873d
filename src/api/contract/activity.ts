import { z } from "zod";
import { DateTime, Id, list, optional } from "./fields.ts";

/** The answer to a gift. The form of `start` and `end` is not documented, nor are the units of the durations. */
export const GiftedActivity = z.object({
  _id: Id,
  start: optional(z.string()),
  end: optional(z.string()),
  ended: optional(z.boolean()),
  game: optional(z.string()),
  friends: list(z.string()),
  idle_time: optional(z.number()),
  tracked_idle: optional(z.number()),
  duration: optional(z.number()),
  messages_sent: optional(z.number()),
});
export type GiftedActivity = z.output<typeof GiftedActivity>;

/** This week's sums: minutes in the game and chat messages sent there. */
export const ActivityTotals = z.object({
  minutes: optional(z.number()),
  messages: optional(z.number()),
  period: optional(z.string()),
});
export type ActivityTotals = z.output<typeof ActivityTotals>;

export const GameDetails = z.object({
  id: optional(z.string()),
  name: optional(z.string()),
  thumbnail: optional(z.string()),
  url: optional(z.string()),
  dominant: optional(z.string()),
  brightness: optional(z.number()),
});
export type GameDetails = z.output<typeof GameDetails>;

export const ActivityEvent = z.object({
  event: optional(z.string()),
  timestamp: optional(DateTime),
  data: optional(z.record(z.string(), z.unknown())),
  _id: optional(z.string()),
  user: optional(z.string()),
});
export type ActivityEvent = z.output<typeof ActivityEvent>;

/** One tracked or gifted stay. Any field may be absent; `end` is while `ended` is false. */
export const ActivityEntry = z.object({
  _id: optional(z.string()),
  start: optional(z.string()),
  end: optional(z.string()),
  ended: optional(z.boolean()),
  game: optional(z.string()),
  tracked_idle: optional(z.number()),
  friends: list(z.string()),
  consolidation_state: optional(z.string()),
  error: optional(z.string()),
  /** Its unit is not documented: read it with `unitOf` in `domain/durations.ts`. */
  duration: optional(z.number()),
  gifted_by: optional(z.string()),
  messages_sent: optional(z.number()),
  manual_punch: optional(z.boolean()),
  job_id: optional(z.string()),
  game_details: optional(GameDetails),
  events: list(ActivityEvent),
});
export type ActivityEntry = z.output<typeof ActivityEntry>;

export const UserActivity = z.object({
  totals: ActivityTotals,
  /** At most 25, of this week. */
  last_25: list(ActivityEntry),
  week_starts_on: optional(z.string()),
});
export type UserActivity = z.output<typeof UserActivity>;

/** `gifted_by` is a service user id. */
export const Gift = z.object({
  duration: z.number().optional(),
  messages_sent: z.number().optional(),
  game: z.string().optional(),
  gifted_by: z.string().optional(),
});
export type Gift = z.output<typeof Gift>;

export const activityRows = {
  giftActivity: {
    method: "POST",
    path: "/activity/{workspaceId}/user/{userId}",
    params: z.object({ workspaceId: Id, userId: Id }),
    body: Gift,
    success: z.object({ activity: GiftedActivity, totals: ActivityTotals }),
    repeatable: false,
    empties: ["getActivity", "getAssignments"],
  },
  getActivity: {
    method: "GET",
    path: "/activity/{workspaceId}/user/{userId}",
    params: z.object({ workspaceId: Id, userId: Id }),
    query: z.object({ game: z.boolean().optional() }),
    success: UserActivity,
    repeatable: true,
    cacheMs: 30_000,
  },
} as const;
