import { sql } from "kysely";
import { deleteInSlices } from "./slices.ts";
import { prepareQuery } from "./prepared-query.ts";
import { countChanged, readAll } from "./sql-values.ts";
import type { Db } from "./tables.ts";

/** The database's clock, whatever the replicas' clocks say. */
const now = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/** Interactions a replica has taken on; Discord sends each one to every replica. */
export interface IdempotencyKeys {
  /** True for the first caller with this key on any replica; false for all later ones. */
  claim(key: string, at: number): Promise<boolean>;
  /** When the first caller claimed it; `undefined` if nobody did. */
  findClaim(key: string): Promise<number | undefined>;
  /** The next caller is the first one again. */
  release(key: string): Promise<void>;
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

    async findClaim(key) {
      const found = await db
        .selectFrom("idempotencyKeys")
        .select("at")
        .where("key", "=", key)
        .executeTakeFirst();
      return found?.at;
    },

    async release(key) {
      await db.deleteFrom("idempotencyKeys").where("key", "=", key).execute();
    },

    removeBefore: (at) => deleteInSlices(db, "idempotencyKeys", (eb) => eb("at", "<", at)),
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
          insert into identify_turns (bucket, last_at) values (${bucket}, ${now})
          on conflict (bucket) do update set last_at = excluded.last_at
            -- The second one if the clock was set back, by a fail-over to another server.
            where identify_turns.last_at <= excluded.last_at - ${everyMs}::bigint
              or identify_turns.last_at > excluded.last_at + ${everyMs}::bigint
          returning bucket
        )
        select case when exists (select from taken) then 0
          else greatest(${soonMs}::bigint, last_at + ${everyMs}::bigint - ${now}) end as wait_ms
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
              .values({ replicaId, wanted, seenAt: now })
              .onConflict((conflict) => conflict.column("replicaId").doUpdateSet({ wanted, seenAt: now })),
          )
          .selectFrom("postPaces")
          .select("wanted")
          .where("replicaId", "!=", replicaId)
          .where("seenAt", ">", sql<number>`${now} - ${sql.lit(paceValidMs)}`),
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
        .where("seenAt", ">", sql<number>`${now} - ${sql.lit(rangeValidMs)}`)
        .execute();
    },

    removeBefore: (at: number): Promise<number> =>
      countChanged(db.deleteFrom("shardRanges").where("seenAt", "<", at)),
  };
}
