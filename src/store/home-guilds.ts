import { readFirst } from "./sql-values.ts";
import type { Db } from "./tables.ts";

/** The server that a person's private commands are about, for people in several. */
export interface HomeGuilds {
  find(discordUserId: string): Promise<string | undefined>;
  choose(discordUserId: string, guildId: string, at: number): Promise<void>;
}

export function createHomeGuilds(db: Db): HomeGuilds {
  return {
    find: (discordUserId) =>
      readFirst(
        db.selectFrom("homeGuilds").select("guildId").where("discordUserId", "=", discordUserId),
        (row) => row.guildId,
      ),

    async choose(discordUserId, guildId, at) {
      const changes = { guildId, chosenAt: at };
      await db
        .insertInto("homeGuilds")
        .values({ discordUserId, ...changes })
        .onConflict((conflict) => conflict.column("discordUserId").doUpdateSet(changes))
        .execute();
    },
  };
}
