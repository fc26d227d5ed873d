import { sql } from "kysely";
import type { Db } from "./tables.ts";

/** Runs work of one guild in a transaction that no other such work of the guild runs beside, on any replica. */
export type InGuildTransaction = <T>(guildId: string, work: (transaction: Db) => Promise<T>) => Promise<T>;

export function createInGuildTransaction(db: Db, shared: boolean): InGuildTransaction {
  return (guildId, work) =>
    db.transaction().execute(async (transaction) => {
      // SQLite has one connection, so its transactions already run one after another.
      if (shared) {
        await sql`select pg_advisory_xact_lock(hashtextextended(${guildId}, 0))`.execute(transaction);
      }
      return work(transaction);
    });
}
