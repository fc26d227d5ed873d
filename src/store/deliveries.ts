import { createDeliveryQueue, type DeliveryQueue, isOpen } from "./delivery-queue.ts";
import { type Delivery, deliveryOf, type NewDelivery, newDeliveryRow } from "./delivery-rows.ts";
import { scheduleColumnsOf } from "./schedule-rows.ts";
import type { ScheduleChange } from "./schedules.ts";
import { inTransaction } from "./guild-transaction.ts";
import type { Db } from "./tables.ts";

export type { Delivery, NewDelivery } from "./delivery-rows.ts";

export interface Advance {
  readonly scheduleId: string;
  readonly guildId: string;
  /** The schedule's due time; if it has moved since, another process was faster and nothing is changed. */
  readonly from: number;
  readonly to: number | undefined;
  readonly deliveries: readonly NewDelivery[];
}

/** A delivery as somebody claimed it: `attempts` tells one claim from the next. */
export type DeliveryClaim = Pick<Delivery, "scheduleId" | "dueAt" | "attempts">;

export interface DeliveryEnd {
  readonly state: "sent" | "skipped" | "failed";
  readonly messageId?: string | undefined;
  readonly reason?: string | undefined;
}

export interface Delay {
  readonly until: number;
  readonly reason: string;
  /** Set when it may be in its channel all the same. */
  readonly uncertainSince?: number | undefined;
}

