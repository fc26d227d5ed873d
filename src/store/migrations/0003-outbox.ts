import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** What the bot has to say by itself, until it has been said. */
const statements = [
  `create table outbox (
    key text not null, guild_id text not null, discord_user_id text, purpose text not null, payload text not null,
    until bigint not null, attempts integer not null, created_at bigint not null, primary key (key)
  )`,
  "create index outbox_by_time on outbox (until)",
  "create index outbox_by_guild on outbox (guild_id, discord_user_id)",
];

export const outbox: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
