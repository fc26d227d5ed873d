import {
  type ChannelType,
  type APIDMChannel,
  type APIMessage,
  type APIRole,
  DiscordAPIError,
  type REST,
  RESTJSONErrorCodes,
  Routes,
} from "discord.js";
import type { Logger } from "../log/index.ts";
import { minuteMs, startSystemTimer } from "../time.ts";
import type { Reply } from "../ui/reply.ts";
import { createChannelNames, crosspost, changeInOpenThread, isCode, readOnceAMinute } from "./channels.ts";
import {
  type PostOptions,
  createMessageRequest,
  withOwnPicture,
  type ReadableChannel,
  type OwnMessages,
  listOwnSince,
  repeatIfUnclear,
  TimedOutError,
} from "./bot-messages.ts";
import { createGuildEvents, createSeenChannels } from "./guild-events.ts";
import {
  readChannelType,
  type ExtraPermission,
  isPublic,
  listMissingExtrasInChosen,
  listMissingForCaller,
  listMissingInChosen,
  type MemberPermission,
  type ChosenChannel,
  findMissingForExtras,
  findMissingForMember,
  findMissingInChannel,
  findTimeout,
  findTimeoutInChannel,
  type PostExtras,
  type PostPermission,
  type Timeout,
} from "./channel-permissions.ts";
import { asItIs, type FinishText, finishReply } from "../ui/finish.ts";

/** Messages that aren't replies to interactions: in channels, and to people in private. */
export type Messenger = ReturnType<typeof createMessenger>;

export type PresentMessage = Pick<APIMessage, "content" | "embeds">;
type Amendment = Pick<PresentMessage, "content"> & Partial<PresentMessage>;

/** After this long, another process may be sending it. */
const sendTimeoutMs = minuteMs;

/** For requests to Discord but replies to interactions. */
export interface PostRests {
  readonly posts: REST;
  /** For requests that a person is waiting for. */
  readonly lookUps: REST;
}

