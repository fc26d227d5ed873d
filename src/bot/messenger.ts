import {
  type APIDMChannel,
  type APIMessage,
  DiscordAPIError,
  type REST,
  RESTJSONErrorCodes,
  Routes,
} from "discord.js";
import type { Answer } from "../interactions/answer.ts";
import { isOpenToAll, missingInChannel, type PostPermission } from "./channel-permissions.ts";

/** Messages that answer no interaction: to channels, and to people in private. */
export interface Messenger {
  /** Posts once; nothing is repeated. @throws DiscordAPIError, and whatever breaks on the way */
  post(channelId: string, answer: Answer): Promise<{ readonly messageId: string }>;
  /** Replaces a message of the bot. @throws as `post` */
  edit(channelId: string, messageId: string, answer: Answer): Promise<void>;
  /** Writes to a person in private. False when Discord does not let it through. @throws for any other trouble */
  tell(discordUserId: string, answer: Answer): Promise<boolean>;
  /** What the bot lacks to post in a channel, as Discord says right now. @throws as `post`; for a channel it cannot see, ViewChannel is missing */
  missingToPost(guildId: string, channelId: string): Promise<readonly PostPermission[]>;
  /** Whether strangers see a channel. @throws as `post` */
  isOpenToAll(guildId: string, channelId: string): Promise<boolean>;
}

/** @param botId known once the bot is logged in */
export function createMessenger(rest: REST, botId: () => string): Messenger {
  const send = async (channelId: string, answer: Answer): Promise<string> => {
    // Discord answers with the message as it keeps it.
    const message = (await rest.post(Routes.channelMessages(channelId), requestOf(answer))) as APIMessage;
    return message.id;
  };
  return {
    post: async (channelId, answer) => ({ messageId: await send(channelId, answer) }),

    async edit(channelId, messageId, answer) {
      await rest.patch(Routes.channelMessage(channelId, messageId), requestOf(answer));
    },

    async tell(discordUserId, answer) {
      try {
        const body = { recipient_id: discordUserId };
        // Discord's documented answer to this route.
        const channel = (await rest.post(Routes.userChannels(), { body })) as APIDMChannel;
        await send(channel.id, answer);
        return true;
      } catch (error) {
        if (error instanceof DiscordAPIError && isClosed.has(error.code)) return false;
        throw error;
      }
    },

    missingToPost: (guildId, channelId) => missingInChannel(rest, { guildId, channelId, memberId: botId() }),
    isOpenToAll: (guildId, channelId) => isOpenToAll(rest, { guildId, channelId }),
  };
}

const isClosed: ReadonlySet<number | string> = new Set([
  RESTJSONErrorCodes.CannotSendMessagesToThisUser,
  RESTJSONErrorCodes.UnknownUser,
  RESTJSONErrorCodes.CannotSendMessagesToThisUserDueToHavingNoMutualGuilds,
]);

function requestOf({ content = "", embeds = [], components = [], files = [], pings = [] }: Answer) {
  return {
    body: {
      content,
      embeds,
      components,
      allowed_mentions: { parse: [], users: pings },
      ...(files.length > 0 && {
        attachments: files.map(({ name, description }, id) => ({ id, filename: name, description })),
      }),
    },
    files: files.map(({ name, data }) => ({ name, data })),
  };
}
