import { type APIGuildScheduledEvent, GuildScheduledEventStatus, type REST, Routes } from "discord.js";
import type { Recurrence } from "../domain/event-recurrence.ts";
import { readOnceAMinute } from "./channels.ts";

/** A guild's scheduled event in Discord. */
export interface GuildEvent {
  readonly id: string;
  readonly name: string;
  /** Epoch milliseconds; the next occurrence if it recurs. */
  readonly startsAt: number;
  readonly endsAt: number | undefined;
  readonly channelId: string | undefined;
  readonly place: string | undefined;
  readonly recurrence: Recurrence | undefined;
  /** Starts of cancelled occurrences, in epoch milliseconds. */
  readonly cancelled: readonly number[];
  /** New starts of moved occurrences by their usual start, both in epoch milliseconds. */
  readonly moved: ReadonlyMap<number, number>;
}

const discordEpochMs = 1_420_070_400_000n;

/** A guild's scheduled events. The function rejects with Discord's errors. */
export const createGuildEvents = (rest: REST, now: () => number) =>
  readOnceAMinute(now, (guildId) => read(rest, guildId));

/** Discord's response; its types package doesn't have the exceptions yet. */
type AnsweredEvent = APIGuildScheduledEvent & {
  readonly guild_scheduled_event_exceptions?: readonly {
    readonly event_exception_id: string;
    readonly scheduled_start_time: string | null;
    readonly is_canceled: boolean;
  }[];
};

async function read(rest: REST, guildId: string): Promise<readonly GuildEvent[]> {
  const events = (await rest.get(Routes.guildScheduledEvents(guildId))) as AnsweredEvent[] | null;
  return (events ?? [])
    .filter(
      ({ status }) =>
        status === GuildScheduledEventStatus.Scheduled || status === GuildScheduledEventStatus.Active,
    )
    .map(toEvent);
}

function toEvent(event: AnsweredEvent): GuildEvent {
  const { recurrence_rule: rule, guild_scheduled_event_exceptions: exceptions = [] } = event;
  return {
    id: event.id,
    name: event.name,
    startsAt: Date.parse(event.scheduled_start_time),
    endsAt: event.scheduled_end_time === null ? undefined : Date.parse(event.scheduled_end_time),
    channelId: event.channel_id ?? undefined,
    place: event.entity_metadata?.location,
    recurrence: rule
      ? {
          startsAt: Date.parse(rule.start),
          endsAt: rule.end === null ? undefined : Date.parse(rule.end),
          every: (["year", "month", "week", "day"] as const)[rule.frequency],
          interval: Math.max(1, rule.interval),
          // Discord counts from Monday as 0.
          weekdays: (rule.by_weekday ?? []).map((day) => day + 1),
          weekdaysOfMonth: (rule.by_n_weekday ?? []).map(({ n, day }) => ({ n, weekday: day + 1 })),
        }
      : undefined,
    cancelled: exceptions.filter((exception) => exception.is_canceled).map(getUsualStart),
    moved: new Map(
      exceptions.flatMap((exception) => {
        const { scheduled_start_time: start, is_canceled: isCancelled } = exception;
        return start === null || isCancelled ? [] : [[getUsualStart(exception), Date.parse(start)] as const];
      }),
    ),
  };
}

/** The id of an exception contains the start it applies to. */
function getUsualStart({ event_exception_id: id }: { readonly event_exception_id: string }): number {
  return Number((BigInt(id) >> 22n) + discordEpochMs);
}
