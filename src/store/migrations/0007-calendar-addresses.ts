import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Private addresses of calendars, one for each member who wants one; of the address itself, only a hash. */
const statements = [
  `create table calendar_addresses (
    guild_id text not null, discord_user_id text not null, link_key text not null, token_hash text not null,
    made_at bigint not null, read_at bigint, digest text, changed_at bigint not null,
    primary key (guild_id, discord_user_id)
  )`,
  "create unique index calendar_addresses_by_hash on calendar_addresses (token_hash)",
];

export const calendarAddresses: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
