import { PermissionFlagsBits } from "discord-api-types/v10";
import type { StoredMessage } from "../messages.ts";
import { PersonError } from "../person-types.ts";
import type { World } from "../world.ts";
import type { Place } from "./interaction-payload.ts";

const { ReadMessageHistory, ViewChannel } = PermissionFlagsBits;

export function maySeeChannel({ directory }: World, { guildId, channelId, discordUserId }: Place): boolean {
  return (directory.permissions(guildId, discordUserId, channelId) & ViewChannel) !== 0n;
}

export function maySeeMessage(stored: StoredMessage, discordUserId: string): boolean {
  if (stored.dismissed) return false;
  return stored.privateTo === undefined || stored.privateTo === discordUserId;
}

/** Oldest first. */
export function visibleMessages(world: World, place: Place): readonly StoredMessage[] {
  const held = world.directory.permissions(place.guildId, place.discordUserId, place.channelId);
  if ((held & ViewChannel) === 0n || (held & ReadMessageHistory) === 0n) return [];
  return world.messages.in(place.channelId).filter((stored) => maySeeMessage(stored, place.discordUserId));
}

/** @throws PersonError when the person cannot see it, or cannot see it any more. */
export function messageFor(world: World, place: Place, messageId: string): StoredMessage {
  const stored = visibleMessages(world, place).find(({ message }) => message.id === messageId);
  if (stored === undefined) throw new PersonError("This message is not there, or not for you.");
  return stored;
}
