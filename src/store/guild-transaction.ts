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

/** Runs writes in a transaction that does not wait for the disk. What a power cut takes back has to be of no loss. */
export type InRelaxedTransaction = <T>(work: (transaction: Db) => Promise<T>) => Promise<T>;

/** SQLite waits for the disk on the one thread that answers everybody. Whatever waits for it later makes this durable, too. */
export function createInRelaxedTransaction(db: Db, shared: boolean): InRelaxedTransaction {
  if (shared) {
    return (work) =>
      db.transaction().execute(async (transaction) => {
        await sql`set local synchronous_commit = off`.execute(transaction);
        return work(transaction);
      });
  }
  return (work) =>
    db.connection().execute(async (connection) => {
      await sql`pragma synchronous = normal`.execute(connection);
      try {
        return await connection.transaction().execute(work);
      } finally {
        await sql`pragma synchronous = full`.execute(connection);
      }
    });
}
