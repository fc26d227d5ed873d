import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Who is in the game, as last read; who doesn't want that shown; and which boards have told that too few are. */
const statements = [
  `create table presences (
    guild_id text not null, link_key text not null, discord_user_id text not null, state text not null,
    since bigint, asked_at bigint not null, read_at bigint, primary key (guild_id, link_key, discord_user_id)
  )`,
  "create index presences_by_time on presences (asked_at)",
  `create table hidden_members (
    guild_id text not null, discord_user_id text not null, hidden_at bigint not null,
    primary key (guild_id, discord_user_id)
  )`,
  `create table shortages (
    schedule_id text not null, guild_id text not null, told_at bigint not null, primary key (schedule_id)
  )`,
  "create index shortages_by_guild on shortages (guild_id)",
];

export const presences: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
