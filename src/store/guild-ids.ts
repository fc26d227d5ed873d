import { sql } from "kysely";
import { nextTurn } from "../turns.ts";
import type { Db, GuildTable } from "./tables.ts";

const guildsAtOnce = 1_000;

/**
 * The guilds with rows in a table, which needs an index that begins with them: each is looked for behind the one
 * before, so the number of their rows doesn't matter. Lets others in between.
 */
export async function listGuildIds(db: Db, table: GuildTable): Promise<readonly string[]> {
  const from = sql.table(table);
  const guildIds: string[] = [];
  for (let after = ""; ;) {
    await nextTurn();
    const { rows } = await sql<{ readonly guildId: string }>`
      with recursive guilds (guild_id) as (
        select min(guild_id) from ${from} where guild_id > ${after}
        union all
        select (select min(other.guild_id) from ${from} as other where other.guild_id > guilds.guild_id)
        from guilds where guilds.guild_id is not null
      )
      select guild_id from guilds where guild_id is not null limit ${guildsAtOnce}`.execute(db);
    guildIds.push(...rows.map(({ guildId }) => guildId));
    const last = guildIds.at(-1);
    if (last === undefined || rows.length < guildsAtOnce) return guildIds;
    after = last;
  }
}
