import { sql } from "kysely";
import type { Db } from "./tables.ts";

/** The clock that leases and due times go by. Replicas that share a database share its clock. */
export interface DatabaseClock {
  /** Epoch milliseconds; of the machine until it is measured for the first time, and always with SQLite. */
  readonly now: () => number;
  /** Asks the database. Between two times, nothing that is done to the machine's clock matters. @throws StoreError */
  measure(): Promise<void>;
  /** How far the machine's clock is ahead, or behind when it is negative. 0 until it is measured. */
  skewMs(): number;
}

/** A replica whose clock is off by more is not ready: what people read of times would be wrong there. */
export const maxSkewMs = 5_000;

/** The quickest answer tells it best. */
const samples = 3;

export function createDatabaseClock(db: Db, shared: boolean, machineNow: () => number): DatabaseClock {
  let aheadOfTimer: number | undefined;
  const now = (): number =>
    aheadOfTimer === undefined ? machineNow() : Math.round(performance.now() + aheadOfTimer);
  return {
    now,

    async measure() {
      if (!shared) return;
      let quickestMs = Number.POSITIVE_INFINITY;
      let measured = 0;
      for (let taken = 0; taken < samples; taken += 1) {
        const askedAt = performance.now();
        const { rows } = await sql<{ readonly at: number }>`
          select extract(epoch from clock_timestamp())::float8 * 1000 as at`.execute(db);
        const tookMs = performance.now() - askedAt;
        const [row] = rows;
        if (row === undefined || tookMs >= quickestMs) continue;
        quickestMs = tookMs;
        measured = row.at - askedAt - tookMs / 2;
      }
      aheadOfTimer = measured;
    },

    skewMs: () => (aheadOfTimer === undefined ? 0 : Math.round(machineNow() - now())),
  };
}
