import { z } from "zod";
import { orWhenAbsent } from "./absent.ts";
import { Id, list, optional, optionalRecords } from "./fields.ts";

/** The answer to a gift; any field may be absent, since the gift was given by then. The unit of `duration` is not documented. */
export const GiftedActivity = z.object({
  _id: optional(Id),
  game: optional(z.string()),
  duration: optional(z.number()),
  messages_sent: optional(z.number()),
});
export type GiftedActivity = z.output<typeof GiftedActivity>;

/** This week's sums: minutes in the game and chat messages sent there. */
export const ActivityTotals = z.object({
  minutes: optional(z.number()),
  messages: optional(z.number()),
});
export type ActivityTotals = z.output<typeof ActivityTotals>;

export const GameDetails = z.object({ name: optional(z.string()) });
export type GameDetails = z.output<typeof GameDetails>;

/** One tracked or gifted stay. Any field may be absent; `end` is while `ended` is false. Its `events` are never read. */
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
  game_details: optional(GameDetails),
});
export type ActivityEntry = z.output<typeof ActivityEntry>;

export const UserActivity = z.object({
  totals: ActivityTotals,
  /** At most 25, of this week. */
  last_25: optionalRecords(ActivityEntry, "visit", 100),
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
    success: z.object({
      activity: orWhenAbsent(GiftedActivity, () => GiftedActivity.parse({})),
      totals: orWhenAbsent(ActivityTotals, () => ActivityTotals.parse({})),
    }),
    repeatable: false,
    empties: ["getActivity", "getAssignments"],
  },
  getActivity: {
    method: "GET",
    path: "/activity/{workspaceId}/user/{userId}",
    params: z.object({ workspaceId: Id, userId: Id }),
    /** `game` switches on `game_details`. */
    query: z.object({ game: z.boolean().optional() }),
    extraQuery: ["game"],
    success: UserActivity,
    maxBytes: 4 * 1024 * 1024,
    repeatable: true,
    cacheMs: 30_000,
  },
} as const;
