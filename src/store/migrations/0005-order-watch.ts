import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** What was told in channels of what became of orders. */
export const orderWatch: Migration = {
  async up(db: Kysely<unknown>) {
    const { schema } = db;
    await schema
      .createTable("order_changes")
      .addColumn("scheduleId", "text", (column) => column.notNull())
      .addColumn("orderId", "text", (column) => column.notNull())
      .addColumn("change", "text", (column) => column.notNull())
      .addColumn("guildId", "text", (column) => column.notNull())
      .addColumn("state", "text", (column) => column.notNull())
      .addColumn("until", "bigint", (column) => column.notNull())
      .addColumn("attempts", "integer", (column) => column.notNull())
      .addColumn("noticedAt", "bigint", (column) => column.notNull())
      .addPrimaryKeyConstraint("orderChangesPrimaryKey", ["scheduleId", "orderId", "change"])
      .execute();
    await schema.createIndex("orderChangesByGuild").on("order_changes").column("guildId").execute();
    await schema.createIndex("orderChangesByTime").on("order_changes").column("noticedAt").execute();
  },
};
