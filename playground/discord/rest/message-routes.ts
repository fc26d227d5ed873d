import { ChannelType, PermissionFlagsBits } from "discord-api-types/v10";
import {
  archivedThread,
  cannotTell,
  lockedThread,
  notInThisChannel,
  missingAccess,
  missingPermissions,
  notTheAuthor,
  tooManyPins,
  unknownChannel,
  unknownMessage,
} from "../api-error.ts";
import { FormCheck, isFields, plain } from "../body-validator.ts";
import { timestamp } from "../compose-message.ts";
import type { StoredMessage } from "../messages.ts";
import { allPermissions } from "../permissions.ts";
import type { RequestBody } from "../request-body.ts";
import type { World } from "../state.ts";
import { type Api, nothing } from "./api-env.ts";

const {
  AttachFiles,
  EmbedLinks,
  ManageMessages,
  ManageThreads,
  PinMessages,
  ReadMessageHistory,
  SendMessages,
  SendMessagesInThreads,
  ViewChannel,
} = PermissionFlagsBits;

/** Posting into channels, and what becomes of the posts. */
export function messageRoutes(api: Api, world: World): void {
  const { directory, messages } = world;

  api.post("/channels/:channel/messages", (c) => {
    const channelId = c.req.param("channel");
    const body = c.get("body");
    const held = demand(world, channelId, sendingIn(world, channelId) | neededFor(body));
    openThread(world, channelId, held);
    const recipient = directory.direct.recipientOf(channelId);
    if (recipient !== undefined && !directory.mayTell(recipient)) throw cannotTell();
    const reference = body.fields["message_reference"];
    const repliesTo =
      isFields(reference) && reference["message_id"] !== undefined
        ? plain(reference["message_id"])
        : undefined;
    if (repliesTo !== undefined) {
      demand(world, channelId, ReadMessageHistory);
      checkReference(world, channelId, repliesTo);
    }
    return c.json(messages.create({ channelId, repliesTo }, body).message);
  });

  api.get("/channels/:channel/messages", (c) => {
    const channelId = c.req.param("channel");
    const permissions = demand(world, channelId, ViewChannel);
    if ((permissions & ReadMessageHistory) === 0n) return c.json([]);
    const { before, after, around, limit } = c.req.query();
    const form = new FormCheck();
    const most = form.integer({ limit: Number(limit ?? 50) }, "limit", { min: 1, max: 100 }) ?? 50;
    form.finish();
    const visible = world.messages.publicIn(channelId).toReversed();
    const shown = page(visible, { before, after, around }, most);
    return c.json(world.messages.keepsNonces ? shown.map(({ message }) => message) : shown.map(asKept));
  });
  api.get("/channels/:channel/messages/pins", (c) => {
    const pins = pinsIn(world, c.req.param("channel"));
    return c.json({
      items: pins.map(({ message, pinnedAtMs }) => ({ pinned_at: timestamp(pinnedAtMs ?? 0), message })),
      has_more: false,
    });
  });
  api.get("/channels/:channel/pins", (c) =>
    c.json(pinsIn(world, c.req.param("channel")).map(({ message }) => message)),
  );

  for (const base of ["/channels/:channel/messages/pins/:message", "/channels/:channel/pins/:message"]) {
    api.put(base, (c) => {
      const channel = c.req.param("channel") ?? "";
      const message = c.req.param("message") ?? "";
      demand(world, channel, PinMessages);
      refuseArchived(world, channel);
      const stored = publicMessage(world, channel, message);
      if (!stored.message.pinned && pinsIn(world, channel).length >= messages.pinLimit) throw tooManyPins();
      messages.pin(stored.message.id, true);
      return nothing();
    });
    api.delete(base, (c) => {
      const channel = c.req.param("channel") ?? "";
      const message = c.req.param("message") ?? "";
      demand(world, channel, PinMessages);
      refuseArchived(world, channel);
      messages.pin(publicMessage(world, channel, message).message.id, false);
      return nothing();
    });
  }

  api.get("/channels/:channel/messages/:message", (c) => {
    const { channel, message } = c.req.param();
    demand(world, channel, ReadMessageHistory);
    return c.json(asKept(publicMessage(world, channel, message)));
  });
  api.patch("/channels/:channel/messages/:message", (c) => {
    const { channel, message } = c.req.param();
    const body = c.get("body");
    const held = demand(world, channel, ViewChannel | neededFor(body));
    refuseArchived(world, channel);
    refuseLocked(world, channel, held);
    const stored = publicMessage(world, channel, message);
    if (stored.message.author.id !== world.directory.botId) throw notTheAuthor();
    return c.json(messages.edit(message, body).message);
  });
  api.delete("/channels/:channel/messages/:message", (c) => {
    const { channel, message } = c.req.param();
    demand(world, channel, ViewChannel);
    refuseArchived(world, channel);
    const stored = publicMessage(world, channel, message);
    if (stored.message.author.id !== world.directory.botId) demand(world, channel, ManageMessages);
    messages.delete(message);
    return nothing();
  });
  api.post("/channels/:channel/messages/:message/crosspost", (c) => {
    const { channel, message } = c.req.param();
    demand(world, channel, SendMessages);
    if (directory.channel(channel)?.channel.type !== ChannelType.GuildAnnouncement) throw notInThisChannel();
    const stored = publicMessage(world, channel, message);
    if (stored.message.author.id !== directory.botId) demand(world, channel, ManageMessages);
    return c.json(asKept(messages.publish(message)));
  });
}

