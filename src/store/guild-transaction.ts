import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { isRolledBack } from "./errors.ts";
import type { Db } from "./tables.ts";

const maxAttempts = 3;
/** Longer from one attempt to the next; the others have usually gone on by then. */
const pauseMs = 20;

/**
 * Runs a transaction, and again when the database rolled it back so that another one could go on: it has done nothing
 * then. So the work may change nothing but the database.
 */
export async function inTransaction<T>(db: Db, work: (transaction: Db) => Promise<T>): Promise<T> {
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
    inTransaction(db, async (transaction) => {
      // SQLite has one connection, so its transactions already run one after another.
      if (shared) await lockGuild(transaction, guildId);
      return work(transaction);
    });
}

/**
 * Runs writes in a transaction that does not wait for the disk. What a power cut takes back has to be of no loss.
 * @param guildId runs them as work of this guild, as above
 */
export type InRelaxedTransaction = <T>(work: (transaction: Db) => Promise<T>, guildId?: string) => Promise<T>;

/** SQLite would wait for the disk on the only thread. The next write that does wait makes these durable too. */
export function createInRelaxedTransaction(db: Db, shared: boolean): InRelaxedTransaction {
  if (shared) {
    return (work, guildId) =>
      inTransaction(db, async (transaction) => {
        await sql`set local synchronous_commit = off`.execute(transaction);
        if (guildId !== undefined) await lockGuild(transaction, guildId);
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

/** Until the transaction ends. It has to be the first that a transaction locks, so that none waits for another in a circle. */
async function lockGuild(transaction: Db, guildId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${guildId}, 0))`.execute(transaction);
}
