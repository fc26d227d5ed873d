import { readFirst } from "../../src/store/sql-values.ts";
import type { Db } from "../../src/store/tables.ts";

declare module "../../src/store/tables.ts" {
  interface Tables {
    readonly homeGuilds: {
      readonly discordUserId: string;
      readonly guildId: string;
      readonly chosenAt: number;
    };
  }
}

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
