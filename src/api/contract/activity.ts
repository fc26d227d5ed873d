import { z } from "zod";
import {
  DateTime,
  list,
  responseFields,
  Id,
  IdText,
  nullishDefault,
  optionalField,
  optionalRecords,
  TimeText,
  tolerantField,
} from "./fields.ts";

/**
 * The response to a gift; any field may be absent, since the gift has been given by then. The unit of `duration` is not
 * documented.
 */
export const GiftedActivity = z.object(
  responseFields({
    _id: optionalField(Id),
    game: optionalField(z.string()),
    duration: optionalField(z.number()),
    messages_sent: optionalField(z.number()),
  }),
);
export type GiftedActivity = z.output<typeof GiftedActivity>;

/** This week's totals: minutes in the game and chat messages sent there. */
export const ActivityTotals = z.object(
  responseFields({ minutes: optionalField(z.number()), messages: optionalField(z.number()) }),
);
export type ActivityTotals = z.output<typeof ActivityTotals>;

export const GameDetails = z.object({ name: tolerantField(z.string()), url: tolerantField(z.string()) });
export type GameDetails = z.output<typeof GameDetails>;

/** What happened in a visit. The kinds aren't documented. */
export const ActivityEvent = z.object({
  event: tolerantField(z.string()),
  timestamp: tolerantField(DateTime),
  user: tolerantField(IdText),
});
export type ActivityEvent = z.output<typeof ActivityEvent>;

/**
 * One tracked or gifted visit. Any field may be absent; `end` is, while `ended` is false.
 */
export const ActivityEntry = z.object({
  _id: tolerantField(z.string()),
  start: optionalField(TimeText),
  end: optionalField(TimeText),
  ended: optionalField(z.boolean()),
  game: tolerantField(IdText),
  tracked_idle: tolerantField(z.number()),
  /** Service user ids. */
  friends: tolerantField(list(tolerantField(IdText))),
  events: tolerantField(list(tolerantField(ActivityEvent))),
  consolidation_state: tolerantField(z.string()),
  error: tolerantField(z.string()),
  /** Its unit is not documented: read it with `guessUnitOfEntries` in `commands/activity/format.ts`. */
  duration: optionalField(z.number()),
  gifted_by: tolerantField(IdText),
  messages_sent: tolerantField(z.number()),
  manual_punch: tolerantField(z.boolean()),
  game_details: tolerantField(GameDetails),
});
export type ActivityEntry = z.output<typeof ActivityEntry>;

export const UserActivity = z.object({
  totals: ActivityTotals,
  /** At most 25, from this week. */
  last_25: optionalRecords(ActivityEntry, "visit", 100),
  ...responseFields({ week_starts_on: optionalField(z.string()) }),
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
    response: z.object(
      responseFields({
        activity: nullishDefault(GiftedActivity, () => GiftedActivity.parse({})),
        totals: nullishDefault(ActivityTotals, () => ActivityTotals.parse({})),
      }),
    ),
    retryable: false,
    invalidates: ["getActivity", "getAssignments"],
  },
  getActivity: {
    method: "GET",
    path: "/activity/{workspaceId}/user/{userId}",
    params: z.object({ workspaceId: Id, userId: Id }),
    /** `game` switches on `game_details`. */
    query: z.object({ game: z.boolean().optional() }),
    extraQuery: ["game"],
    response: UserActivity,
    maxBytes: 4 * 1024 * 1024,
    retryable: true,
    cacheMs: 30_000,
  },
} as const;
