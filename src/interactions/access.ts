import type { AccessRole } from "../store/access-roles.ts";

/** Weakest first. */
export const tiers = ["everyone", "staff", "manager", "admin"] as const;
export type Tier = (typeof tiers)[number];

/**
 * Who may use something. Written on every leaf and control: there is no default to forget.
 * - `self-or-manager`: staff about themselves, managers about anybody; its handler has to call `ctx.admitAbout`.
 * - `keeper`: admins and, so that nobody can be locked out, always members with Manage Server.
 */
export type Access = Tier | "self-or-manager" | "keeper";

/** What Discord tells about a member with each interaction. */
export interface MemberRights {
  readonly roleIds: readonly string[];
  readonly hasManageServer: boolean;
}

/** A person's place here, as roles and mapping stand at this moment. */
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
  if (access === "keeper") return hasManageServer || tier === "admin";
  return tiers.indexOf(tier) >= tiers.indexOf(access === "self-or-manager" ? "staff" : access);
}

/** Whether somebody's tier reaches to things about other people. */
export function canUseForOthers({ tier }: MemberTier): boolean {
  return tiers.indexOf(tier) >= tiers.indexOf("manager");
}

/** Why somebody was turned away, and who can help. */
export function denialText(access: Access, { tier }: MemberTier): string {
  return `This is for ${describeTier(access)} here, and ${meetsTier(tier)}. Nothing was done. ${howToChangeText(access)}`;
}

export function othersDenialText({ tier }: MemberTier): string {
  return `Looking at other people is for managers here, and ${meetsTier(tier)}. Nothing was done. You can use it for yourself. ${howToChangeText("manager")}`;
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
    case "keeper":
      return "admins and members with *Manage Server*";
    default:
      return access satisfies never;
  }
}

function meetsTier(tier: Tier): string {
  return tier === "everyone" ? "none of your roles counts as staff" : `you have the ${tier} tier`;
}

function howToChangeText(access: Access): string {
  return access === "keeper" ? "Ask one of them to do it." : "An admin can change that with `/access set`.";
}
