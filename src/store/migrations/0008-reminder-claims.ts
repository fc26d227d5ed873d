import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** A reminder is claimed while it is sent, and settled once it stands, so that a failure in between loses none. */
export const reminderClaims: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable("reminders").addColumn("claimedWeek", "text").execute();
    for (const column of ["until", "attempts"]) {
      await schema
        .alterTable("reminders")
        .addColumn(column, "bigint", (added) => added.notNull().defaultTo(0))
        .execute();
    }
  },
};