/** @param botId available once the bot is logged in */
export function createMessenger(
  { posts: rest, lookUps }: PostRests,
  botId: () => string,
  now: () => number,
  finishText: FinishText = asItIs,
) {
  const finish = (payload: Reply): Reply => finishReply(payload, finishText);
  /** Discord refuses what a timeout forbids as if a permission were missing. */
  const explainRefusal = async <T>(channelId: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (!isCode(error, RESTJSONErrorCodes.MissingPermissions)) throw error;
      const timeout = await findTimeoutInChannel(lookUps, { channelId, memberId: botId() }, now()).catch(
        () => undefined,
      );
      throw timeout === undefined
        ? error
        : new TimedOutError("a moderator timed the bot out", { cause: error });
    }
  };
  const send = async (channelId: string, payload: Reply, options: PostOptions = {}): Promise<string> => {
    // Cancelled once the post is through: `AbortSignal.timeout` would keep everything in memory until it fires.
    const late = new AbortController();
    const cancel = startSystemTimer(options.withinMs ?? sendTimeoutMs, () => late.abort());
    try {
      const request = { ...createMessageRequest(finish(payload), options), signal: late.signal };
      const posting = () => rest.post(Routes.channelMessages(channelId), request);
      // Discord responds with the stored message.
      const repeating = () => repeatIfUnclear(posting, options);
      return ((await explainRefusal(channelId, repeating)) as APIMessage).id;
    } finally {
      cancel();
    }
  };
  const openDirect = async (discordUserId: string): Promise<string> => {
    const body = { recipient_id: discordUserId };
    // Discord's documented response.
    return ((await rest.post(Routes.userChannels(), { body })) as APIDMChannel).id;
  };
  const change = (channelId: string, work: () => Promise<unknown>) =>
    explainRefusal(channelId, () => changeInOpenThread(rest, channelId, work));
  return {
    /** A message as it is about to be sent. */
    finish,
    /** Posts once; never retries. @throws DiscordAPIError and connection errors */
    post: async (
      channelId: string,
      payload: Reply,
      options?: PostOptions,
    ): Promise<{ readonly messageId: string }> => ({ messageId: await send(channelId, payload, options) }),
    /**
     * Messages the bot posted on its own in a channel between two times, in epoch milliseconds, and some of those after.
     * @throws as `post`
     */
    listOwnSince: (
      channel: ReadableChannel,
      since: number,
      until: number = Number.POSITIVE_INFINITY,
    ): Promise<OwnMessages> => listOwnSince(rest, channel, { botId: botId(), since, until }),

    /** Publishes a post to the channel's followers, once. @throws as `post`, and RateLimitError after ten in an hour */
    crosspost: (channelId: string, messageId: string): Promise<void> => crosspost(rest, channelId, messageId),
    /** `undefined` for a channel the bot can't see. @throws as `post` */
    channelType: (channelId: string): Promise<ChannelType | undefined> => readChannelType(lookUps, channelId),

    /** False if the channel has as many pinned messages as Discord allows. @throws any other failure as `post` */
    async pin(channelId: string, messageId: string): Promise<boolean> {
      try {
        await change(channelId, () => rest.put(Routes.channelMessagesPin(channelId, messageId)));
        return true;
      } catch (error) {
        if (error instanceof DiscordAPIError && error.code === pinsAreFull) return false;
        throw error;
      }
    },

    /** Also succeeds if it wasn't pinned or is gone. @throws as `post` */
    unpin: (channelId: string, messageId: string): Promise<void> =>
      ignoreGone(() => change(channelId, () => rest.delete(Routes.channelMessagesPin(channelId, messageId)))),

    /** Also succeeds if it is already gone. @throws as `post` */
    delete: (channelId: string, messageId: string): Promise<void> =>
      ignoreGone(() => change(channelId, () => rest.delete(Routes.channelMessage(channelId, messageId)))),

    /** Replaces one of the bot's messages; mentions in it ping nobody. @throws as `post` */
    async edit(channelId: string, messageId: string, payload: Reply): Promise<void> {
      const { body, files } = createMessageRequest(finish(payload));
      // An edit keeps whatever it doesn't mention, so files no longer shown have to be removed.
      const attachments = payload.keepsFiles === true ? {} : { attachments: body.attachments ?? [] };
      await change(channelId, () =>
        rest.patch(Routes.channelMessage(channelId, messageId), {
          // Once a moderator has removed embeds, Discord would hide the new ones, too.
          body: { ...body, ...attachments, flags: 0 },
          files,
        }),
      );
    },

    /** False for a message that someone deleted, or that another application posted. @throws as `post` */
    async isOwnPresent(channelId: string, messageId: string): Promise<boolean> {
      try {
        // Discord's documented response.
        const { author } = (await rest.get(Routes.channelMessage(channelId, messageId))) as APIMessage;
        return author.id === botId();
      } catch (error) {
        if (isMessageLost(error)) return false;
        throw error;
      }
    },

    /** Replaces only the text of such a message. @throws as `post` */
    async editContent(channelId: string, messageId: string, content: string): Promise<void> {
      const body = { content: finishText(content), allowed_mentions: { parse: [] } };
      await change(channelId, () => rest.patch(Routes.channelMessage(channelId, messageId), { body }));
    },

    /** Replaces such a message with the result of `change`, if any; it keeps embeds left out there. @throws as `post` */
    async amend(
      channelId: string,
      messageId: string,
      toChanged: (present: PresentMessage) => Amendment | undefined,
    ): Promise<void> {
      const route = Routes.channelMessage(channelId, messageId);
      // Discord's documented response.
      const changed = toChanged((await rest.get(route)) as APIMessage);
      if (changed === undefined) return;
      const body = {
        ...changed,
        content: finishText(changed.content),
        ...(changed.embeds && { embeds: changed.embeds.map(withOwnPicture) }),
        allowed_mentions: { parse: [] },
      };
      await change(channelId, () => rest.patch(route, { body }));
    },

    /** Sends a private message. False if Discord doesn't let it through. @throws any other failure */
    async sendDirect(discordUserId: string, payload: Reply, options?: PostOptions): Promise<boolean> {
      try {
        await send(await openDirect(discordUserId), payload, options);
        return true;
      } catch (error) {
        if (isClosedToUs(error)) return false;
        throw error;
      }
    },
    /** The channel for private messages to someone. @throws as `post` */
    openDirect,

    /**
     * The permissions the bot lacks to post in a channel, as Discord reports right now, within 2 s, or what else keeps it
     * from that. For a channel it can't see, ViewChannel is missing.
     * @param chosen the same channel as just chosen in an interaction, which needs no look-up if nothing is missing
     * @throws as `post`
     */
    missingPermissions: async (
      guildId: string,
      channelId: string,
      chosen?: ChosenChannel,
    ): Promise<readonly PostPermission[] | "gone" | Timeout> => {
      const memberId = botId();
      if (chosen === undefined) return findMissingInChannel(lookUps, { guildId, channelId, memberId }, now());
      const missing = listMissingInChosen(chosen);
      if (missing.length === 0) return missing;
      return (await findTimeout(lookUps, { guildId, memberId }, now())) ?? missing;
    },
    // Whether a role can be pinged by everyone isn't said with the channel.
    /** The permissions the bot lacks for a post's extras; none for a channel it can't see. @throws as `post` */
    missingForExtras: async (
      guildId: string,
      channelId: string,
      extras: PostExtras,
      chosen?: ChosenChannel,
    ): Promise<readonly ExtraPermission[]> =>
      chosen === undefined || extras.mentionRoleId !== undefined
        ? findMissingForExtras(lookUps, { guildId, channelId, memberId: botId() }, extras)
        : listMissingExtrasInChosen(chosen, extras.pins),
    /**
     * The permissions a member lacks to write in a channel themselves and to ping that role there.
     * @param chosen the same channel as just chosen by that member
     * @throws as `post`
     */
    missingForMember: async (
      guildId: string,
      channelId: string,
      memberId: string,
      mentionRoleId: string | undefined,
      chosen?: ChosenChannel,
    ): Promise<readonly MemberPermission[]> =>
      chosen === undefined || mentionRoleId !== undefined
        ? findMissingForMember(lookUps, { guildId, channelId, memberId }, mentionRoleId)
        : listMissingForCaller(chosen),
    /** Whether someone is in a guild, as Discord reports right now. @throws as `post` */
    async isMember(guildId: string, discordUserId: string): Promise<boolean> {
      try {
        await lookUps.get(Routes.guildMember(guildId, discordUserId));
        return true;
      } catch (error) {
        if (error instanceof DiscordAPIError && isStranger.has(error.code)) return false;
        throw error;
      }
    },
    /** Whether everyone can see a channel. @throws as `post` */
    isPublic: (guildId: string, channelId: string): Promise<boolean> =>
      isPublic(lookUps, { guildId, channelId }),
    /**
     * A guild's scheduled Discord events that the bot sees, at most a minute old. Discord shows one in a channel only to
     * those who see that channel. @throws as `post`
     */
    guildEvents: createGuildEvents(lookUps, now),
    /** Of a guild's channels, those that all readers see. @throws as `post` */
    seenChannels: createSeenChannels(lookUps, now, botId),
    /** Of all roles, at most a minute old. @throws as `post` */
    roleIds: readOnceAMinute(now, (guildId) => readRoleIds(lookUps, guildId)),
    /** By channel id, at most a minute old. @throws as `post` */
    channelNames: createChannelNames(lookUps, now),
  };
}

