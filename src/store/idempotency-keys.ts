import type { Db } from "./tables.ts";

/** Interactions a replica has taken on; Discord sends each one to every replica. */
export interface IdempotencyKeys {
  /** True for the first caller with this key on any replica; false for all later ones. */
  claim(key: string, at: number): Promise<boolean>;
  removeBefore(at: number): Promise<number>;
}

export function createIdempotencyKeys(db: Db): IdempotencyKeys {
  return {
    async claim(key, at) {
      const { numInsertedOrUpdatedRows = 0n } = await db
        .insertInto("idempotencyKeys")
        .values({ key, at })
        .onConflict((conflict) => conflict.column("key").doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows > 0n;
    },

    async removeBefore(at) {
      const { numDeletedRows } = await db
        .deleteFrom("idempotencyKeys")
        .where("at", "<", at)
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}
