import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Several workspaces a guild, channels bound to them, tiers of roles, settings of a guild, accounts and claims to them. */
export const peopleAndWorkspaces: Migration = {
  async up(db: Kysely<unknown>) {
    await moveGuildLinks(db);
    const { schema } = db;

    await schema
      .createTable("channelLinks")
      .addColumn("guildId", "text", (column) => column.notNull())
      .addColumn("channelId", "text", (column) => column.notNull())
      .addColumn("linkKey", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("channelLinksPrimaryKey", ["guildId", "channelId"])
      .execute();

    await schema
      .alterTable("accessRoles")
      .addColumn("tier", "text", (column) => column.notNull().defaultTo("staff"))
      .execute();

    await schema
      .createTable("guildSettings")
      .addColumn("guildId", "text", (column) => column.notNull())
      .addColumn("key", "text", (column) => column.notNull())
      .addColumn("value", "text", (column) => column.notNull())
      .addColumn("changedAt", "bigint", (column) => column.notNull())
      .addPrimaryKeyConstraint("guildSettingsPrimaryKey", ["guildId", "key"])
      .execute();

    await schema
      .createTable("accounts")
      .addColumn("guildId", "text", (column) => column.notNull())
      .addColumn("discordUserId", "text", (column) => column.notNull())
      .addColumn("userId", "text", (column) => column.notNull())
      .addColumn("displayName", "text", (column) => column.notNull())
      .addColumn("username", "text")
      .addColumn("avatarUrl", "text")
      .addColumn("memberName", "text", (column) => column.notNull())
      .addColumn("connectedByDiscordUserId", "text", (column) => column.notNull())
      .addColumn("connectedAt", "bigint", (column) => column.notNull())
      .addColumn("names", "text", (column) => column.notNull())
      .addColumn("sortName", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("accountsPrimaryKey", ["guildId", "discordUserId"])
      .addUniqueConstraint("accountsOfUsers", ["guildId", "userId"])
      .execute();
    await schema
      .createIndex("accountsByName")
      .on("accounts")
      .columns(["guildId", "sortName", "discordUserId"])
      .execute();

    await schema
      .createTable("connectionRequests")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("guildId", "text", (column) => column.notNull())
      .addColumn("discordUserId", "text", (column) => column.notNull())
      .addColumn("userId", "text", (column) => column.notNull())
      .addColumn("displayName", "text", (column) => column.notNull())
      .addColumn("username", "text")
      .addColumn("avatarUrl", "text")
      .addColumn("memberName", "text", (column) => column.notNull())
      .addColumn("channelId", "text", (column) => column.notNull())
      .addColumn("cardChannelId", "text")
      .addColumn("cardMessageId", "text")
      .addColumn("createdAt", "bigint", (column) => column.notNull())
      .addColumn("state", "text", (column) => column.notNull())
      .addColumn("decidedByDiscordUserId", "text")
      .addColumn("decidedAt", "bigint")
      .addColumn("reason", "text")
      .execute();
    await schema
      .createIndex("connectionRequestsOpen")
      .unique()
      .on("connectionRequests")
      .columns(["guildId", "discordUserId"])
      .where(sql.ref("state"), "=", "open")
      .execute();
    await schema
      .createIndex("connectionRequestsByState")
      .on("connectionRequests")
      .columns(["guildId", "state", "createdAt"])
      .execute();
    await schema
      .createIndex("connectionRequestsByTime")
      .on("connectionRequests")
      .column("createdAt")
      .execute();

    await schema
      .createIndex("auditEntriesByAction")
      .on("auditEntries")
      .columns(["guildId", "action", "at"])
      .execute();
  },
};

/** SQLite cannot give a table another primary key, so the rows move to a new table. */
async function moveGuildLinks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("newGuildLinks")
    .addColumn("guildId", "text", (column) => column.notNull())
    .addColumn("linkKey", "text", (column) => column.notNull())
    .addColumn("workspaceId", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("sealedToken", "text", (column) => column.notNull())
    .addColumn("linkedByDiscordUserId", "text", (column) => column.notNull())
    .addColumn("linkedAt", "bigint", (column) => column.notNull())
    .addColumn("createdAt", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("guildLinksPrimaryKey", ["guildId", "linkKey"])
    .addUniqueConstraint("guildLinksOfWorkspaces", ["guildId", "workspaceId"])
    .execute();
  await sql`
    insert into new_guild_links
      (guild_id, link_key, workspace_id, name, sealed_token, linked_by_discord_user_id, linked_at, created_at)
    select guild_id, 'main', workspace_id, 'Workspace', sealed_token, linked_by_discord_user_id, linked_at, linked_at
    from guild_links`.execute(db);
  await db.schema.dropTable("guildLinks").execute();
  await db.schema.alterTable("newGuildLinks").renameTo("guildLinks").execute();
}
