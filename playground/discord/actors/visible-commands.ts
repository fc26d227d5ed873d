import {
  type APIApplicationCommand,
  type APIApplicationCommandPermission,
  APIApplicationCommandPermissionsConstant as Constant,
  ApplicationCommandPermissionType as Type,
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
    .filter(
      (command) => (held & PermissionFlagsBits.Administrator) !== 0n || isShown(world, place, held, command),
    )
    .toSorted((a, b) => a.name.localeCompare(b.name, "en"));
}

export function isChatCommand(command: APIApplicationCommand): boolean {
  return command.type === ApplicationCommandType.ChatInput;
}

/**
 * A change of one command overrides what was changed for all of them only where both name the same person, role or
 * channel; where nothing names the member, Discord goes by what the command demands. Of several roles, one that is
 * allowed is enough: https://support.discord.com/hc/en-us/articles/10952896421783
 */
function isShown(
  { directory, commands }: World,
  { guildId = "", channelId, discordUserId }: Place,
  held: bigint,
  { id, default_member_permissions: needed }: APIApplicationCommand,
): boolean {
  const changes = commands.permissionsIn(guildId);
  const changesOf = (target: string) => changes.find((each) => each.id === target)?.permissions ?? [];
  const own = changesOf(id);
  const all = changesOf(directory.botId);
  const find = (type: Type, target: string): boolean | undefined =>
    isAllowed(own, type, target) ?? isAllowed(all, type, target);

  const channel = directory.channel(channelId)?.channel;
  const inChannel =
    find(Type.Channel, channel?.parentId ?? channelId) ?? find(Type.Channel, Constant.AllChannels(guildId));
  if (inChannel === false) return false;

  const ofUser = find(Type.User, discordUserId);
  if (ofUser !== undefined) return ofUser;
  const ofRoles = (directory.member(guildId, discordUserId)?.roleIds ?? [])
    .map((roleId) => find(Type.Role, roleId))
    .filter((allowed) => allowed !== undefined);
  if (ofRoles.length > 0) return ofRoles.includes(true);
  const everyone = Constant.Everyone(guildId);
  if (find(Type.Role, everyone) === false) return false;
  return isAllowed(own, Type.Role, everyone) === true || hasNeeded(held, needed);
}

function isAllowed(
  permissions: readonly APIApplicationCommandPermission[],
  type: Type,
  id: string,
): boolean | undefined {
  return permissions.find((each) => each.type === type && each.id === id)?.permission;
}

/** "0" means nobody but administrators. */
function hasNeeded(held: bigint, needed: string | null | undefined): boolean {
  if (needed === null || needed === undefined) return true;
  const bits = BigInt(needed);
  return bits !== 0n && (held & bits) === bits;
}
