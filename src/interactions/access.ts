/** Who may use something, weakest first. Written on every leaf and control: there is no default to forget. */
export const tiers = ["everyone", "staff", "admin"] as const;
export type Tier = (typeof tiers)[number];
export type Access = Tier;

/** What Discord tells about a member with each interaction. */
export interface MemberRights {
  readonly roleIds: readonly string[];
  readonly managesServer: boolean;
}

/** Manage Server makes an admin; a role named with `/link access` makes staff; nobody else has anything. */
export function tierOf(member: MemberRights, accessRoleIds: readonly string[]): Tier {
  if (member.managesServer) return "admin";
  return member.roleIds.some((roleId) => accessRoleIds.includes(roleId)) ? "staff" : "everyone";
}

export function mayUse(access: Access, tier: Tier): boolean {
  return tiers.indexOf(tier) >= tiers.indexOf(access);
}

/** Why somebody was turned away, and who can help. */
export function refusalOf(access: Exclude<Access, "everyone">): string {
  switch (access) {
    case "staff":
      return "This is for staff here, and none of your roles counts as staff. Nothing was done. Someone with *Manage Server* can name your role with `/link access`.";
    case "admin":
      return "This is for members with *Manage Server*. Nothing was done. Ask one of them to do it.";
    default:
      return access satisfies never;
  }
}
