import {
  type APIGuild,
  type APIGuildApplicationCommandPermissions,
  type APIApplicationCommandPermission,
  ApplicationCommandPermissionType,
  PermissionFlagsBits,
  type REST,
  Routes,
} from "discord.js";
import type { Command } from "../interactions/handler.ts";

/** That a server's admins let a role, member or channel use commands, or don't. */
export interface CommandPermission {
  readonly target: "everyone" | "role" | "member" | "channel" | "all-channels";
  /** For everyone, and for all channels, an id that stands for them. */
  readonly id: string;
  readonly allowed: boolean;
}

/** What a server's admins changed in Server Settings, Integrations. */
export interface CommandPermissions {
  /** Of all commands, where a command's own doesn't name the same. */
  readonly all: readonly CommandPermission[];
  /** By command name. */
  readonly byCommand: ReadonlyMap<string, readonly CommandPermission[]>;
  /** The commands that Discord shows only to members with Manage Server, where nothing was changed. */
  readonly restricted: readonly string[];
  /** What roles without any such changes may do in the server, by role id. */
  readonly rolePermissions: ReadonlyMap<string, bigint>;
}

export interface CommandPermissionsParts {
  readonly commands: readonly Command[];
  readonly rest: REST;
  /** Available once the bot is logged in. */
  readonly applicationId: () => string;
  /** Discord's command ids by name. */
  readonly commandIds: () => Readonly<Record<string, string>>;
}

const { Administrator, ManageGuild } = PermissionFlagsBits;

/** Reads them each time. The function throws DiscordAPIError and connection errors. */
export function createCommandPermissions({
  commands,
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
      restricted: commands
        .filter(({ json }) => (json.default_member_permissions ?? null) !== null)
        .map(({ json }) => json.name),
      rolePermissions: new Map(guild.roles.map(({ id, permissions }) => [id, BigInt(permissions)])),
    };
  };
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

/**
 * The restricted commands that Discord doesn't show to a role's members, unless another role of theirs or they
 * themselves are allowed.
 */
export function listHiddenFrom(
  roleId: string,
  { all, byCommand, restricted, rolePermissions }: CommandPermissions,
): readonly string[] {
  const held = rolePermissions.get(roleId) ?? 0n;
  if ((held & Administrator) !== 0n) return [];
  return restricted.filter((name) => {
    const own = byCommand.get(name) ?? [];
    const isRole = ({ target, id }: CommandPermission) => target === "role" && id === roleId;
    const ofRole = own.find(isRole) ?? all.find(isRole);
    if (ofRole !== undefined) return !ofRole.allowed;
    const ownOfEveryone = own.find(isEveryone);
    if ((ownOfEveryone ?? all.find(isEveryone))?.allowed === false) return true;
    return (held & ManageGuild) === 0n && ownOfEveryone === undefined;
  });
}

const isEveryone = ({ target }: CommandPermission): boolean => target === "everyone";
