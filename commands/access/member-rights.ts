import {
  type APIInteractionDataResolvedGuildMember,
  type APIInteractionGuildMember,
  type GuildMember,
  PermissionFlagsBits,
  PermissionsBitField,
} from "discord.js";
import type { MemberRights } from "../../src/interactions/access.ts";

type Member = GuildMember | APIInteractionGuildMember | APIInteractionDataResolvedGuildMember;

/** What Discord says of a member: of the one who acts, or of one who was chosen in an option. */
export function rightsOf({ roles, permissions }: Member): MemberRights {
  const bits = typeof permissions === "string" ? BigInt(permissions) : permissions;
  return {
    roleIds: Array.isArray(roles) ? roles : [...roles.cache.keys()],
    hasManageServer: manages(bits),
  };
}

/** Whether somebody with exactly these permissions has Manage Server; administrators have all. */
export function manages(permissions: PermissionsBitField | bigint): boolean {
  return new PermissionsBitField(permissions).has(PermissionFlagsBits.ManageGuild);
}
