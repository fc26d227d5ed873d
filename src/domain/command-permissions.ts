/** That a server's admins let someone use commands, or use them somewhere, or don't. */
export interface CommandPermission {
  readonly target: "everyone" | "role" | "member" | "channel" | "all-channels";
  /** For everyone, and for all channels, an id that stands for them. */
  readonly id: string;
  readonly allowed: boolean;
}

/** Of a role in the server, for what Discord shows its members. */
export type RoleRight = "administrator" | "manage-server" | "neither";

/** What a server's admins changed in Server Settings, Integrations, and what Discord goes by where they didn't. */
export interface CommandPermissions {
  /** Of all commands, where a command's own doesn't name the same. */
  readonly all: readonly CommandPermission[];
  /** By command name. */
  readonly byCommand: ReadonlyMap<string, readonly CommandPermission[]>;
  /** The commands that Discord shows only to members with Manage Server where nothing was changed. */
  readonly restricted: readonly string[];
  /** By role id. */
  readonly roleRights: ReadonlyMap<string, RoleRight>;
}

/**
 * The restricted commands that Discord doesn't show a role's members, unless another role of theirs or they themselves
 * are allowed.
 */
export function listHiddenFrom(
  roleId: string,
  { all, byCommand, restricted, roleRights }: CommandPermissions,
): readonly string[] {
  const right = roleRights.get(roleId) ?? "neither";
  if (right === "administrator") return [];
  return restricted.filter((name) => {
    const own = byCommand.get(name) ?? [];
    const isRole = ({ target, id }: CommandPermission) => target === "role" && id === roleId;
    const ofRole = own.find(isRole) ?? all.find(isRole);
    if (ofRole !== undefined) return !ofRole.allowed;
    const ownOfEveryone = own.find(isEveryone);
    if ((ownOfEveryone ?? all.find(isEveryone))?.allowed === false) return true;
    return right === "neither" && ownOfEveryone === undefined;
  });
}

const isEveryone = ({ target }: CommandPermission): boolean => target === "everyone";
