import {
  type APIGuild,
  type APIGuildChannel,
  type APIGuildScheduledEvent,
  type APIOverwrite,
  GuildScheduledEventStatus,
  OverwriteType,
  PermissionFlagsBits,
  type REST,
  Routes,
} from "discord.js";
import type { Recurrence } from "../domain/event-recurrence.ts";
import { computePermissions, findParentId } from "./channel-permissions.ts";
import { readOnceAMinute } from "./channels.ts";
import { findMember } from "./members.ts";

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

/** A guild's scheduled events that the bot sees. The function rejects with Discord's errors. */
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

interface Reader {
  readonly discordUserId: string;
  readonly roleIds: readonly string[];
}

/** Who reads something: whoever sees a channel or thread, or a single member. */
export type Readers = { readonly channelId: string } | Reader;

/** Members whom a channel names and who are asked for; rarely more than a few. */
const maxMembers = 20;

/**
 * Of a guild's channels, those that all readers see, as Discord said at most a minute ago. One that Discord doesn't tell
 * the bot about isn't among them; nor does it say who reads one, so then that may be anyone in the guild. The function
 * rejects with Discord's errors.
 * @param botId available once the bot is logged in
 */
export function createSeenChannels(rest: REST, now: () => number, botId: () => string) {
  const readGuild = readOnceAMinute(now, (guildId) => readGuildRights(rest, guildId));
  const readParentId = readOnceAMinute(now, (threadId) => findParentId(rest, threadId));
  /** Those whom a channel admits or keeps out by themselves. */
  const readMembers = readOnceAMinute(now, async (place) => {
    const [guildId = "", channelId = "", how] = place.split(" ");
    const { overwritesOf } = await readGuild(guildId);
    const ids = (overwritesOf.get(channelId) ?? [])
      .filter(
        (each) =>
          each.type === OverwriteType.Member && concernsView(each, how === "admits" ? "allow" : "deny"),
      )
      .map(({ id }) => id);
    const people = ids.filter((id) => id !== botId());
    // Of so many nobody is asked for: what a newcomer sees, they see.
    if (people.length > maxMembers) return [newcomer];
    const found = await Promise.all(people.map((id) => findMember(rest, guildId, id)));
    return found.flatMap((member): readonly Reader[] => (member?.bot === false ? [member] : []));
  });
  return async (
    guildId: string,
    channelIds: ReadonlySet<string>,
    readers: Readers,
  ): Promise<ReadonlySet<string>> => {
    const { ownerId, roles, overwritesOf } = await readGuild(guildId);
    const sees = (channelId: string, { roleIds, discordUserId: memberId }: Reader): boolean => {
      const overwrites = overwritesOf.get(channelId);
      if (overwrites === undefined) return false;
      if (memberId === ownerId) return true;
      const permissions = computePermissions({ guildId, memberId, roleIds, roles, overwrites });
      return (permissions & PermissionFlagsBits.ViewChannel) !== 0n;
    };
    const filter = (isSeen: (channelId: string) => boolean) => new Set([...channelIds].filter(isSeen));
    if ("discordUserId" in readers) return filter((channelId) => sees(channelId, readers));
    const isListed = overwritesOf.has(readers.channelId);
    const place = isListed ? readers.channelId : await readParentId(readers.channelId);
    const isKnown = place !== undefined && overwritesOf.has(place);
    const mayRead = (reader: Reader): boolean => !isKnown || sees(place, reader);
    // A bot's own role says nothing about people.
    const ofPeople = roles.filter(({ tags }) => tags?.bot_id === undefined);
    const byRole = ofPeople.map(({ id }): Reader => ({ ...newcomer, roleIds: [id] }));
    const members = isKnown ? await readMembers(`${guildId} ${place} admits`) : [];
    const those = [...byRole.filter(mayRead), ...members];
    const seen = filter((channelId) => those.every((reader) => sees(channelId, reader)));
    for (const channelId of seen) {
      const others = await readMembers(`${guildId} ${channelId} keeps-out`);
      if (others.some((reader) => mayRead(reader) && !sees(channelId, reader))) seen.delete(channelId);
    }
    return seen;
  };
}

/** Nobody in particular. */
const newcomer: Reader = { discordUserId: "", roleIds: [] };

function concernsView(overwrite: APIOverwrite, how: "allow" | "deny"): boolean {
  return (BigInt(overwrite[how]) & PermissionFlagsBits.ViewChannel) !== 0n;
}

async function readGuildRights(rest: REST, guildId: string) {
  // Discord's documented responses. Threads aren't in the list.
  const [{ roles, owner_id: ownerId }, channels] = await Promise.all([
    rest.get(Routes.guild(guildId)) as Promise<APIGuild>,
    rest.get(Routes.guildChannels(guildId)) as Promise<APIGuildChannel[]>,
  ]);
  const overwritesOf = new Map(channels.map((channel) => [channel.id, channel.permission_overwrites ?? []]));
  return { ownerId, roles, overwritesOf };
}
