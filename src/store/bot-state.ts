import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { minuteMs } from "../time.ts";
import { StoreError } from "./errors.ts";
import { readFirst } from "./sql-values.ts";
import type { Db } from "./tables.ts";

/** Small facts the bot remembers, for example the hash of the commands it registered. */
export type BotState = ReturnType<typeof createBotState>;

const alonePollMs = 200;
/** If a process dies while holding the right, it expires after this long. */
const aloneForMs = minuteMs;

export function createBotState(db: Db, shared: boolean, now: () => number) {
  return {
    get: (key: string): Promise<string | undefined> =>
      readFirst(db.selectFrom("botState").select("value").where("key", "=", key), (row) => row.value),

    has: async (prefix: string): Promise<boolean> =>
      (await db
        .selectFrom("botState")
        .select("key")
        .where("key", "like", `${prefix}%`)
        .limit(1)
        .executeTakeFirst()) !== undefined,

    async set(key: string, value: string): Promise<void> {
      const changes = { value, changedAt: now() };
      await db
        .insertInto("botState")
        .values({ key, ...changes })
        .onConflict((conflict) => conflict.column("key").doUpdateSet(changes))
        .execute();
    },

    /**
     * Runs work exclusively: no other work of that name runs at the same time on any replica.
     * @throws StoreError "locked" after a minute
     */
    alone: <T>(name: string, work: () => Promise<T>): Promise<T> =>
      shared
        ? db.transaction().execute(async (transaction) => {
            await sql
              .raw(`set local idle_in_transaction_session_timeout = ${aloneForMs}`)
              .execute(transaction);
            for (let waitedMs = 0; !(await tryLock(transaction, name)); waitedMs += alonePollMs) {
              if (waitedMs >= aloneForMs)
                throw new StoreError("locked", "Another replica has been starting for a minute. Try again.");
              await sleep(alonePollMs);
            }
            return work();
          })
        : work(),
  };
}

async function tryLock(transaction: Db, name: string): Promise<boolean> {
  const { rows } = await sql<{ readonly has: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as has`.execute(transaction);
  return rows[0]?.has === true;
}
