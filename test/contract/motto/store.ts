import type { Db } from "../../../src/store/tables.ts";

/** A feature of the bot adds its table to `Tables` instead; this one is in a test only. */
type MottoTables = { readonly mottos: Pick<Motto, keyof Motto> };

export interface Motto {
  readonly guildId: string;
  readonly discordUserId: string;
  readonly text: string;
  /** Epoch milliseconds. */
  readonly setAt: number;
}

export const ofMottos = (db: Db) => db.withTables<MottoTables>();

export interface Mottos {
  set(motto: Motto): Promise<void>;
  list(guildId: string): Promise<readonly Motto[]>;
}

export function createMottos(db: Db): Mottos {
  return {
    async set(motto) {
      await ofMottos(db)
        .insertInto("mottos")
        .values(motto)
        .onConflict((conflict) => conflict.columns(["guildId", "discordUserId"]).doUpdateSet(motto))
        .execute();
    },
    list: (guildId) =>
      ofMottos(db)
        .selectFrom("mottos")
        .selectAll()
        .where("guildId", "=", guildId)
        .orderBy("discordUserId")
        .execute(),
  };
}
