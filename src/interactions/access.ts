import { PermissionFlagsBits } from "discord.js";
import type { AppContext } from "../context.ts";
import type { AccessRole } from "../store/access-roles.ts";
import { joinParts } from "../ui/lines.ts";

/** Weakest first. */
export const tiers = ["everyone", "staff", "manager", "admin"] as const;
export type Tier = (typeof tiers)[number];

/**
 * Who may use something. Required on every handler and component: there is no default to forget.
 * - `self-or-manager`: staff for themselves, managers for anyone; the handler has to call `ctx.admitAbout`.
 * - `admin-or-manage-server`: admins and, so that nobody gets locked out, always members with Manage Server.
 */
export type Access = Tier | "self-or-manager" | "admin-or-manage-server";

/** What Discord says about a member with each interaction. */
export interface MemberRights {
  readonly roleIds: readonly string[];
  readonly hasManageServer: boolean;
}

/** A person's tier, by their roles and the mapping at this moment. */
export interface MemberTier {
  readonly tier: Tier;
  readonly hasManageServer: boolean;
}

/** The strongest tier of a member's roles. Manage Server makes an admin until a role does. */
export function resolveTier(
  { roleIds, hasManageServer }: MemberRights,
  mapped: readonly AccessRole[],
): MemberTier {
  if (hasManageServer && !mapped.some(({ tier }) => tier === "admin"))
    return { tier: "admin", hasManageServer };
  const held = mapped.filter(({ roleId }) => roleIds.includes(roleId)).map(({ tier }) => tiers.indexOf(tier));
  return { tier: tiers[Math.max(0, ...held)] ?? "everyone", hasManageServer };
}

export function canUse(access: Access, { tier, hasManageServer }: MemberTier): boolean {
  if (access === "admin-or-manage-server") return hasManageServer || tier === "admin";
  return tiers.indexOf(tier) >= tiers.indexOf(access === "self-or-manager" ? "staff" : access);
}

/** Whether someone's tier allows commands about other people. */
export function canUseForOthers({ tier }: MemberTier): boolean {
  return tiers.indexOf(tier) >= tiers.indexOf("manager");
}

/** Whether someone is in a guild and may use this there, as Discord says now. @throws Discord's errors */
export async function mayUse(
  access: Access,
  guildId: string,
  discordUserId: string,
  ctx: Pick<AppContext, "memberships" | "store">,
): Promise<boolean> {
  return (await findAllowedMember(access, guildId, discordUserId, ctx)) !== undefined;
}

/** The member if they are in the guild and may use this there. @throws Discord's errors */
export async function findAllowedMember(
  access: Access,
  guildId: string,
  discordUserId: string,
  { memberships, store }: Pick<AppContext, "memberships" | "store">,
): Promise<MemberRights | undefined> {
  const member = await memberships.find(guildId, discordUserId);
  if (member === undefined) return undefined;
  return canUse(access, resolveTier(member, await store.accessRoles.list(guildId))) ? member : undefined;
}

/**
 * The permission by which Discord decides whom it shows a command, from who may use what is in it; `undefined` for
 * everyone. Only the admin tier begins as a permission; the others are roles, which Discord can't be told of.
 */
export function findDefaultPermission(accesses: readonly Access[]): bigint | undefined {
  const isForAdmins = accesses.every((access) => access === "admin" || access === "admin-or-manage-server");
  return isForAdmins ? PermissionFlagsBits.ManageGuild : undefined;
}

/**
 * Why someone was refused, and who can help.
 * @param purpose of something that only shows: what it is for. Nobody wonders whether that did something.
 */
export function describeDenial(access: Access, member: MemberTier, purpose?: string): string {
  const [use, nothingDone] = purpose === undefined ? ["use this", "Nothing was done."] : [purpose, ""];
  return joinParts(
    [
      `Only ${describeTier(access)} can ${use} here.`,
      describeOwnTier(member, access),
      nothingDone,
      describeHowToChange(access, member),
    ],
    " ",
  );
}

/** @param isChange whether something would have been changed */
export function describeOthersDenial(member: MemberTier, isChange = false): string {
  return joinParts(
    [
      "Only managers can see other people's data here.",
      describeOwnTier(member, "manager"),
      isChange && "Nothing was done.",
      "You can use this for yourself.",
      describeHowToChange("manager", member),
    ],
    " ",
  );
}

function describeTier(access: Access): string {
  switch (access) {
    case "everyone":
      return "everyone";
    case "staff":
    case "self-or-manager":
      return "staff";
    case "manager":
      return "managers";
    case "admin":
      return "admins";
    case "admin-or-manage-server":
      return "admins and members with *Manage Server*";
    default:
      return access satisfies never;
  }
}

function describeOwnTier({ tier, hasManageServer }: MemberTier, access: Access): string {
  switch (tier) {
    case "everyone": {
      const role = describeTier(access) === "staff" ? "a staff role" : "a role for that";
      return hasManageServer
        ? `You don't have ${role} yet.`
        : `You don't have ${role} yet; ask an admin for one.`;
    }
    case "staff":
      return "You're staff.";
    case "manager":
      return "You're a manager.";
    case "admin":
      return "You're an admin.";
    default:
      return tier satisfies never;
  }
}

/** The command is named only to people who can use it. */
function describeHowToChange(access: Access, { tier, hasManageServer }: MemberTier): string {
  if (hasManageServer) return "You can change that with `/access set`.";
  if (tier === "everyone") return "";
  return access === "admin-or-manage-server" ? "Ask one of them." : "An admin can change that.";
}
