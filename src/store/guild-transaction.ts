import { setTimeout as sleep } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import { isRolledBack } from "./errors.ts";
import type { Db } from "./tables.ts";

const maxAttempts = 3;
/** Grows with each attempt; the other transactions have usually finished by then. */
const pauseMs = 20;

/**
 * Runs a transaction, and repeats it if the database rolled it back in favour of another one. So the work must not have
 * side effects outside the database.
 */
export async function runInTransaction<T>(db: Db, work: (transaction: Db) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (attempt >= maxAttempts || !isRolledBack(error)) throw error;
    }
    await sleep(attempt * pauseMs);
  }
}

/**
 * Runs a guild's work in a transaction, exclusively: no other such work for the guild runs at the same time on any
 * replica.
 */
export type InGuildTransaction = <T>(guildId: string, work: (transaction: Db) => Promise<T>) => Promise<T>;

export function createInGuildTransaction(db: Db, shared: boolean): InGuildTransaction {
  return (guildId, work) =>
    runInTransaction(db, async (transaction) => {
      // SQLite has one connection, so its transactions already run one after another.
      if (shared) await sql`select ${lockGuild(guildId)}`.execute(transaction);
      return work(transaction);
    });
}

/**
 * Runs writes in a transaction that doesn't wait for the disk. Only for writes that may be lost in a power cut.
 * @param guildId if set, runs them exclusively as this guild's work
 */
export type InRelaxedTransaction = <T>(work: (transaction: Db) => Promise<T>, guildId?: string) => Promise<T>;

/** SQLite would wait for the disk on the only thread. The next write that does wait makes these durable too. */
export function createInRelaxedTransaction(db: Db, shared: boolean): InRelaxedTransaction {
  if (shared) {
    return (work, guildId) =>
      runInTransaction(db, async (transaction) => {
        if (guildId === undefined) await sql`set local synchronous_commit = off`.execute(transaction);
        else
          await sql`select set_config('synchronous_commit', 'off', true), ${lockGuild(guildId)}`.execute(
            transaction,
          );
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

/** Held until the transaction ends. Must be a transaction's first lock, or two transactions could deadlock. */
function lockGuild(guildId: string): RawBuilder<unknown> {
  return sql`pg_advisory_xact_lock(hashtextextended(${guildId}, 0))`;
}
