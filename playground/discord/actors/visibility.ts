import { PermissionFlagsBits } from "discord-api-types/v10";
import type { StoredMessage } from "../messages.ts";
import { PersonError } from "../member-types.ts";
import type { World } from "../state.ts";
import type { Place } from "./interaction-payload.ts";

const { ReadMessageHistory, SendMessages, SendMessagesInThreads, ViewChannel } = PermissionFlagsBits;

/** A channel of a guild, or a private channel of the person with the bot or with someone else. */
export function placeOf({ directory }: World, channelId: string, discordUserId: string): Place | undefined {
  const guildId = directory.channel(channelId)?.guild.id;
  if (guildId === undefined && directory.direct.peopleIn(channelId) === undefined) return undefined;
  return { guildId, channelId, discordUserId };
}

export function maySeeChannel({ directory }: World, { guildId, channelId, discordUserId }: Place): boolean {
  if (guildId === undefined) return directory.direct.peopleIn(channelId)?.includes(discordUserId) === true;
  return (directory.permissions(guildId, discordUserId, channelId) & ViewChannel) !== 0n;
}

export function maySend({ directory }: World, { guildId, channelId, discordUserId }: Place): boolean {
  if (guildId === undefined) return directory.direct.recipientOf(channelId) === discordUserId;
  const sending = directory.isThread(channelId) ? SendMessagesInThreads : SendMessages;
  return (directory.permissions(guildId, discordUserId, channelId) & sending) !== 0n;
}

export function maySeeMessage(stored: StoredMessage, discordUserId: string): boolean {
  if (stored.dismissed) return false;
  return stored.privateTo === undefined || stored.privateTo === discordUserId;
}

function mayReadHistory(world: World, place: Place): boolean {
  if (!maySeeChannel(world, place)) return false;
  if (place.guildId === undefined) return true;
  const held = world.directory.permissions(place.guildId, place.discordUserId, place.channelId);
  return (held & ReadMessageHistory) !== 0n;
}

/** Oldest first. */
export function visibleMessages(world: World, place: Place): readonly StoredMessage[] {
  if (!mayReadHistory(world, place)) return [];
  return world.messages.in(place.channelId).filter((stored) => maySeeMessage(stored, place.discordUserId));
}

/** @throws PersonError when the person cannot see it, or cannot see it any more. */
export function messageFor(world: World, place: Place, messageId: string): StoredMessage {
  const stored = world.messages.find(messageId);
  if (
    stored?.message.channel_id === place.channelId &&
    maySeeMessage(stored, place.discordUserId) &&
    mayReadHistory(world, place)
  )
    return stored;
  throw new PersonError("This message doesn't exist, or you can't see it.");
}
