import {
  type APIInteractionDataResolvedGuildMember,
  type APIInteractionGuildMember,
  type GuildMember,
  PermissionFlagsBits,
  PermissionsBitField,
} from "discord.js";
import type { AccessRole, RoleTier } from "../../src/store/access-roles.ts";
import type { MemberRights } from "../../src/interactions/access.ts";

/** A role's possible tiers, weakest first. */
export const tiers = ["none", "staff", "manager", "admin"] as const;
export type RoleTierChoice = (typeof tiers)[number];

/** A change to one role. */
export interface RoleChange {
  readonly roleId: string;
  readonly before: RoleTierChoice;
  readonly after: RoleTierChoice;
}

export function getTier(roleId: string, mapped: readonly AccessRole[]): RoleTierChoice {
  return mapped.find((role) => role.roleId === roleId)?.tier ?? "none";
}

/** All roles as they will be after a change. */
export function applyChange(
  mapped: readonly AccessRole[],
  { roleId, after }: RoleChange,
): readonly AccessRole[] {
  const others = mapped.filter((role) => role.roleId !== roleId);
  return after === "none" ? others : [...others, { roleId, tier: after }];
}

/** The tiers that a change gives or removes, strongest last; a tier includes all those below it. */
export function listTiersBetween(lower: RoleTierChoice, higher: RoleTierChoice): readonly RoleTier[] {
  return tiers.slice(tiers.indexOf(lower) + 1, tiers.indexOf(higher) + 1).filter((rank) => rank !== "none");
}

export function hasAdmins(mapped: readonly AccessRole[]): boolean {
  return mapped.some(({ tier }) => tier === "admin");
}

type Member = GuildMember | APIInteractionGuildMember | APIInteractionDataResolvedGuildMember;

/** A member as Discord describes them: the caller, or one chosen in an option. */
export function getRights({ roles, permissions }: Member): MemberRights {
  const bits = typeof permissions === "string" ? BigInt(permissions) : permissions;
  return {
    roleIds: Array.isArray(roles) ? roles : [...roles.cache.keys()],
    hasManageServer: canManageServer(bits),
  };
}

/** Whether these permissions include Manage Server; administrators have all. */
export function canManageServer(permissions: PermissionsBitField | bigint): boolean {
  return new PermissionsBitField(permissions).has(PermissionFlagsBits.ManageGuild);
}
