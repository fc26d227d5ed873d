import { sql } from "kysely";
import type { InRelaxedTransaction } from "./guild-transaction.ts";
import { type Schedule, scheduleOf } from "./schedule-rows.ts";
import type { Db } from "./tables.ts";

/** Updates of live messages between their due times. */
export interface ScheduleRefreshes {
  /** Active live schedules whose message is due for a refresh. */
  toRefresh(now: number, limit: number): Promise<readonly Schedule[]>;
  /**
   * Moves a message's next refresh. Only one caller succeeds: false if it was no longer at `from`. If a power cut
   * undoes this, the message is checked once more.
   */
  claimRefresh(id: string, from: number, to: number | undefined): Promise<boolean>;
  /** Records what a live message shows after an edit. If a power cut undoes this, the message is edited once more. */
  keepShown(id: string, shown: Pick<Schedule, "messageHash" | "lastAsOf">): Promise<void>;
  /** Makes future refreshes due earlier by this much. */
  bringRefreshForward(now: number, byMs: number): Promise<void>;
}

/** Must match the partial indexes' condition word for word, or they aren't used. */
export const isActive = sql<boolean>`state = 'active'`;

export function createScheduleRefreshes(
  db: Db,
  inRelaxedTransaction: InRelaxedTransaction,
): ScheduleRefreshes {
  return {
    async toRefresh(now, limit) {
      const rows = await db
        .selectFrom("schedules")
        .selectAll()
        .where(isActive)
        .where("nextRefreshAt", "<=", now)
        .orderBy("nextRefreshAt")
        .limit(limit)
        .execute();
      return rows.map(scheduleOf);
    },

    claimRefresh: (id, from, to) =>
      inRelaxedTransaction(async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable("schedules")
          .set({ nextRefreshAt: to ?? null })
          .where("id", "=", id)
          .where("nextRefreshAt", "=", from)
          .where("state", "=", "active")
          .executeTakeFirst();
        return numUpdatedRows > 0n;
      }),

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
