import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Whether the message before goes once a new one stands. */
export const replacedPosts: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .alterTable("schedules")
      .addColumn("replaces", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