async function readRoleIds(rest: REST, guildId: string): Promise<ReadonlySet<string>> {
  // Discord's documented response.
  const roles = (await rest.get(Routes.guildRoles(guildId))) as APIRole[];
  return new Set(roles.map(({ id }) => id));
}

const pinsAreFull = RESTJSONErrorCodes.MaximumNumberOfPinsReachedForTheChannel;

const isClosed: ReadonlySet<number | string> = new Set([
  RESTJSONErrorCodes.CannotSendMessagesToThisUser,
  RESTJSONErrorCodes.UnknownUser,
  RESTJSONErrorCodes.CannotSendMessagesToThisUserDueToHavingNoMutualGuilds,
]);

/** Whether Discord doesn't let private messages through to someone. */
export function isClosedToUs(error: unknown): boolean {
  return error instanceof DiscordAPIError && isClosed.has(error.code);
}

const isStranger: ReadonlySet<number | string> = new Set([
  RESTJSONErrorCodes.UnknownMember,
  RESTJSONErrorCodes.UnknownUser,
]);

/** Whether a member is still in the guild. That Discord doesn't say is no reason to do less than what was asked. */
export function isStillMember(
  { guildId, discordUserId }: { readonly guildId: string; readonly discordUserId: string },
  { messenger, log }: { readonly messenger: Pick<Messenger, "isMember">; readonly log: Logger },
): Promise<boolean> {
  return messenger.isMember(guildId, discordUserId).catch((error: unknown) => {
    log.info("couldn't check whether a member is still here", { guildId, error });
    return true;
  });
}

/** Whether a message can't be changed anymore: someone deleted it, or another application than this one posted it. */
export function isMessageLost(error: unknown): boolean {
  return (
    isCode(error, RESTJSONErrorCodes.UnknownMessage) ||
    isCode(error, RESTJSONErrorCodes.CannotEditMessageAuthoredByAnotherUser)
  );
}

/** A deleted channel's messages went with it. Of one the bot can't see, Discord says something else. */
const isGone: ReadonlySet<number | string> = new Set([
  RESTJSONErrorCodes.UnknownMessage,
  RESTJSONErrorCodes.UnknownChannel,
]);

/** Does something to a message that may be gone already. @throws what isn't about that */
export async function ignoreGone(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof DiscordAPIError && isGone.has(error.code))) throw error;
  }
}