function sendingIn({ directory }: World, channelId: string): bigint {
  return directory.isThread(channelId) ? SendMessagesInThreads : SendMessages;
}

/** A post opens an archived thread again, unless that is locked. @throws DiscordApiError 50083 or 160005 */
function openThread({ directory, events }: World, channelId: string, held: bigint): void {
  const placed = directory.channel(channelId);
  if (placed === undefined || !directory.isThread(channelId)) return;
  const { archived = false, locked = false } = placed.channel;
  if (locked && (held & ManageThreads) === 0n) throw archived ? archivedThread() : lockedThread();
  if (!archived) return;
  directory.changeChannel(channelId, { archived: false });
  events.emit({ type: "guild", guildId: placed.guild.id });
}

/**
 * Only active threads can be changed: https://docs.discord.com/developers/topics/threads#active-archived-threads
 * @throws DiscordApiError 50083
 */
function refuseArchived({ directory }: World, channelId: string): void {
  if (directory.channel(channelId)?.channel.archived === true) throw archivedThread();
}

/**
 * Also where it isn't archived: https://docs.discord.com/developers/topics/threads#locked-threads
 * @throws DiscordApiError 160005
 */
function refuseLocked({ directory }: World, channelId: string, held: bigint): void {
  if (directory.channel(channelId)?.channel.locked === true && (held & ManageThreads) === 0n)
    throw lockedThread();
}

/** Gives what the bot may do in the channel. @throws DiscordApiError 10003, 50001 or 50013 */
function demand({ directory }: World, channelId: string, needed: bigint): bigint {
  if (directory.direct.recipientOf(channelId) !== undefined) return allPermissions;
  const placed = directory.channel(channelId);
  if (placed === undefined) throw unknownChannel();
  const held = directory.permissions(placed.guild.id, directory.botId, channelId);
  if ((held & ViewChannel) === 0n) throw missingAccess();
  if ((held & needed) !== needed) throw missingPermissions();
  return held;
}

function neededFor({ fields, uploads }: RequestBody): bigint {
  const hasEmbeds = Array.isArray(fields["embeds"]) && fields["embeds"].length > 0;
  return (hasEmbeds ? EmbedLinks : 0n) | (uploads.size > 0 ? AttachFiles : 0n);
}

function checkReference(world: World, channelId: string, messageId: string): void {
  if (world.messages.find(messageId)?.message.channel_id === channelId) return;
  const form = new FormCheck();
  form.at("message_reference").refuse("REPLIES_UNKNOWN_MESSAGE", "Unknown message");
  form.finish();
}

/** Private answers cannot be reached through their channel. @throws DiscordApiError */
function publicMessage({ messages }: World, channelId: string, messageId: string): StoredMessage {
  const stored = messages.get(messageId);
  if (stored.message.channel_id !== channelId || stored.privateTo !== undefined) throw unknownMessage();
  return stored;
}

function pinsIn(world: World, channelId: string): readonly StoredMessage[] {
  demand(world, channelId, ViewChannel);
  return world.messages
    .publicIn(channelId)
    .filter(({ message }) => message.pinned)
    .toSorted((a, b) => (b.pinnedAtMs ?? 0) - (a.pinnedAtMs ?? 0));
}

function idOf({ message }: StoredMessage): bigint {
  return BigInt(message.id);
}

/** Usually, a message read later doesn't include its nonce. */
function asKept({ message: { nonce: _nonce, ...message } }: StoredMessage) {
  return message;
}

/** Newest first, as Discord gives them. */
function page(
  newestFirst: readonly StoredMessage[],
  bounds: {
    readonly before: string | undefined;
    readonly after: string | undefined;
    readonly around: string | undefined;
  },
  most: number,
): readonly StoredMessage[] {
  const { before, after, around } = bounds;
  if (before !== undefined)
    return newestFirst.filter((stored) => idOf(stored) < BigInt(before)).slice(0, most);
  if (after !== undefined) return newestFirst.filter((stored) => idOf(stored) > BigInt(after)).slice(-most);
  if (around === undefined) return newestFirst.slice(0, most);
  const at = newestFirst.findIndex((stored) => idOf(stored) <= BigInt(around));
  const from = Math.max(0, (at < 0 ? newestFirst.length : at) - Math.floor(most / 2));
  return newestFirst.slice(from, from + most);
}
