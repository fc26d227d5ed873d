import type { Db } from "./tables.ts";

/** Discord roles whose members may use the bot's staff commands in a guild. */
export interface AccessRoles {
  /** In the order in which they were added. */
  list(guildId: string): Promise<readonly string[]>;
  /** Adding twice is the same as adding once. */
  add(guildId: string, roleId: string): Promise<void>;
  /** False when it was not there. */
  remove(guildId: string, roleId: string): Promise<boolean>;
}

export function createAccessRoles(db: Db, now: () => number): AccessRoles {
  return {
    async list(guildId) {
      const rows = await db
        .selectFrom("accessRoles")
        .select("roleId")
        .where("guildId", "=", guildId)
        .orderBy("addedAt")
        .orderBy("roleId")
        .execute();
      return rows.map((row) => row.roleId);
    },

    async add(guildId, roleId) {
      await db
        .insertInto("accessRoles")
        .values({ guildId, roleId, addedAt: now() })
        .onConflict((conflict) => conflict.columns(["guildId", "roleId"]).doNothing())
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
