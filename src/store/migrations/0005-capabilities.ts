import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** What each link's key could do when that was tried last, and when it is tried next. */
const statements = [
  "alter table guild_links add column capabilities text",
  "alter table guild_links add column check_at bigint not null default 0",
  "create index guild_links_by_check on guild_links (check_at)",
];

export const capabilities: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
