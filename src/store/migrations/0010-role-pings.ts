import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** When a schedule last pinged its role, so that it does not do so all the time. */
export const rolePings: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable("schedules").addColumn("lastPingedAt", "bigint").execute();
  },
};
