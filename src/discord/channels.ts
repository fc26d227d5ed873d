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
import { type ChosenChannel, isInLockedThread } from "./channel-permissions.ts";
import { LruMap } from "../lru-map.ts";
import { minuteMs } from "../time.ts";

/** Knows what Discord sends with an interaction and discord.js drops, until a thousand others have come. */
export type InteractionFacts = ReturnType<typeof watchInteractions>;

interface ResolvedChannel {
  readonly type: ChannelType;
  /** The caller's permissions there. */
  readonly permissions?: string;
  /** The bot's, since July 2026, if it is in the guild. Not part of discord.js 14.28. */
  readonly app_permissions?: string;
  readonly thread_metadata?: { readonly locked?: boolean };
}

/** The fields of an interaction used here. */
interface Sent {
  readonly id: string;
  readonly channel?: Pick<ResolvedChannel, "type" | "thread_metadata"> & {
    readonly parent_id?: string | null;
  };
  readonly data?: { readonly resolved?: { readonly channels?: Readonly<Record<string, ResolvedChannel>> } };
}

/** A thread that an interaction came from. */
export interface Thread {
  readonly parentId: string;
  /** Only those who manage threads may write there. */
  readonly isLocked: boolean;
}

const threadTypes: readonly ChannelType[] = [
  ChannelType.PublicThread,
  ChannelType.PrivateThread,
  ChannelType.AnnouncementThread,
];
/** Each is looked up right after it arrives. */
const maxInteractions = 1_000;

/** Needs no intent and no request. The parent of any other channel is its category, which is never linked. */
export function watchInteractions(client: Client) {
  const threads = new LruMap<string, Thread>({ maxSize: maxInteractions });
  const chosen = new LruMap<string, Readonly<Record<string, ResolvedChannel>>>({ maxSize: maxInteractions });
  client.ws.on(GatewayDispatchEvents.InteractionCreate, ({ id, channel, data }: Sent) => {
    if (data?.resolved?.channels !== undefined) chosen.set(id, data.resolved.channels);
    if (channel?.parent_id && threadTypes.includes(channel.type))
      threads.set(id, { parentId: channel.parent_id, isLocked: isLocked(channel) });
  });
  return {
    /** The thread that the interaction came from; `undefined` if it didn't come from one. */
    threadOf: (interactionId: string): Thread | undefined => threads.get(interactionId),
    /** A channel chosen in an option or a list; `undefined` if it wasn't, or Discord doesn't say what the bot may do there. */
    chosenChannel(interactionId: string, channelId: string): ChosenChannel | undefined {
      const channels = chosen.get(interactionId) ?? {};
      const channel = Object.hasOwn(channels, channelId) ? channels[channelId] : undefined;
      if (channel?.app_permissions === undefined || channel.permissions === undefined) return undefined;
      // Permissions don't tell who is in a private thread.
      if (channel.type === ChannelType.PrivateThread) return undefined;
      return {
        isThread: threadTypes.includes(channel.type),
        isLocked: isLocked(channel),
        botPermissions: BigInt(channel.app_permissions),
        callerPermissions: BigInt(channel.permissions),
      };
    },
  };
}

const isLocked = ({ thread_metadata }: Pick<ResolvedChannel, "thread_metadata">): boolean =>
  thread_metadata?.locked === true;

/** Long enough for someone typing, short enough for a channel that was just renamed. */
const cacheTtlMs = minuteMs;

/** Reads something about a guild or channel from Discord at most once a minute, unless that failed. */
export function readOnceAMinute<T>(
  now: () => number,
  read: (id: string) => Promise<T>,
): (id: string) => Promise<T> {
  const cached = new Map<string, { readonly until: number; readonly found: Promise<T> }>();
  return (id) => {
    for (const [old, { until }] of cached) if (until <= now()) cached.delete(old);
    const known = cached.get(id);
    if (known !== undefined) return known.found;
    const found = read(id);
    cached.set(id, { until: now() + cacheTtlMs, found });
    found.catch(() => cached.delete(id));
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
    await rest
      .patch(Routes.channel(channelId), { body: { archived: false } })
      .catch(async (refusal: unknown) => {
        // Someone may have locked it, or the bot may write nowhere for now.
        const isMissing = isCode(refusal, RESTJSONErrorCodes.MissingPermissions);
        throw isMissing && (await isInLockedThread(rest, channelId)) ? error : refusal;
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

/** Whether Discord refused something with this code. */
export function isCode(error: unknown, code: RESTJSONErrorCodes): boolean {
  return error instanceof DiscordAPIError && error.code === code;
}
