import {
  type APIEmbed,
  type APIMessage,
  DiscordAPIError,
  PermissionFlagsBits,
  RateLimitError,
  type REST,
  Routes,
} from "discord.js";
import { wasHeldUp } from "../errors.ts";
import type { Reply } from "../ui/reply.ts";
import { hasPermission } from "./channel-permissions.ts";
import { findAttachedName } from "../ui/embed.ts";

export interface PostOptions {
  /** At most 25 characters. For some minutes, Discord creates only one message per nonce. */
  readonly nonce?: string | undefined;
  /** A role whose mention in the content pings. */
  readonly pingRoleId?: string | undefined;
  /** If not sent within this time, it is not sent at all; a minute by default. */
  readonly withinMs?: number;
  /** Sent once more, in the same time, if nobody knows whether it got through: the nonce makes it one message. */
  readonly repeats?: boolean;
}

export interface DirectOptions extends PostOptions {
  readonly nonce: string;
  /** An earlier attempt may have got through, so its message is looked for first. */
  readonly isRetry: boolean;
  /** What only this message says below its title; without it, the whole text is compared. */
  readonly mark?: string | undefined;
}

/** Discord, or a proxy before it, gave up waiting; what was waited for may have happened. */
const timeoutStatus = 408;

/** Whether a failed request certainly changed nothing. For an interrupted one, nobody knows. */
export function isRefused(error: unknown): boolean {
  return (
    error instanceof RateLimitError ||
    wasHeldUp(error) ||
    (error instanceof DiscordAPIError && error.status < 500 && error.status !== timeoutStatus)
  );
}

/** @see PostOptions.repeats */
export async function repeatIfUnclear<T>(
  send: () => Promise<T>,
  { nonce, repeats }: PostOptions,
): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (repeats !== true || nonce === undefined || isRefused(error)) throw error;
    return send();
  }
}

/** A message as Discord's API expects it. */
export function createMessageRequest(
  { content = "", embeds = [], components = [], files = [], pings = [] }: Reply,
  { nonce, pingRoleId }: PostOptions = {},
) {
  return {
    body: {
      ...(nonce !== undefined && { nonce, enforce_nonce: true }),
      content,
      embeds,
      components,
      allowed_mentions: { parse: [], users: pings, ...(pingRoleId !== undefined && { roles: [pingRoleId] }) },
      ...(files.length > 0 && {
        attachments: files.map(({ name, description }, id) => ({
          id: String(id),
          filename: name,
          description,
        })),
      }),
    },
    files: files.map(({ name, data }) => ({ name, data })),
  };
}

/** An attached picture sent back by its address would also show up below the embed. */
export function withOwnPicture({ image, ...embed }: APIEmbed): APIEmbed {
  if (image === undefined) return embed;
  const name = findAttachedName(image.url);
  return { ...embed, image: { url: name === undefined ? image.url : `attachment://${name}` } };
}

/** A message the bot posted on its own, as read from its channel. */
export interface OwnMessage {
  readonly id: string;
  /** Available briefly at best: Discord doesn't store it with the message. */
  readonly nonce: string | number | undefined;
  readonly content: string;
  /** The first embed's title. */
  readonly title: string | undefined;
  /** The texts of all its embeds. */
  readonly texts: readonly string[];
}

export interface OwnMessages {
  /** Oldest first. */
  readonly messages: readonly OwnMessage[];
  /** False if there may be more: the channel has too many messages, or its history can't be read. */
  readonly isComplete: boolean;
}

const pageSize = 100;
/** Up to a thousand messages are read. */
const maxPages = 10;

export interface ChannelOfGuild {
  readonly guildId: string;
  readonly channelId: string;
}

/** Messages the bot posted on its own in a channel since a time, in epoch milliseconds. @throws Discord's errors */
export async function listOwnSince(
  rest: REST,
  { guildId, channelId }: ChannelOfGuild,
  { botId, since }: { readonly botId: string; readonly since: number },
): Promise<OwnMessages> {
  const messages: OwnMessage[] = [];
  let after = toSnowflake(since);
  for (let page = 0; page < maxPages; page++) {
    const query = new URLSearchParams({ limit: String(pageSize), after });
    // Discord's documented response: the messages right after that one, newest first.
    const read = (await rest.get(Routes.channelMessages(channelId), { query })) as APIMessage[];
    messages.push(
      ...read
        .filter((message) => isOwn(message, botId))
        .map(toOwnMessage)
        .toReversed(),
    );
    const [newest] = read;
    if (newest === undefined || read.length < pageSize) {
      // Without permission to read history, Discord returns an empty list.
      const member = { guildId, channelId, memberId: botId };
      const isComplete =
        messages.length > 0 || (await hasPermission(rest, member, PermissionFlagsBits.ReadMessageHistory));
      return { messages, isComplete };
    }
    after = newest.id;
  }
  return { messages, isComplete: false };
}

/** Messages the bot posted on its own, among the newest in a channel. @throws Discord's errors */
export async function listRecentOwn(
  rest: REST,
  channelId: string,
  botId: string,
): Promise<readonly OwnMessage[]> {
  const query = new URLSearchParams({ limit: String(pageSize) });
  // Discord's documented response.
  const read = (await rest.get(Routes.channelMessages(channelId), { query })) as APIMessage[];
  return read.filter((message) => isOwn(message, botId)).map(toOwnMessage);
}

/** Whether the texts are identical, or the titles and the mark. */
export function hasSameText(
  message: OwnMessage,
  { content = "", embeds = [] }: Reply,
  mark?: string,
): boolean {
  const texts = getTexts(embeds);
  if (mark !== undefined)
    return message.texts[0] === texts[0] && message.texts.some((text) => text.includes(mark));
  return (
    message.content.trim() === content.trim() &&
    texts.length === message.texts.length &&
    texts.every((text, index) => text === message.texts[index])
  );
}

/** Excludes the bot's replies to people. */
function isOwn({ author, interaction_metadata: askedBy }: APIMessage, botId: string): boolean {
  return author.id === botId && askedBy === undefined;
}

function toOwnMessage({ id, nonce, content, embeds }: APIMessage): OwnMessage {
  return { id, nonce, content, title: embeds[0]?.title, texts: getTexts(embeds) };
}

/** Discord trims whitespace. */
function getTexts(embeds: readonly APIEmbed[]): readonly string[] {
  return embeds.flatMap(({ title = "", description = "" }) => [title.trim(), description.trim()]);
}

const discordEpochMs = 1_420_070_400_000;

function toSnowflake(ms: number): string {
  return (BigInt(Math.max(0, Math.floor(ms) - discordEpochMs)) << 22n).toString();
}
