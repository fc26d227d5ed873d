import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Through a link that is read-only, nothing that would change the workspace is sent. */
export const readOnlyLinks: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table guild_links add column read_only integer not null default 0`.execute(db);
  },
};
