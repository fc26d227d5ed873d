import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Servers without a link, and since when each was found to have none, day after day. */
export const unlinkedGuilds: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        "create table unlinked_guilds (guild_id text not null primary key, since bigint not null, seen_at bigint not null)",
      )
      .execute(db);
  },
};
