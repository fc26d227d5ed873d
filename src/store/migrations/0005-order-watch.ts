import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** What was told in channels of what became of orders. */
export const orderAlerts: Migration = {
  async up(db: Kysely<unknown>) {
    const { schema } = db;
    await schema
      .createTable("order_alerts")
      .addColumn("scheduleId", "text", (column) => column.notNull())
      .addColumn("orderId", "text", (column) => column.notNull())
      .addColumn("change", "text", (column) => column.notNull())
      .addColumn("guildId", "text", (column) => column.notNull())
      .addColumn("state", "text", (column) => column.notNull())
      .addColumn("until", "bigint", (column) => column.notNull())
      .addColumn("attempts", "integer", (column) => column.notNull())
      .addColumn("noticedAt", "bigint", (column) => column.notNull())
      .addPrimaryKeyConstraint("orderAlertsPrimaryKey", ["scheduleId", "orderId", "change"])
      .execute();
    await schema.createIndex("orderAlertsByGuild").on("order_alerts").column("guildId").execute();
    await schema.createIndex("orderAlertsByTime").on("order_alerts").column("noticedAt").execute();
  },
};
