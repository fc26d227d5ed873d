import { readAll } from "./sql-values.ts";
import type { Db, GuildTable } from "./tables.ts";

/** Guilds that removed the bot, waiting for their data to be deleted. */
export interface Departures {
  /** Every guild with stored data. */
  knownGuildIds(): Promise<readonly string[]>;
  /** If noticed twice, the earlier time is kept. */
  observe(guildId: string, at: number): Promise<void>;
  /** The guild is back; its data is kept. */
  cancel(guildId: string): Promise<void>;
  /** Guilds whose departure was noticed before `before`. */
  due(before: number): Promise<readonly string[]>;
}

/** @param guildTables at least one */
export function createDepartures(db: Db, guildTables: readonly GuildTable[]): Departures {
  return {
    async knownGuildIds() {
      const [first = "guildLinks", ...others] = guildTables;
      let query = db.selectFrom(first).select("guildId").distinct();
      for (const table of others) query = query.union(db.selectFrom(table).select("guildId"));
      const rows = await query.execute();
      return rows.map((row) => row.guildId);
    },

    async observe(guildId, at) {
      await db
        .insertInto("departures")
        .values({ guildId, noticedAt: at })
        .onConflict((conflict) =>
          conflict.column("guildId").doUpdateSet({ noticedAt: at }).where("departures.noticedAt", ">", at),
        )
        .execute();
    },

    async cancel(guildId) {
      await db.deleteFrom("departures").where("guildId", "=", guildId).execute();
    },

    due: (before) =>
      readAll(
        db.selectFrom("departures").select("guildId").where("noticedAt", "<", before).orderBy("noticedAt"),
        (row) => row.guildId,
      ),
  };
}
