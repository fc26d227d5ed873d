import {
  type APIInteractionDataResolvedGuildMember,
  type APIInteractionGuildMember,
  type GuildMember,
  PermissionFlagsBits,
  PermissionsBitField,
} from "discord.js";
import type { MemberRights } from "../../src/interactions/access.ts";

type Member = GuildMember | APIInteractionGuildMember | APIInteractionDataResolvedGuildMember;

/** A member as Discord describes them: the caller, or one chosen in an option. */
export function rightsOf({ roles, permissions }: Member): MemberRights {
  const bits = typeof permissions === "string" ? BigInt(permissions) : permissions;
  return {
    roleIds: Array.isArray(roles) ? roles : [...roles.cache.keys()],
    hasManageServer: manages(bits),
  };
}

/** Whether these permissions include Manage Server; administrators have all. */
export function manages(permissions: PermissionsBitField | bigint): boolean {
  return new PermissionsBitField(permissions).has(PermissionFlagsBits.ManageGuild);
}
