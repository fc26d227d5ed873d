import {
  type APIGuild,
  type APIGuildApplicationCommandPermissions,
  type APIApplicationCommandPermission,
  ApplicationCommandPermissionType,
  PermissionFlagsBits,
  type REST,
  Routes,
} from "discord.js";
import type { CommandPermission, CommandPermissions, RoleRight } from "../domain/command-permissions.ts";

export interface CommandPermissionsParts {
  /** The commands registered with a permission that members need. */
  readonly restricted: readonly string[];
  readonly rest: REST;
  /** Available once the bot is logged in. */
  readonly applicationId: () => string;
  /** Discord's command ids by name. */
  readonly commandIds: () => Readonly<Record<string, string>>;
}

const { Administrator, ManageGuild } = PermissionFlagsBits;

/** Reads them each time. The function throws DiscordAPIError and connection errors. */
export function createCommandPermissions({
  restricted,
  rest,
  applicationId,
  commandIds,
}: CommandPermissionsParts): (guildId: string) => Promise<CommandPermissions> {
  return async (guildId) => {
    const [changes, guild] = await Promise.all([
      // Discord's documented responses.
      rest.get(Routes.guildApplicationCommandsPermissions(applicationId(), guildId)) as Promise<
        readonly APIGuildApplicationCommandPermissions[]
      >,
      rest.get(Routes.guild(guildId)) as Promise<APIGuild>,
    ]);
    const listOf = (id: string) =>
      (changes.find((each) => each.id === id)?.permissions ?? []).map((each) => toPermission(each, guildId));
    return {
      all: listOf(applicationId()),
      byCommand: new Map(
        Object.entries(commandIds())
          .map(([name, id]) => [name, listOf(id)] as const)
          .filter(([, permissions]) => permissions.length > 0),
      ),
      restricted,
      roleRights: new Map(guild.roles.map(({ id, permissions }) => [id, findRight(BigInt(permissions))])),
    };
  };
}

function findRight(permissions: bigint): RoleRight {
  if ((permissions & Administrator) !== 0n) return "administrator";
  return (permissions & ManageGuild) === 0n ? "neither" : "manage-server";
}

/** Discord names everyone by the server's id, and all channels by that less one. */
function toPermission(
  { id, type, permission: allowed }: APIApplicationCommandPermission,
  guildId: string,
): CommandPermission {
  switch (type) {
    case ApplicationCommandPermissionType.Role:
      return { target: id === guildId ? "everyone" : "role", id, allowed };
    case ApplicationCommandPermissionType.User:
      return { target: "member", id, allowed };
    case ApplicationCommandPermissionType.Channel:
      return { target: id === String(BigInt(guildId) - 1n) ? "all-channels" : "channel", id, allowed };
    default:
      return type satisfies never;
  }
}
