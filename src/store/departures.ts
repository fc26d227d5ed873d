import { listGuildIds } from "./guild-ids.ts";
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
  /** Guilds whose departure was noticed and not canceled. */
  list(): Promise<readonly string[]>;
  /** Guilds whose departure was noticed before `before`. */
  due(before: number): Promise<readonly string[]>;
}

/** @param guildTables at least one */
export function createDepartures(db: Db, guildTables: readonly GuildTable[]): Departures {
  return {
    async knownGuildIds() {
      const guildIds = new Set<string>();
      for (const table of guildTables)
        for (const guildId of await listGuildIds(db, table)) guildIds.add(guildId);
      return [...guildIds];
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

    list: () => readAll(db.selectFrom("departures").select("guildId"), (row) => row.guildId),

    due: (before) =>
      readAll(
        db.selectFrom("departures").select("guildId").where("noticedAt", "<", before).orderBy("noticedAt"),
        (row) => row.guildId,
      ),
  };
}
