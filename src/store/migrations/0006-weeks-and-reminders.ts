import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** What connected people did in each week, and who wants to be reminded before a week is over. */
export const weeksAndReminders: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable("weeks")
      .addColumn("guildId", "text", (column) => column.notNull())
      .addColumn("workspaceId", "text", (column) => column.notNull())
      .addColumn("userId", "text", (column) => column.notNull())
      .addColumn("weekStart", "text", (column) => column.notNull())
      .addColumn("endsAt", "bigint", (column) => column.notNull())
      .addColumn("takenAt", "bigint", (column) => column.notNull())
      .addColumn("minutes", "double precision")
      .addColumn("messages", "double precision")
      .addColumn("orders", "double precision")
      .addColumn("assignments", "text")
      .addColumn("state", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("weeksPrimaryKey", ["guildId", "workspaceId", "userId", "weekStart"])
      .execute();
    await schema
      .createIndex("weeksByWeek")
      .on("weeks")
      .columns(["guildId", "workspaceId", "weekStart"])
      .execute();
    await schema.createIndex("weeksByEnd").on("weeks").column("endsAt").execute();

    await schema
      .createTable("reminders")
      .addColumn("guildId", "text", (column) => column.notNull())
      .addColumn("discordUserId", "text", (column) => column.notNull())
      .addColumn("linkKey", "text", (column) => column.notNull())
      .addColumn("channelId", "text", (column) => column.notNull())
      .addColumn("hours", "integer", (column) => column.notNull())
      .addColumn("setAt", "bigint", (column) => column.notNull())
      .addColumn("remindedWeek", "text")
      .addPrimaryKeyConstraint("remindersPrimaryKey", ["guildId", "discordUserId"])
      .execute();
  },
};
