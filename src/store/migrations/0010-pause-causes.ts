import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * What schedules are paused for, beside the sentence: told by their sentences once, for those paused before. Sentences
 * that name commands of an early version name today's buttons.
 */
export const pauseCauses: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw("alter table schedules add column paused_cause text").execute(db);
    await sql
      .raw(
        "update schedules set paused_cause = 'deleted-channel' where paused_reason like 'The channel was deleted.%'",
      )
      .execute(db);
    await sql
      .raw(
        "update schedules set paused_cause = 'link-gone' where paused_reason = 'The link to the workspace was removed.'",
      )
      .execute(db);
    for (const [before, now] of [
      ["`/schedule edit`", "*Edit…* in `/schedule list`"],
      ["`/schedule run-now`", "*Post now…*"],
    ])
      for (const column of ["paused_reason", "last_reason"])
        await sql
          .raw(
            `update schedules set ${column} = replace(${column}, '${before}', '${now}') where ${column} like '%${before}%'`,
          )
          .execute(db);
  },
};
