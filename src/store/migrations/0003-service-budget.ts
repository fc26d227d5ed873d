import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** What replicas have taken of the requests that the service allows each workspace. */
export const serviceBudget: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable("quotaLeases")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("workspaceId", "text", (column) => column.notNull())
      .addColumn("used", "integer", (column) => column.notNull())
      .addColumn("endsAt", "bigint", (column) => column.notNull())
      .execute();
    await schema
      .createIndex("quotaLeasesByWorkspace")
      .on("quotaLeases")
      .columns(["workspaceId", "endsAt"])
      .execute();
    await schema.createIndex("quotaLeasesByEnd").on("quotaLeases").column("endsAt").execute();
  },
};
