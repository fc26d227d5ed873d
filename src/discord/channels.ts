import {
  ChannelType,
  type Client,
  GatewayDispatchEvents,
  type APIGuildChannel,
  type REST,
  Routes,
  DiscordAPIError,
  RESTJSONErrorCodes,
} from "discord.js";
import { LruMap } from "../lru-map.ts";
import { minuteMs } from "../time.ts";

/** Knows the parent channel of an interaction's thread, which Discord sends and discord.js drops. */
export interface ThreadParents {
  /** `undefined` if the interaction didn't come from a thread, or if a thousand others came since. */
  of(this: void, interactionId: string): string | undefined;
}

/** The fields of an interaction used here. */
interface SentFrom {
  readonly id: string;
  readonly channel?: { readonly type: ChannelType; readonly parent_id?: string | null };
}

const threads: readonly ChannelType[] = [
  ChannelType.PublicThread,
  ChannelType.PrivateThread,
  ChannelType.AnnouncementThread,
];
/** Each is looked up right after it arrives. */
const maxParents = 1_000;

/** Needs no intent and no request. The parent of any other channel is its category, which is never linked. */
export function watchThreadParents(client: Client): ThreadParents {
  const parents = new LruMap<string, string>({ maxSize: maxParents });
  client.ws.on(GatewayDispatchEvents.InteractionCreate, ({ id, channel }: SentFrom) => {
    if (channel === undefined || !channel.parent_id || !threads.includes(channel.type)) return;
    parents.set(id, channel.parent_id);
  });
  return { of: (interactionId) => parents.get(interactionId) };
}

/** Long enough for someone typing, short enough for a channel that was just renamed. */
const cacheTtlMs = minuteMs;

/** Reads something about a guild from Discord at most once a minute, unless that failed. */
export function readOnceAMinute<T>(
  now: () => number,
  read: (guildId: string) => Promise<T>,
): (guildId: string) => Promise<T> {
  const cached = new Map<string, { readonly until: number; readonly found: Promise<T> }>();
  return (guildId) => {
    for (const [id, { until }] of cached) if (until <= now()) cached.delete(id);
    const known = cached.get(guildId);
    if (known !== undefined) return known.found;
    const found = read(guildId);
    cached.set(guildId, { until: now() + cacheTtlMs, found });
    found.catch(() => cached.delete(guildId));
    return found;
  };
}

/** A guild's channel names by id. */
export const createChannelNames = (rest: REST, now: () => number) =>
  readOnceAMinute(now, (guildId) => readNames(rest, guildId));

async function readNames(rest: REST, guildId: string): Promise<ReadonlyMap<string, string>> {
  // Discord's documented response.
  const channels = (await rest.get(Routes.guildChannels(guildId))) as APIGuildChannel[];
  return new Map(channels.map(({ id, name }) => [id, name]));
}

/**
 * Changes something in a channel. An archived thread is reopened first, which Discord allows unless it is locked.
 * @throws Discord's errors
 */
export async function changeInOpenThread(
  rest: REST,
  channelId: string,
  change: () => Promise<unknown>,
): Promise<void> {
  try {
    await change();
  } catch (error) {
    if (!isCode(error, RESTJSONErrorCodes.InvalidActionOnArchivedThread)) throw error;
    await rest.patch(Routes.channel(channelId), { body: { archived: false } }).catch(() => {
      throw error;
    });
    await change();
  }
}

/** Publishes a post in an announcement channel; does nothing if it already is. @throws Discord's errors */
export async function crosspost(rest: REST, channelId: string, messageId: string): Promise<void> {
  try {
    await rest.post(Routes.channelMessageCrosspost(channelId, messageId));
  } catch (error) {
    if (!isCode(error, RESTJSONErrorCodes.ThisMessageWasAlreadyCrossposted)) throw error;
  }
}

function isCode(error: unknown, code: RESTJSONErrorCodes): boolean {
  return error instanceof DiscordAPIError && error.code === code;
}
