import { prepareQuery } from "./prepared-query.ts";
import { hasChanged } from "./sql-values.ts";
import type { Db } from "./tables.ts";
import type { AccessRole, RoleTier } from "./rows.ts";

export type { RoleTier, AccessRole } from "./rows.ts";

export interface AccessRoles {
  /** In the order they were added; changing a role's tier doesn't move it. */
  list(guildId: string): Promise<readonly AccessRole[]>;
  /** Adds the role, or changes its tier. */
  set(guildId: string, roleId: string, tier: RoleTier): Promise<void>;
  /** False if it wasn't there, or no longer has the tier `from`, if one is named. */
  remove(guildId: string, roleId: string, from?: RoleTier): Promise<boolean>;
  /** Only one caller succeeds: false if the role no longer has the tier `from`. `undefined` is no tier. */
  change(guildId: string, roleId: string, step: TierStep): Promise<boolean>;
}

export interface TierStep {
  readonly from: RoleTier | undefined;
  readonly to: RoleTier | undefined;
}

export function selectAccessRoles(db: Db, guildId: string) {
  return db
    .selectFrom("accessRoles")
    .select(["roleId", "tier"])
    .where("guildId", "=", guildId)
    .orderBy("addedAt")
    .orderBy("roleId");
}

export function createAccessRoles(db: Db, now: () => number): AccessRoles {
  const ofGuild = prepareQuery(db, ["guildId"], ({ guildId }) => selectAccessRoles(db, guildId));
  const remove: AccessRoles["remove"] = (guildId, roleId, from) => {
    const present = { guildId, roleId, ...(from !== undefined && { tier: from }) };
    return hasChanged(db.deleteFrom("accessRoles").where((eb) => eb.and(present)));
  };
  return {
    list: (guildId) => ofGuild({ guildId }),
    remove,

    async set(guildId, roleId, tier) {
      await db
        .insertInto("accessRoles")
        .values({ guildId, roleId, tier, addedAt: now() })
        .onConflict((conflict) => conflict.columns(["guildId", "roleId"]).doUpdateSet({ tier }))
        .execute();
    },

    async change(guildId, roleId, { from, to }) {
      if (from === undefined) {
        if (to === undefined) return true;
        return hasChanged(
          db
            .insertInto("accessRoles")
            .values({ guildId, roleId, tier: to, addedAt: now() })
            .onConflict((conflict) => conflict.columns(["guildId", "roleId"]).doNothing()),
        );
      }
      if (to === undefined) return remove(guildId, roleId, from);
      return hasChanged(
        db
          .updateTable("accessRoles")
          .set({ tier: to })
          .where((eb) => eb.and({ guildId, roleId, tier: from })),
      );
    },
  };
}
