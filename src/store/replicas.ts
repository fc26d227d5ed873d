import { sql } from "kysely";
import { runInTransaction } from "./guild-transaction.ts";
import { deleteInSlices } from "./slices.ts";
import { prepareQuery } from "./prepared-query.ts";
import { countChanged, readAll } from "./sql-values.ts";
import type { Db } from "./tables.ts";

/** The database's clock, whatever the replicas' clocks say. */
const databaseNow = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/** Interactions a replica has taken on; Discord sends each one to every replica. */
export function createIdempotencyKeys(db: Db) {
  const insert = prepareQuery(db, ["key", "at"], ({ key, at }) =>
    db
      .insertInto("idempotencyKeys")
      // Both databases read a number from its text.
      .values({ key, at: sql<number>`${at}` })
      .onConflict((conflict) => conflict.column("key").doNothing())
      .returning("key"),
  );
  return {
    /** True for the first caller with this key on any replica; false for all later ones. */
    claim: async (key: string, at: number): Promise<boolean> =>
      (await insert({ key, at: String(at) })).length > 0,

    /** When the first caller claimed it; `undefined` if nobody did. */
    async findClaim(key: string): Promise<number | undefined> {
      const found = await db
        .selectFrom("idempotencyKeys")
        .select("at")
        .where("key", "=", key)
        .executeTakeFirst();
      return found?.at;
    },

    /** The next caller is the first one again. */
    async release(key: string): Promise<void> {
      await db.deleteFrom("idempotencyKeys").where("key", "=", key).execute();
    },

    removeBefore: (at: number): Promise<number> =>
      deleteInSlices(db, "idempotencyKeys", (eb) => eb("at", "<", at)),
  };
}

interface QuotaRequest {
  readonly id: string;
  readonly workspaceId: string;
  readonly wanted: number;
  /** For all of the workspace's leases together. */
  readonly limit: number;
  readonly now: number;
  readonly endsAt: number;
}

/** The requests the service allows a workspace, shared among replicas. */
export function createQuotaLeases(db: Db, shared: boolean) {
  return {
    /** Grants as many of `wanted` as are left, and says when the first counted lease ends. */
    async lease({
      id,
      workspaceId,
      wanted,
      limit,
      now,
      endsAt,
    }: QuotaRequest): Promise<{ readonly granted: number; readonly nextEnd: number | undefined }> {
      if (shared) {
        const { rows } = await sql<{ readonly granted: number; readonly nextEnd: number | null }>`
          select granted, next_end from lease_quota(${id}, ${workspaceId}, ${wanted}, ${limit}, ${now}, ${endsAt})
        `.execute(db);
        return { granted: rows[0]?.granted ?? 0, nextEnd: rows[0]?.nextEnd ?? undefined };
      }
      return runInTransaction(db, async (transaction) => {
        const current = await transaction
          .selectFrom("quotaLeases")
          .where("workspaceId", "=", workspaceId)
          .where("endsAt", ">", now)
          .select(({ fn }) => [fn.sum("used").as("used"), fn.min("endsAt").as("nextEnd")])
          .executeTakeFirst();
        const granted = Math.max(0, Math.min(wanted, limit - Number(current?.used ?? 0)));
        if (granted > 0) {
          await transaction
            .insertInto("quotaLeases")
            .values({ id, workspaceId, used: granted, endsAt })
            .execute();
        }
        return { granted, nextEnd: current?.nextEnd ?? undefined };
      });
    },

    /** Does nothing if the lease is gone. */
    async complete(id: string, used: number, endsAt: number): Promise<void> {
      if (used === 0) await db.deleteFrom("quotaLeases").where("id", "=", id).execute();
      else await db.updateTable("quotaLeases").set({ used, endsAt }).where("id", "=", id).execute();
    },

    /** Removes leases that ended before then; they no longer count. */
    removeBefore: (at: number): Promise<number> =>
      countChanged(db.deleteFrom("quotaLeases").where("endsAt", "<", at)),
  };
}

/** The wait if another replica is taking a turn at this moment. */
const soonMs = 50;

/** When shards of any replica last logged in, by the buckets that Discord counts logins in. */
export function createIdentifyTurns(db: Db) {
  return {
    /**
     * Takes the turn if the last one was taken at least `everyMs` ago. One statement, and nobody waits for a lock.
     * @returns 0 if it was taken, otherwise the milliseconds until it is free
     */
    async take(bucket: number, everyMs: number): Promise<number> {
      const { rows } = await sql<{ readonly waitMs: number }>`
        with taken as (
          insert into identify_turns (bucket, last_at) values (${bucket}, ${databaseNow})
          on conflict (bucket) do update set last_at = excluded.last_at
            -- The second one if the clock was set back, by a fail-over to another server.
            where identify_turns.last_at <= excluded.last_at - ${everyMs}::bigint
              or identify_turns.last_at > excluded.last_at + ${everyMs}::bigint
          returning bucket
        )
        select case when exists (select from taken) then 0
          else greatest(${soonMs}::bigint, last_at + ${everyMs}::bigint - ${databaseNow}) end as wait_ms
        from (select max(last_at) as last_at from identify_turns where bucket = ${bucket}) as last`.execute(
        db,
      );
      return rows[0]?.waitMs ?? soonMs;
    },
  };
}

/** A replica that is sending reports every second. */
const paceValidMs = 2_500;

/** How much each replica wants to send to Discord, so that together they stay within its limit. */
export function createPostPaces(db: Db) {
  return {
    /** One statement. @returns what each other replica that reported within the last seconds wanted */
    report: (replicaId: string, wanted: number): Promise<readonly number[]> =>
      readAll(
        db
          .with("mine", (cte) =>
            cte
              .insertInto("postPaces")
              .values({ replicaId, wanted, seenAt: databaseNow })
              .onConflict((conflict) =>
                conflict.column("replicaId").doUpdateSet({ wanted, seenAt: databaseNow }),
              ),
          )
          .selectFrom("postPaces")
          .select("wanted")
          .where("replicaId", "!=", replicaId)
          .where("seenAt", ">", sql<number>`${databaseNow} - ${sql.lit(paceValidMs)}`),
        (row) => row.wanted,
      ),

    removeBefore: (at: number): Promise<number> =>
      countChanged(db.deleteFrom("postPaces").where("seenAt", "<", at)),
  };
}

/** Some of the `total` shards that an application's servers are divided into. */
export interface ShardRange {
  readonly first: number;
  /** Inclusive. */
  readonly last: number;
  readonly total: number;
}

/** A replica reports its shards every minute. */
const rangeValidMs = 90_000;

/** Which shards each replica serves, so that each can see whether all are served. */
export function createShardRanges(db: Db) {
  return {
    /** One statement. @returns what each other replica that reported within the last 90 seconds serves */
    async report(replicaId: string, { first, last, total }: ShardRange): Promise<readonly ShardRange[]> {
      const range = { firstShard: first, lastShard: last, shardCount: total, seenAt: databaseNow };
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
        .where("seenAt", ">", sql<number>`${databaseNow} - ${sql.lit(rangeValidMs)}`)
        .execute();
    },

    removeBefore: (at: number): Promise<number> =>
      countChanged(db.deleteFrom("shardRanges").where("seenAt", "<", at)),
  };
}
