import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** What the bot sends by itself is known by what it says, so that an unclear answer can be looked into. */
const statements = [
  `create table sends (
    nonce text not null, digest text not null, guild_id text not null, first_at bigint not null,
    last_at bigint not null, shown text not null, primary key (nonce, digest)
  )`,
  "create index sends_by_guild on sends (guild_id)",
  "create index sends_by_time on sends (last_at)",
  // Each message is one send's. A message that Discord answered with, or that was found in its channel.
  `create table sent_messages (
    message_id text not null, nonce text not null, guild_id text not null, at bigint not null,
    primary key (message_id)
  )`,
  "create index sent_messages_by_guild on sent_messages (guild_id)",
  "create index sent_messages_by_time on sent_messages (at)",
  // Equal to the attempts while each of them was made by a version that stores what it sends.
  "alter table deliveries add column recorded_attempts integer not null default 0",
];

export const sends: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
