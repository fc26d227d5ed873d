import { prepared } from "./prepared-query.ts";
import type { Db } from "./tables.ts";
import type { AccessRole, RoleTier } from "./rows.ts";

export type { RoleTier, AccessRole } from "./rows.ts";

export interface AccessRoles {
  /** In the order they were added; changing a role's tier doesn't move it. */
  list(guildId: string): Promise<readonly AccessRole[]>;
  /** Adds the role, or changes its tier. */
  set(guildId: string, roleId: string, tier: RoleTier): Promise<void>;
  /** False if it wasn't there. */
  remove(guildId: string, roleId: string): Promise<boolean>;
}

export function rolesOf(db: Db, guildId: string) {
  return db
    .selectFrom("accessRoles")
    .select(["roleId", "tier"])
    .where("guildId", "=", guildId)
    .orderBy("addedAt")
    .orderBy("roleId");
}

export function createAccessRoles(db: Db, now: () => number): AccessRoles {
  const ofGuild = prepared(db, ["guildId"], ({ guildId }) => rolesOf(db, guildId));
  return {
    list: (guildId) => ofGuild({ guildId }),

    async set(guildId, roleId, tier) {
      await db
        .insertInto("accessRoles")
        .values({ guildId, roleId, tier, addedAt: now() })
        .onConflict((conflict) => conflict.columns(["guildId", "roleId"]).doUpdateSet({ tier }))
        .execute();
    },

    async remove(guildId, roleId) {
      const { numDeletedRows } = await db
        .deleteFrom("accessRoles")
        .where("guildId", "=", guildId)
        .where("roleId", "=", roleId)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}
