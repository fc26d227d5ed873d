import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** What is posted at set times, and what came of each of those times. */
export const schedules: Migration = {
  async up(db: Kysely<unknown>) {
    const { schema } = db;
    await schema
      .createTable("schedules")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("guildId", "text", (column) => column.notNull())
      .addColumn("linkKey", "text", (column) => column.notNull())
      .addColumn("channelId", "text", (column) => column.notNull())
      .addColumn("kind", "text", (column) => column.notNull())
      .addColumn("mode", "text", (column) => column.notNull())
      .addColumn("rule", "text", (column) => column.notNull())
      .addColumn("zone", "text", (column) => column.notNull())
      .addColumn("options", "text", (column) => column.notNull())
      .addColumn("mentionRoleId", "text")
      .addColumn("pins", "integer", (column) => column.notNull())
      .addColumn("state", "text", (column) => column.notNull())
      .addColumn("pausedReason", "text")
      .addColumn("makerDiscordUserId", "text", (column) => column.notNull())
      .addColumn("createdAt", "bigint", (column) => column.notNull())
      .addColumn("nextDueAt", "bigint")
      .addColumn("refreshEveryMs", "bigint")
      .addColumn("nextRefreshAt", "bigint")
      .addColumn("lastRunAt", "bigint")
      .addColumn("lastOutcome", "text")
      .addColumn("lastReason", "text")
      .addColumn("messageId", "text")
      .addColumn("messageHash", "text")
      .addColumn("lastTrueAt", "bigint")
      .execute();
    await schema.createIndex("schedulesByGuild").on("schedules").columns(["guildId", "createdAt"]).execute();
    await schema
      .createIndex("schedulesByDue")
      .on("schedules")
      .column("nextDueAt")
      .where(sql.ref("state"), "=", "active")
      .execute();
    await schema
      .createIndex("schedulesByRefresh")
      .on("schedules")
      .column("nextRefreshAt")
      .where(sql.ref("state"), "=", "active")
      .execute();

    await schema
      .createTable("deliveries")
      .addColumn("scheduleId", "text", (column) => column.notNull())
      .addColumn("dueAt", "bigint", (column) => column.notNull())
      .addColumn("guildId", "text", (column) => column.notNull())
      .addColumn("state", "text", (column) => column.notNull())
      .addColumn("until", "bigint", (column) => column.notNull())
      .addColumn("attempts", "integer", (column) => column.notNull())
      .addColumn("messageId", "text")
      .addColumn("reason", "text")
      .addColumn("isLate", "integer", (column) => column.notNull())
      .addPrimaryKeyConstraint("deliveriesPrimaryKey", ["scheduleId", "dueAt"])
      .execute();
    await schema.createIndex("deliveriesByGuild").on("deliveries").column("guildId").execute();
    await schema
      .createIndex("deliveriesOpen")
      .on("deliveries")
      .columns(["until", "dueAt"])
      .where(sql.ref("state"), "in", sql`('waiting', 'claimed')`)
      .execute();
    await schema.createIndex("deliveriesByDue").on("deliveries").column("dueAt").execute();
  },
};
