import { sql } from "kysely";
import { prepareQuery } from "./prepared-query.ts";
import type { Db } from "./tables.ts";

/** Interactions a replica has taken on; Discord sends each one to every replica. */
export interface IdempotencyKeys {
  /** True for the first caller with this key on any replica; false for all later ones. */
  claim(key: string, at: number): Promise<boolean>;
  removeBefore(at: number): Promise<number>;
}

export function createIdempotencyKeys(db: Db): IdempotencyKeys {
  const insert = prepareQuery(db, ["key", "at"], ({ key, at }) =>
    db
      .insertInto("idempotencyKeys")
      // Both databases read a number from its text.
      .values({ key, at: sql<number>`${at}` })
      .onConflict((conflict) => conflict.column("key").doNothing())
      .returning("key"),
  );
  return {
    claim: async (key, at) => (await insert({ key, at: String(at) })).length > 0,

    async removeBefore(at) {
      const { numDeletedRows } = await db
        .deleteFrom("idempotencyKeys")
        .where("at", "<", at)
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}
