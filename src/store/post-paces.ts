import { sql } from "kysely";
import type { Db } from "./tables.ts";

/** How much each replica wants to send to Discord, so that together they stay within its limit. */
export interface PostPaces {
  /** One statement. @returns what each other replica that reported within the last seconds wanted */
  report(replicaId: string, wanted: number): Promise<readonly number[]>;
  removeBefore(at: number): Promise<number>;
}

/** A replica that is sending reports every second. */
const currentMs = 2_500;

export function createPostPaces(db: Db): PostPaces {
  // The database's clock, whatever the replicas' clocks say.
  const now = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;
  return {
    async report(replicaId, wanted) {
      const rows = await db
        .with("mine", (cte) =>
          cte
            .insertInto("postPaces")
            .values({ replicaId, wanted, seenAt: now })
            .onConflict((conflict) => conflict.column("replicaId").doUpdateSet({ wanted, seenAt: now })),
        )
        .selectFrom("postPaces")
        .select("wanted")
        .where("replicaId", "!=", replicaId)
        .where("seenAt", ">", sql<number>`${now} - ${sql.lit(currentMs)}`)
        .execute();
      return rows.map((row) => row.wanted);
    },

    async removeBefore(at) {
      const { numDeletedRows } = await db.deleteFrom("postPaces").where("seenAt", "<", at).executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}
