import { sql } from "kysely";
import type { Db } from "./tables.ts";

/** A replica whose clock is off by more is not ready: it would show people wrong times. */
export const maxSkewMs = 5_000;

/** The sample with the fastest reply is the most accurate. */
const samples = 3;

/** The clock for leases and due times. Replicas that share a database share its clock. */
export function createDatabaseClock(db: Db, shared: boolean, machineNow: () => number) {
  let aheadOfTimer: number | undefined;
  const now = (): number =>
    aheadOfTimer === undefined ? machineNow() : Math.round(performance.now() + aheadOfTimer);
  return {
    /** Epoch milliseconds. The machine's clock until first measured, and always with SQLite. */
    now,

    /** Asks the database. Between measurements, changes to the machine's clock have no effect. @throws StoreError */
    async measure(): Promise<void> {
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

    /** How far the machine's clock is ahead; negative if it is behind. 0 until measured. */
    skewMs: (): number => (aheadOfTimer === undefined ? 0 : Math.round(machineNow() - now())),
  };
}
