import {
  type APIApplicationCommand,
  ApplicationCommandType,
  ApplicationIntegrationType,
  InteractionContextType,
  PermissionFlagsBits,
} from "discord-api-types/v10";
import type { World } from "../state.ts";
import { contextOf, integrationOwners, type Place } from "./interaction-payload.ts";

/** The commands that Discord shows a person in a channel. */
export function visibleCommands(world: World, place: Place): readonly APIApplicationCommand[] {
  const { directory, commands } = world;
  const context = contextOf(world, place);
  const owners = integrationOwners(world, place);
  const offered = commands
    .reaching(place.guildId)
    .filter(
      ({ contexts }) => contexts?.includes(context) ?? context !== InteractionContextType.PrivateChannel,
    )
    .filter(({ integration_types: types = [ApplicationIntegrationType.GuildInstall] }) =>
      types.some((type) => owners[type] !== undefined),
    );
  if (place.guildId === undefined) return offered;
  const held = directory.permissions(place.guildId, place.discordUserId, place.channelId);
  if ((held & PermissionFlagsBits.UseApplicationCommands) === 0n) return [];
  return offered
    .filter(({ default_member_permissions: needed }) => maySee(held, needed))
    .toSorted((a, b) => a.name.localeCompare(b.name, "en"));
}

export function isChatCommand(command: APIApplicationCommand): boolean {
  return command.type === ApplicationCommandType.ChatInput;
}

/** "0" means nobody but administrators. */
function maySee(held: bigint, needed: string | null | undefined): boolean {
  if (needed === null || needed === undefined) return true;
  if ((held & PermissionFlagsBits.Administrator) !== 0n) return true;
  const bits = BigInt(needed);
  return bits !== 0n && (held & bits) === bits;
}
