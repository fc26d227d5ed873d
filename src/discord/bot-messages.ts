import {
  type APIEmbed,
  type APIMessage,
  DiscordAPIError,
  PermissionFlagsBits,
  RateLimitError,
  type REST,
  Routes,
  SnowflakeUtil,
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

/** A moderator timed the bot out in the server: it may write again when that ends, or is ended. */
export class TimedOutError extends Error {
  override readonly name = "TimedOutError";
}

/** Discord, or a proxy before it, gave up waiting; what was waited for may have happened. */
const timeoutStatus = 408;

/** Whether a failed request certainly changed nothing. For an interrupted one, nobody knows. */
export function isRefused(error: unknown): boolean {
  return (
    error instanceof RateLimitError ||
    error instanceof TimedOutError ||
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

/** A message the bot posted on its own, as read from its channel. Its nonce is available briefly at best. */
export type OwnMessage = Pick<APIMessage, "id" | "nonce" | "content" | "embeds" | "components" | "flags">;

export interface OwnMessages {
  /** Oldest first. */
  readonly messages: readonly OwnMessage[];
  /** False if there may be more by then: the channel has too many messages, or its history can't be read. */
  readonly isComplete: boolean;
}

const pageSize = 100;
/** However many messages there are, a thousand are read: the bot's clock may have been behind. */
const minPages = 10;
/** Of a few minutes, as many as a lease has time for. */
const maxPages = 60;

/** A private channel belongs to no guild. */
export interface ReadableChannel {
  readonly guildId?: string;
  readonly channelId: string;
}

/**
 * Messages the bot posted on its own in a channel between two times, in epoch milliseconds, and some of those after.
 * @throws Discord's errors
 */
export async function listOwnSince(
  rest: REST,
  { guildId, channelId }: ReadableChannel,
  { botId, since, until }: { readonly botId: string; readonly since: number; readonly until: number },
): Promise<OwnMessages> {
  const messages: OwnMessage[] = [];
  let after = toSnowflake(since);
  for (let page = 1; page <= maxPages; page++) {
    const query = new URLSearchParams({ limit: String(pageSize), after });
    // Discord's documented response: the messages right after that one, newest first.
    const read = (await rest.get(Routes.channelMessages(channelId), { query })) as APIMessage[];
    messages.push(...read.filter((message) => isOwn(message, botId)).toReversed());
    const [newest] = read;
    if (newest === undefined || read.length < pageSize) {
      // Without permission to read history, Discord returns an empty list.
      const isComplete =
        messages.length > 0 ||
        guildId === undefined ||
        (await hasPermission(
          rest,
          { guildId, channelId, memberId: botId },
          PermissionFlagsBits.ReadMessageHistory,
        ));
      return { messages, isComplete };
    }
    after = newest.id;
    if (page >= minPages && SnowflakeUtil.timestampFrom(newest.id) > until)
      return { messages, isComplete: true };
  }
  return { messages, isComplete: false };
}

/** Excludes the bot's replies to people. */
function isOwn({ author, interaction_metadata: askedBy }: APIMessage, botId: string): boolean {
  return author.id === botId && askedBy === undefined;
}

const discordEpochMs = 1_420_070_400_000;

function toSnowflake(ms: number): string {
  return (BigInt(Math.max(0, Math.floor(ms) - discordEpochMs)) << 22n).toString();
}