export interface Deliveries extends DeliveryQueue {
  /**
   * Moves schedules on and writes down their past due times, all in one transaction. @returns how many nobody else
   * had moved
   */
  advance(advances: readonly Advance[]): Promise<number>;
  /** Puts one more due time in the line, whatever the rule says. False when there is one of that moment already. */
  add(delivery: Pick<Delivery, "scheduleId" | "guildId" | "dueAt">): Promise<boolean>;
  /**
   * To an end, and what its schedule shows of that, in one transaction. Only from this very claim, except that what was
   * posted is so whoever has it by now. False, and nothing is changed, when it is not to be ended so any more.
   */
  complete(claim: DeliveryClaim, end: DeliveryEnd, schedule?: ScheduleChange): Promise<boolean>;
  /** Back to `waiting`, from this very claim, and the reason to its schedule. */
  postpone(claim: DeliveryClaim, delay: Delay): Promise<void>;
  /** Moves waiting retries forward by this much; claimed deliveries keep their holder. */
  bringForward(now: number, byMs: number): Promise<void>;
  /** Forgets due times after now that were passed over without a try. */
  removeUntriedAfter(now: number): Promise<void>;
  /** Newest first. @param until leaves out what is due later, as it is once a clock that was ahead is set back */
  list(scheduleId: string, limit: number, until?: number): Promise<readonly Delivery[]>;
  /** All that are not ended whose schedules post to a channel. */
  openIn(guildId: string, channelId: string): Promise<readonly Delivery[]>;
  /** Those of some messages of a guild that are known as what was posted for a due time. */
  knownMessages(guildId: string, messageIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Removes ends whose due time is before. */
  removeBefore(dueAt: number): Promise<number>;
}

export function createDeliveries(db: Db, shared: boolean): Deliveries {
  /** What removes a schedule locks it before its deliveries, so whatever settles one has to, too: else the two deadlock. */
  const lockSchedule = async (transaction: Db, scheduleId: string) => {
    if (!shared) return;
    await transaction.selectFrom("schedules").select("id").where("id", "=", scheduleId).forUpdate().execute();
  };

  return {
    ...createDeliveryQueue(db, shared),

    advance: (advances) =>
      inTransaction(db, async (transaction) => {
        let moved = 0;
        // In one order, so that two processes at once never wait for each other in a circle.
        const ordered = advances.toSorted((a, b) => (a.scheduleId < b.scheduleId ? -1 : 1));
        for (const { scheduleId, guildId, from, to, deliveries } of ordered) {
          const { numUpdatedRows } = await transaction
            .updateTable("schedules")
            .set({ nextDueAt: to ?? null })
            .where("id", "=", scheduleId)
            .where("nextDueAt", "=", from)
            .where("state", "=", "active")
            .executeTakeFirst();
          if (numUpdatedRows === 0n) continue;
          moved += 1;
          if (deliveries.length === 0) continue;
          await transaction
            .insertInto("deliveries")
            .values(deliveries.map((delivery) => newDeliveryRow({ scheduleId, guildId }, delivery)))
            .onConflict((conflict) => conflict.columns(["scheduleId", "dueAt"]).doNothing())
            .execute();
        }
        return moved;
      }),

    async add({ dueAt, ...schedule }) {
      const { numInsertedOrUpdatedRows = 0n } = await db
        .insertInto("deliveries")
        .values(newDeliveryRow(schedule, { dueAt, isLate: false, skipReason: undefined }))
        .onConflict((conflict) => conflict.columns(["scheduleId", "dueAt"]).doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows > 0n;
    },

    complete: ({ scheduleId, dueAt, attempts }, { state, messageId, reason }, schedule = {}) =>
      inTransaction(db, async (transaction) => {
        await lockSchedule(transaction, scheduleId);
        const { numUpdatedRows } = await transaction
          .updateTable("deliveries")
          .set({ state, messageId: messageId ?? null, reason: reason ?? null })
          .where("scheduleId", "=", scheduleId)
          .where("dueAt", "=", dueAt)
          .$if(state === "sent", (query) => query.where("state", "in", ["waiting", "claimed"]))
          .$if(state !== "sent", (query) =>
            query.where("state", "=", "claimed").where("attempts", "=", attempts),
          )
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return false;
        if (Object.keys(schedule).length > 0)
          await transaction
            .updateTable("schedules")
            .set(scheduleColumnsOf(schedule))
            .where("id", "=", scheduleId)
            .execute();
        return true;
      }),

    postpone: ({ scheduleId, dueAt, attempts }, { until, reason, uncertainSince }) =>
      inTransaction(db, async (transaction) => {
        await lockSchedule(transaction, scheduleId);
        const { numUpdatedRows } = await transaction
          .updateTable("deliveries")
          .set((eb) => ({
            state: "waiting",
            until,
            reason,
            ...(uncertainSince !== undefined && {
              uncertainSince: eb.fn.coalesce("uncertainSince", eb.val(uncertainSince)),
            }),
          }))
          .where("scheduleId", "=", scheduleId)
          .where("dueAt", "=", dueAt)
          .where("state", "=", "claimed")
          .where("attempts", "=", attempts)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return;
        await transaction
          .updateTable("schedules")
          .set({ lastReason: reason })
          .where("id", "=", scheduleId)
          .execute();
      }),

    async bringForward(now, byMs) {
      await db
        .updateTable("deliveries")
        .set((eb) => ({ until: eb("until", "-", byMs) }))
        .where(isOpen)
        .where("state", "=", "waiting")
        .where("until", ">", now)
        .execute();
    },

    async removeUntriedAfter(now) {
      await db
        .deleteFrom("deliveries")
        .where("dueAt", ">", now)
        .where("state", "=", "skipped")
        .where("attempts", "=", 0)
        .execute();
    },

    async list(scheduleId, limit, until) {
      const rows = await db
        .selectFrom("deliveries")
        .selectAll()
        .where("scheduleId", "=", scheduleId)
        .$if(until !== undefined, (query) => query.where("dueAt", "<=", until ?? 0))
        .orderBy("dueAt", "desc")
        .limit(limit)
        .execute();
      return rows.map(deliveryOf);
    },

    async openIn(guildId, channelId) {
      const rows = await db
        .selectFrom("deliveries")
        .innerJoin("schedules", "schedules.id", "deliveries.scheduleId")
        .selectAll("deliveries")
        .where(isOpen)
        .where("deliveries.guildId", "=", guildId)
        .where("schedules.channelId", "=", channelId)
        .execute();
      return rows.map(deliveryOf);
    },

    async knownMessages(guildId, messageIds) {
      if (messageIds.length === 0) return new Set();
      const rows = await db
        .selectFrom("deliveries")
        .select("messageId")
        .where("guildId", "=", guildId)
        .where("messageId", "in", messageIds)
        .execute();
      return new Set(rows.flatMap(({ messageId }) => messageId ?? []));
    },

    async removeBefore(dueAt) {
      const { numDeletedRows } = await db
        .deleteFrom("deliveries")
        .where("dueAt", "<", dueAt)
        .where("state", "in", ["sent", "skipped", "failed"])
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}
