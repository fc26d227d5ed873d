import { isActive } from "./schedule-refreshes.ts";
import { type Schedule, scheduleOf } from "./schedule-rows.ts";
import type { Db } from "./tables.ts";

/** When the schedules of all guilds are due. */
export interface ScheduleDues {
  /** Active schedules that are due, the most recent first, so that schedules far behind don't hold up others. */
  due(now: number, limit: number): Promise<readonly Schedule[]>;
  /** Active schedules due after now, ordered by id, starting after `afterId`. */
  dueLater(now: number, afterId: string, limit: number): Promise<readonly Schedule[]>;
  /** When the next active schedule in any guild is due. */
  nextDueAt(): Promise<number | undefined>;
  /**
   * How many active schedules of all guilds are due next at each moment from `from` until before `until`, counting the
   * first `most` only.
   */
  countDue(
    from: number,
    until: number,
    most: number,
  ): Promise<readonly (readonly [dueAt: number, schedules: number])[]>;
}

export function createScheduleDues(db: Db): ScheduleDues {
  return {
    async due(now, limit) {
      const rows = await db
        .selectFrom("schedules")
        .selectAll()
        .where(isActive)
        .where("nextDueAt", "<=", now)
        .orderBy("nextDueAt", "desc")
        .limit(limit)
        .execute();
      return rows.map(scheduleOf);
    },

    async dueLater(now, afterId, limit) {
      const rows = await db
        .selectFrom("schedules")
        .selectAll()
        .where(isActive)
        .where("nextDueAt", ">", now)
        .where("id", ">", afterId)
        .orderBy("id")
        .limit(limit)
        .execute();
      return rows.map(scheduleOf);
    },

    async nextDueAt() {
      const row = await db
        .selectFrom("schedules")
        .select("nextDueAt")
        .where(isActive)
        .where("nextDueAt", "is not", null)
        .orderBy("nextDueAt")
        .limit(1)
        .executeTakeFirst();
      return row?.nextDueAt ?? undefined;
    },

    async countDue(from, until, most) {
      const rows = await db
        .selectFrom(
          db
            .selectFrom("schedules")
            .select("nextDueAt as dueAt")
            .where(isActive)
            .where("nextDueAt", ">=", from)
            .where("nextDueAt", "<", until)
            .orderBy("nextDueAt")
            .limit(most)
            .as("next"),
        )
        .select((eb) => ["dueAt", eb.fn.countAll<number>().as("schedules")])
        .groupBy("dueAt")
        .execute();
      return rows.flatMap(({ dueAt, schedules }) => (dueAt === null ? [] : [[dueAt, schedules] as const]));
    },
  };
}
