import { sql } from "kysely";
import type { Db } from "./tables.ts";

/** When shards of any replica last logged in, by the buckets that Discord counts logins in. */
export interface IdentifyTurns {
  /**
   * Takes the turn if the last one was taken at least `everyMs` ago. One statement, and nobody waits for a lock.
   * @returns 0 if it was taken, otherwise the milliseconds until it is free
   */
  take(bucket: number, everyMs: number): Promise<number>;
}

/** The wait if another replica is taking a turn at this moment. */
const soonMs = 50;

export function createIdentifyTurns(db: Db): IdentifyTurns {
  // The database's clock, whatever the replicas' clocks say.
  const now = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;
  return {
    async take(bucket, everyMs) {
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
