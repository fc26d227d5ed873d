import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** For what the jobs look for in all servers: without these, each would read a whole table. */
const statements = [
  "create index accounts_by_guild_and_time on accounts (guild_id, connected_at)",
  "create index guild_settings_by_key on guild_settings (key, guild_id)",
  "create index reminders_by_kind_and_member on reminders (kind, guild_id, discord_user_id)",
  "create index outbox_by_creation on outbox (created_at)",
  "create index people_by_wait on people (ask_after, guild_id, link_key, user_id) where ask_after is not null",
  "create index weeks_provisional on weeks (ends_at) where state = 'provisional'",
];

export const manyServers: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
