import { type APIMessage, PermissionFlagsBits, type REST, Routes } from "discord.js";
import { memberMay } from "./channel-permissions.ts";

/** Something that the bot posted by itself, as its channel keeps it. */
export interface OwnMessage {
  readonly id: string;
  /** Not there for long, if at all: Discord does not keep it with the message. */
  readonly nonce: string | number | undefined;
  readonly content: string;
  /** Of its first embed. */
  readonly title: string | undefined;
}

export interface OwnMessages {
  /** Oldest first. */
  readonly messages: readonly OwnMessage[];
  /** False when there may be more of them: the channel has too many messages, or its past may not be read. */
  readonly isWhole: boolean;
}

const pageSize = 100;
/** A channel with more than a thousand messages since is not read on. */
const mostPages = 10;

export interface ChannelOfGuild {
  readonly guildId: string;
  readonly channelId: string;
}

/** What the bot posted by itself in a channel since a moment, in epoch milliseconds. @throws what Discord answered */
export async function ownSince(
  rest: REST,
  { guildId, channelId }: ChannelOfGuild,
  { botId, since }: { readonly botId: string; readonly since: number },
): Promise<OwnMessages> {
  const messages: OwnMessage[] = [];
  let after = snowflakeOf(since);
  for (let page = 0; page < mostPages; page++) {
    const query = new URLSearchParams({ limit: String(pageSize), after });
    // Discord's documented answer to this route: those right after, the newest of them first.
    const read = (await rest.get(Routes.channelMessages(channelId), { query })) as APIMessage[];
    messages.push(
      ...read
        .filter((message) => isOwn(message, botId))
        .map(ownMessageOf)
        .toReversed(),
    );
    const [newest] = read;
    if (newest === undefined || read.length < pageSize) {
      // To whom may not read the past Discord shows none, as if there were none.
      const member = { guildId, channelId, memberId: botId };
      const isWhole =
        messages.length > 0 || (await memberMay(rest, member, PermissionFlagsBits.ReadMessageHistory));
      return { messages, isWhole };
    }
    after = newest.id;
  }
  return { messages, isWhole: false };
}

/** Answers to people are its own too, but nothing that it posted by itself. */
function isOwn({ author, interaction_metadata: askedBy }: APIMessage, botId: string): boolean {
  return author.id === botId && askedBy === undefined;
}

function ownMessageOf({ id, nonce, content, embeds }: APIMessage): OwnMessage {
  return { id, nonce, content, title: embeds[0]?.title };
}

const discordEpochMs = 1_420_070_400_000;

function snowflakeOf(ms: number): string {
  return (BigInt(Math.max(0, Math.floor(ms) - discordEpochMs)) << 22n).toString();
}
