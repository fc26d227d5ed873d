import { sql } from "kysely";
import type { Db } from "./tables.ts";

/** Some of the `total` shards that an application's servers are divided into. */
export interface ShardRange {
  readonly first: number;
  /** Inclusive. */
  readonly last: number;
  readonly total: number;
}

/** Which shards each replica serves, so that each can see whether all are served. */
export interface ShardRanges {
  /** One statement. @returns what each other replica that reported within the last 90 seconds serves */
  report(replicaId: string, range: ShardRange): Promise<readonly ShardRange[]>;
  removeBefore(at: number): Promise<number>;
}

/** A replica reports every minute. */
const currentMs = 90_000;

export function createShardRanges(db: Db): ShardRanges {
  // The database's clock, whatever the replicas' clocks say.
  const now = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;
  return {
    async report(replicaId, { first, last, total }) {
      const range = { firstShard: first, lastShard: last, shardCount: total, seenAt: now };
      return db
        .with("mine", (cte) =>
          cte
            .insertInto("shardRanges")
            .values({ replicaId, ...range })
            .onConflict((conflict) => conflict.column("replicaId").doUpdateSet(range)),
        )
        .selectFrom("shardRanges")
        .select(["firstShard as first", "lastShard as last", "shardCount as total"])
        .where("replicaId", "!=", replicaId)
        .where("seenAt", ">", sql<number>`${now} - ${sql.lit(currentMs)}`)
        .execute();
    },

    async removeBefore(at) {
      const { numDeletedRows } = await db
        .deleteFrom("shardRanges")
        .where("seenAt", "<", at)
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}
