import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** What users of the workspaces are called who need not be connected to a member. */
export const people: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable("people")
      .addColumn("guildId", "text", (column) => column.notNull())
      .addColumn("linkKey", "text", (column) => column.notNull())
      .addColumn("userId", "text", (column) => column.notNull())
      .addColumn("state", "text", (column) => column.notNull())
      .addColumn("displayName", "text")
      .addColumn("username", "text")
      .addColumn("colour", "text")
      .addColumn("names", "text", (column) => column.notNull())
      .addColumn("sortName", "text", (column) => column.notNull())
      .addColumn("seenAt", "bigint", (column) => column.notNull())
      .addColumn("lookedUpAt", "bigint")
      .addColumn("askAfter", "bigint")
      .addPrimaryKeyConstraint("peoplePrimaryKey", ["guildId", "linkKey", "userId"])
      .execute();
    await schema
      .createIndex("peopleToAsk")
      .on("people")
      .columns(["guildId", "linkKey", "askAfter"])
      .where(sql.ref("askAfter"), "is not", null)
      .execute();
    await schema.createIndex("peopleBySight").on("people").column("seenAt").execute();
  },
};
