import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** The same time may be asked for in each of a server's workspaces. */
const statements = [
  "drop index time_requests_undecided",
  `create unique index time_requests_undecided on time_requests (guild_id, discord_user_id, day, minutes, link_key)
    where state in ('open', 'sending', 'unknown')`,
];

export const timeRequestsByLink: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
