import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Since when a due post may stand in its channel without our knowing. */
export const unsureDeliveries: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable("deliveries").addColumn("unsureSince", "bigint").execute();
    await db.schema
      .createIndex("deliveriesOpenOfSchedules")
      .on("deliveries")
      .columns(["scheduleId", "dueAt"])
      .where(sql.ref("state"), "in", sql`('waiting', 'claimed')`)
      .execute();
    const tables: Kysely<OpenDeliveries> = db.withTables();
    // Of what was tried before this version nobody wrote down how far it got.
    await tables
      .updateTable("deliveries")
      .set((eb) => ({ unsureSince: eb.ref("dueAt") }))
      .where("state", "in", ["waiting", "claimed"])
      .where("attempts", ">", 0)
      .execute();
    // The line is in the order of this moment.
    await tables
      .updateTable("deliveries")
      .set((eb) => ({ until: eb.ref("dueAt") }))
      .where("state", "=", "waiting")
      .where("until", "=", 0)
      .execute();
  },
};

interface OpenDeliveries {
  readonly deliveries: {
    readonly state: string;
    readonly attempts: number;
    readonly dueAt: number;
    readonly until: number;
    readonly unsureSince: number | null;
  };
}
