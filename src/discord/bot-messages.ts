import { type APIEmbed, type APIMessage, PermissionFlagsBits, type REST, Routes } from "discord.js";
import type { Reply } from "../ui/reply.ts";
import { memberMay } from "./channel-permissions.ts";

/** Something that the bot posted by itself, as its channel keeps it. */
export interface OwnMessage {
  readonly id: string;
  /** Not there for long, if at all: Discord does not keep it with the message. */
  readonly nonce: string | number | undefined;
  readonly content: string;
  /** Of its first embed. */
  readonly title: string | undefined;
  /** Of all its embeds. */
  readonly texts: readonly string[];
}

export interface OwnMessages {
  /** Oldest first. */
  readonly messages: readonly OwnMessage[];
  /** False when there may be more of them: the channel has too many messages, or its past may not be read. */
  readonly isComplete: boolean;
}

const pageSize = 100;
/** A channel with more than a thousand messages since is not read on. */
const maxPages = 10;

export interface ChannelOfGuild {
  readonly guildId: string;
  readonly channelId: string;
}

/** What the bot posted by itself in a channel since a moment, in epoch milliseconds. @throws what Discord answered */
export async function listOwnSince(
  rest: REST,
  { guildId, channelId }: ChannelOfGuild,
  { botId, since }: { readonly botId: string; readonly since: number },
): Promise<OwnMessages> {
  const messages: OwnMessage[] = [];
  let after = snowflakeAt(since);
  for (let page = 0; page < maxPages; page++) {
    const query = new URLSearchParams({ limit: String(pageSize), after });
    // Discord's documented answer to this route: those right after, the newest of them first.
    const read = (await rest.get(Routes.channelMessages(channelId), { query })) as APIMessage[];
    messages.push(
      ...read
        .filter((message) => isOwn(message, botId))
        .map(toOwnMessage)
        .toReversed(),
    );
    const [newest] = read;
    if (newest === undefined || read.length < pageSize) {
      // Without the right to read history, Discord shows none, as if there were none.
      const member = { guildId, channelId, memberId: botId };
      const isComplete =
        messages.length > 0 || (await memberMay(rest, member, PermissionFlagsBits.ReadMessageHistory));
      return { messages, isComplete };
    }
    after = newest.id;
  }
  return { messages, isComplete: false };
}

/** What the bot posted by itself among the newest messages of a channel. @throws what Discord answered */
export async function listRecentOwn(
  rest: REST,
  channelId: string,
  botId: string,
): Promise<readonly OwnMessage[]> {
  const query = new URLSearchParams({ limit: String(pageSize) });
  // Discord's documented answer to this route.
  const read = (await rest.get(Routes.channelMessages(channelId), { query })) as APIMessage[];
  return read.filter((message) => isOwn(message, botId)).map(toOwnMessage);
}

/** Word for word. */
export function hasSameText(message: OwnMessage, { content = "", embeds = [] }: Reply): boolean {
  const texts = textsOf(embeds);
  return (
    message.content.trim() === content.trim() &&
    texts.length === message.texts.length &&
    texts.every((text, index) => text === message.texts[index])
  );
}

/** Answers to people are its own too, but nothing that it posted by itself. */
function isOwn({ author, interaction_metadata: askedBy }: APIMessage, botId: string): boolean {
  return author.id === botId && askedBy === undefined;
}

function toOwnMessage({ id, nonce, content, embeds }: APIMessage): OwnMessage {
  return { id, nonce, content, title: embeds[0]?.title, texts: textsOf(embeds) };
}

/** Discord cuts off what is empty at the ends. */
function textsOf(embeds: readonly APIEmbed[]): readonly string[] {
  return embeds.flatMap(({ title = "", description = "" }) => [title.trim(), description.trim()]);
}

const discordEpochMs = 1_420_070_400_000;

function snowflakeAt(ms: number): string {
  return (BigInt(Math.max(0, Math.floor(ms) - discordEpochMs)) << 22n).toString();
}
