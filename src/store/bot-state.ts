import type { Db } from "./tables.ts";

/** Small facts the bot itself remembers, for example the hash of the commands it registered. */
export interface BotState {
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string): Promise<void>;
}

export function createBotState(db: Db, now: () => number): BotState {
  return {
    async get(key) {
      const row = await db.selectFrom("botState").select("value").where("key", "=", key).executeTakeFirst();
      return row?.value;
    },

    async set(key, value) {
      const changes = { value, changedAt: now() };
      await db
        .insertInto("botState")
        .values({ key, ...changes })
        .onConflict((conflict) => conflict.column("key").doUpdateSet(changes))
        .execute();
    },
  };
}
