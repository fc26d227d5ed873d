import {
  type APIApplicationCommand,
  ApplicationCommandType,
  InteractionContextType,
  PermissionFlagsBits,
} from "discord-api-types/v10";
import type { World } from "../state.ts";
import type { Place } from "./interaction-payload.ts";

/** The commands that Discord shows a person in a channel. */
export function visibleCommands(
  { directory, commands }: World,
  place: Place,
): readonly APIApplicationCommand[] {
  if (place.guildId === undefined) return commands.in(undefined).filter(isForPrivateChannels);
  if (!directory.hasBot(place.guildId)) return [];
  const held = directory.permissions(place.guildId, place.discordUserId, place.channelId);
  if ((held & PermissionFlagsBits.UseApplicationCommands) === 0n) return [];
  return commands
    .reaching(place.guildId)
    .filter(({ contexts }) => contexts?.includes(InteractionContextType.Guild) ?? true)
    .filter(({ default_member_permissions: needed }) => maySee(held, needed))
    .toSorted((a, b) => a.name.localeCompare(b.name, "en"));
}

export function isChatCommand(command: APIApplicationCommand): boolean {
  return command.type === ApplicationCommandType.ChatInput;
}

function isForPrivateChannels({ contexts }: APIApplicationCommand): boolean {
  return contexts?.includes(InteractionContextType.BotDM) ?? true;
}

/** "0" means nobody but administrators. */
function maySee(held: bigint, needed: string | null | undefined): boolean {
  if (needed === null || needed === undefined) return true;
  if ((held & PermissionFlagsBits.Administrator) !== 0n) return true;
  const bits = BigInt(needed);
  return bits !== 0n && (held & bits) === bits;
}
