import { sql } from "kysely";
import type { InRelaxedTransaction } from "../../src/store/guild-transaction.ts";
import { type Schedule, toSchedule } from "./rows.ts";
import { hasChanged, readAll } from "../../src/store/sql-values.ts";
import type { Db } from "../../src/store/tables.ts";

/** Updates of live messages between their due times. */
export interface ScheduleRefreshes {
  /** Live schedules whose message is due for a refresh; paused ones are among them until their message says so. */
  toRefresh(now: number, limit: number): Promise<readonly Schedule[]>;
  /**
   * Moves a message's next refresh. Only one caller succeeds: false if it was no longer at `from`. If a power cut
   * undoes this, the message is checked once more.
   * @param state only if its schedule is still in it; active by default
   */
  claimRefresh(id: string, from: number, to: number | undefined, state?: Schedule["state"]): Promise<boolean>;
  /** Records what a live message shows after an edit. If a power cut undoes this, the message is edited once more. */
  keepShown(id: string, shown: Pick<Schedule, "messageHash" | "lastAsOf">): Promise<void>;
  /** Makes future refreshes due earlier by this much. */
  bringRefreshForward(now: number, byMs: number): Promise<void>;
}

/** Must match the partial indexes' condition word for word, or they aren't used. */
const isActive = sql<boolean>`state = 'active'`;

const selectActive = (db: Db) => db.selectFrom("schedules").selectAll().where(isActive);

export function createScheduleRefreshes(
  db: Db,
  inRelaxedTransaction: InRelaxedTransaction,
): ScheduleRefreshes {
  return {
    toRefresh: (now, limit) =>
      readAll(
        db
          .selectFrom("schedules")
          .selectAll()
          .where("nextRefreshAt", "<=", now)
          .orderBy("nextRefreshAt")
          .limit(limit),
        toSchedule,
      ),

    claimRefresh: (id, from, to, state = "active") =>
      inRelaxedTransaction((transaction) =>
        hasChanged(
          transaction
            .updateTable("schedules")
            .set({ nextRefreshAt: to ?? null })
            .where((eb) => eb.and({ id, nextRefreshAt: from, state })),
        ),
      ),

    async keepShown(id, { messageHash, lastAsOf }) {
      await inRelaxedTransaction((transaction) =>
        transaction
          .updateTable("schedules")
          .set({ messageHash: messageHash ?? null, lastAsOf: lastAsOf ?? null })
          .where("id", "=", id)
          .execute(),
      );
    },

    async bringRefreshForward(now, byMs) {
      await db
        .updateTable("schedules")
        .set((eb) => ({ nextRefreshAt: eb("nextRefreshAt", "-", byMs) }))
        .where(isActive)
        .where("nextRefreshAt", ">", now)
        .execute();
    },
  };
}

/** When the schedules of all guilds are due. */
export interface ScheduleDues {
  /** Active schedules that are due, the most recent first, so that schedules far behind don't hold up others. */
  due(now: number, limit: number): Promise<readonly Schedule[]>;
  /** Active schedules due after now, ordered by id, starting after `afterId`. */
  dueLater(now: number, afterId: string, limit: number): Promise<readonly Schedule[]>;
  /** When the next active schedule in any guild is due. @param mode only those of this mode */
  nextDueAt(mode?: Schedule["mode"]): Promise<number | undefined>;
  /**
   * How many active schedules of all guilds are due next at each moment from `from` until before `until`, counting the
   * first `maxCounted` only.
   */
  countDue(
    from: number,
    until: number,
    maxCounted: number,
  ): Promise<readonly (readonly [dueAt: number, schedules: number])[]>;
}

export function createScheduleDues(db: Db): ScheduleDues {
  return {
    due: (now, limit) =>
      readAll(
        selectActive(db).where("nextDueAt", "<=", now).orderBy("nextDueAt", "desc").limit(limit),
        toSchedule,
      ),

    dueLater: (now, afterId, limit) =>
      readAll(
        selectActive(db).where("nextDueAt", ">", now).where("id", ">", afterId).orderBy("id").limit(limit),
        toSchedule,
      ),

    async nextDueAt(mode) {
      const row = await db
        .selectFrom("schedules")
        .select("nextDueAt")
        .where(isActive)
        .where("nextDueAt", "is not", null)
        .where((eb) => (mode === undefined ? eb.and([]) : eb("mode", "=", mode)))
        .orderBy("nextDueAt")
        .limit(1)
        .executeTakeFirst();
      return row?.nextDueAt ?? undefined;
    },

    async countDue(from, until, maxCounted) {
      const rows = await db
        .selectFrom(
          db
            .selectFrom("schedules")
            .select("nextDueAt as dueAt")
            .where(isActive)
            .where("nextDueAt", ">=", from)
            .where("nextDueAt", "<", until)
            .orderBy("nextDueAt")
            .limit(maxCounted)
            .as("next"),
        )
        .select((eb) => ["dueAt", eb.fn.countAll<number>().as("schedules")])
        .groupBy("dueAt")
        .execute();
      return rows.flatMap(({ dueAt, schedules }) => (dueAt === null ? [] : [[dueAt, schedules] as const]));
    },
  };
}
