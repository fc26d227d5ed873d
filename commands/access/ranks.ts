import type { AccessRole, RoleTier } from "../../src/store/access-roles.ts";

/** Where a role stands, weakest first. */
export const ranks = ["none", "staff", "manager", "admin"] as const;
export type Rank = (typeof ranks)[number];

/** What happens to one role. */
export interface RoleChange {
  readonly roleId: string;
  readonly before: Rank;
  readonly after: Rank;
}

export function rankOf(roleId: string, mapped: readonly AccessRole[]): Rank {
  return mapped.find((role) => role.roleId === roleId)?.tier ?? "none";
}

/** All roles as they will stand after a change. */
export function changed(mapped: readonly AccessRole[], { roleId, after }: RoleChange): readonly AccessRole[] {
  const others = mapped.filter((role) => role.roleId !== roleId);
  return after === "none" ? others : [...others, { roleId, tier: after }];
}

/** The tiers that a change gives, or takes, strongest last; a tier holds all those below it. */
export function tiersBetween(lower: Rank, higher: Rank): readonly RoleTier[] {
  return ranks.slice(ranks.indexOf(lower) + 1, ranks.indexOf(higher) + 1).filter((rank) => rank !== "none");
}

export function hasAdmins(mapped: readonly AccessRole[]): boolean {
  return mapped.some(({ tier }) => tier === "admin");
}
