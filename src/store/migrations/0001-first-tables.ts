import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Links, access roles, drafts, audit, departures, claims and settings. Ids of Discord are text, times epoch milliseconds. */
export const firstTables: Migration = {
  // A migration describes the tables of its day, so it must not lean on today's types.
  async up(db: Kysely<unknown>) {
    const { schema } = db;

    await schema
      .createTable("guildLinks")
      .addColumn("guildId", "text", (column) => column.primaryKey())
      .addColumn("workspaceId", "text", (column) => column.notNull())
      .addColumn("sealedToken", "text", (column) => column.notNull())
      .addColumn("linkedByDiscordUserId", "text", (column) => column.notNull())
      .addColumn("linkedAt", "bigint", (column) => column.notNull())
      .execute();

    await schema
      .createTable("accessRoles")
      .addColumn("guildId", "text", (column) => column.notNull())
      .addColumn("roleId", "text", (column) => column.notNull())
      .addColumn("addedAt", "bigint", (column) => column.notNull())
      .addPrimaryKeyConstraint("accessRolesPrimaryKey", ["guildId", "roleId"])
      .execute();

    await schema
      .createTable("drafts")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("guildId", "text", (column) => column.notNull())
      .addColumn("discordUserId", "text", (column) => column.notNull())
      .addColumn("kind", "text", (column) => column.notNull())
      .addColumn("payload", "text", (column) => column.notNull())
      .addColumn("state", "text", (column) => column.notNull())
      .addColumn("result", "text")
      .addColumn("sealedReplyTo", "text")
      .addColumn("createdAt", "bigint", (column) => column.notNull())
      .addColumn("expiresAt", "bigint", (column) => column.notNull())
      .addColumn("leaseUntil", "bigint")
      .execute();
    await schema.createIndex("draftsByGuild").on("drafts").column("guildId").execute();
    await schema.createIndex("draftsByExpiry").on("drafts").column("expiresAt").execute();
    await schema.createIndex("draftsByLease").on("drafts").columns(["state", "leaseUntil"]).execute();

    await schema
      .createTable("auditEntries")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("guildId", "text", (column) => column.notNull())
      .addColumn("workspaceId", "text")
      .addColumn("discordUserId", "text", (column) => column.notNull())
      .addColumn("action", "text", (column) => column.notNull())
      .addColumn("target", "text")
      .addColumn("outcome", "text", (column) => column.notNull())
      .addColumn("detail", "text", (column) => column.notNull())
      .addColumn("reference", "text")
      .addColumn("at", "bigint", (column) => column.notNull())
      .execute();
    await schema.createIndex("auditEntriesByGuild").on("auditEntries").columns(["guildId", "at"]).execute();
    await schema.createIndex("auditEntriesByTime").on("auditEntries").column("at").execute();

    await schema
      .createTable("departures")
      .addColumn("guildId", "text", (column) => column.primaryKey())
      .addColumn("noticedAt", "bigint", (column) => column.notNull())
      .execute();
    await schema.createIndex("departuresByTime").on("departures").column("noticedAt").execute();

    await schema
      .createTable("idempotencyKeys")
      .addColumn("interactionId", "text", (column) => column.primaryKey())
      .addColumn("at", "bigint", (column) => column.notNull())
      .execute();
    await schema.createIndex("claimsByTime").on("idempotencyKeys").column("at").execute();

    await schema
      .createTable("botState")
      .addColumn("key", "text", (column) => column.primaryKey())
      .addColumn("value", "text", (column) => column.notNull())
      .addColumn("changedAt", "bigint", (column) => column.notNull())
      .execute();
  },
};
