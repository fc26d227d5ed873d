import {
  type APIGuildScheduledEvent,
  type APIGuildScheduledEventRecurrenceRule,
  GuildScheduledEventEntityType,
  GuildScheduledEventPrivacyLevel,
  GuildScheduledEventStatus,
} from "discord-api-types/v10";

/** With what the package of types doesn't know yet. */
export type ScheduledEvent = APIGuildScheduledEvent & {
  readonly guild_scheduled_event_exceptions: readonly object[];
};

/** Something that people plan in a guild. */
export interface PlannedEvent {
  /** Of one that was planned before and changed. */
  readonly id?: string;
  readonly name: string;
  /** Epoch milliseconds. */
  readonly startsAt: number;
  readonly endsAt: number;
  /** Of one that isn't in a channel. */
  readonly place?: string;
  /** The voice channel it takes place in: only those who see that channel see the event. */
  readonly channelId?: string;
  readonly interested: number;
  readonly recurrence?: APIGuildScheduledEventRecurrenceRule;
  /** Starts of one that recurs, but won't take place, in epoch milliseconds. */
  readonly cancelled?: readonly number[];
  /** New starts of some, by their usual ones, in epoch milliseconds. */
  readonly moved?: ReadonlyMap<number, number>;
}

const discordEpochMs = 1_420_070_400_000;

/** As Discord answers. */
export function toScheduledEvent(id: string, guildId: string, planned: PlannedEvent): ScheduledEvent {
  const { name, startsAt, endsAt, place = "", channelId, interested, recurrence } = planned;
  const { cancelled = [], moved = new Map<number, number>() } = planned;
  const common = {
    guild_scheduled_event_exceptions: [...cancelled, ...moved.keys()].map((at) => {
      const start = moved.get(at);
      return {
        event_id: id,
        event_exception_id: String(BigInt(at - discordEpochMs) << 22n),
        scheduled_start_time: start === undefined ? null : new Date(start).toISOString(),
        scheduled_end_time: null,
        is_canceled: start === undefined,
      };
    }),
    id,
    guild_id: guildId,
    creator_id: null,
    name,
    description: null,
    scheduled_start_time: new Date(startsAt).toISOString(),
    scheduled_end_time: new Date(endsAt).toISOString(),
    privacy_level: GuildScheduledEventPrivacyLevel.GuildOnly,
    status: GuildScheduledEventStatus.Scheduled,
    entity_id: null,
    user_count: interested,
    image: null,
    recurrence_rule: recurrence ?? null,
  };
  const { External, Voice } = GuildScheduledEventEntityType;
  return channelId === undefined
    ? { ...common, channel_id: null, entity_type: External, entity_metadata: { location: place } }
    : { ...common, channel_id: channelId, entity_type: Voice, entity_metadata: null };
}
