import { type ExpressionBuilder, sql } from "kysely";
import { deleteInSlices } from "../../../src/store/slices.ts";
import {
  type Delivery,
  type NewDelivery,
  type ScheduleChange,
  toDelivery,
  insertDeliveries,
  toScheduleColumns,
} from "../../boards/index.ts";
import { runInTransaction } from "../../../src/store/guild-transaction.ts";
import { hasChanged, type IsServed, readAll } from "../../../src/store/sql-values.ts";
import type { Db, Tables } from "../../../src/store/tables.ts";

declare module "../../../src/store/store.ts" {
  interface FeatureStores {
    readonly deliveries: Deliveries;
  }
}

/** A delivery that may be worked on, and where it would be posted. */
export type ReadyDelivery = Pick<Delivery, "scheduleId" | "dueAt" | "guildId"> & {
  readonly channelId: string;
};

/** Channels and guilds that already have their maximum in progress. */
export interface Saturated {
  readonly channelIds: readonly string[];
  readonly guildIds: readonly string[];
}

/** Must match the partial index's condition word for word, or the index isn't used. */
const isOpen = sql<boolean>`deliveries.state in ('waiting', 'claimed')`;

/** No earlier delivery of its schedule is in progress or may already be in the channel. */
const isHeadOfSchedule = sql<boolean>`not exists (
  select 1 from deliveries as earlier
  where earlier.schedule_id = deliveries.schedule_id and earlier.due_at < deliveries.due_at
    and earlier.state in ('waiting', 'claimed')
    and (earlier.state = 'claimed' or earlier.uncertain_since is not null)
)`;

/** An attempt of a version that stores nothing of what it sends is noticed by the next claim, and for good. */
function selectRecordedAttempts(eb: ExpressionBuilder<Tables, "deliveries">) {
  return eb
    .case()
    .when("recordedAttempts", "=", eb.ref("attempts"))
    .then(eb("recordedAttempts", "+", 1))
    .else(eb(sql<number>`-1`, "-", eb.ref("attempts")))
    .end();
}

/** An unsettled claim may have posted. Keeps the time of the first such claim. */
function selectUncertainSince(eb: ExpressionBuilder<Tables, "deliveries">, leaseMs: number) {
  return eb
    .case()
    .when("state", "=", "claimed")
    .then(eb.fn.coalesce("uncertainSince", eb("until", "-", leaseMs)))
    .else(eb.ref("uncertainSince"))
    .end();
}

export interface Advance {
  readonly scheduleId: string;
  readonly guildId: string;
  /** The schedule's due time. If it has moved since, another process was faster and nothing is changed. */
  readonly from: number;
  readonly to: number | undefined;
  readonly deliveries: readonly NewDelivery[];
}

/** Identifies one claim of a delivery: `attempts` tells it from the next. */
export type DeliveryClaim = Pick<Delivery, "scheduleId" | "dueAt" | "attempts">;

export interface DeliveryEnd {
  readonly state: "sent" | "skipped" | "failed";
  readonly messageId?: string | undefined;
  readonly reason?: string | undefined;
}

interface Delay {
  readonly until: number;
  readonly reason: string;
  /** Set if it may have been posted anyway. */
  readonly uncertainSince?: number | undefined;
}

export type Deliveries = ReturnType<typeof createDeliveries>;

export function createDeliveries(db: Db, shared: boolean, isServed: IsServed) {
  /** Lock the schedule before its deliveries, as removal does; the opposite order would deadlock. */
  const lockSchedule = async (transaction: Db, scheduleId: string) => {
    if (!shared) return;
    await transaction.selectFrom("schedules").select("id").where("id", "=", scheduleId).forUpdate().execute();
  };

  return {
    /**
     * Deliveries that may be worked on, the longest waiting first, without those for full channels and guilds. A
     * schedule's deliveries are taken one at a time.
     */
    async ready(
      now: number,
      limit: number,
      { channelIds, guildIds }: Saturated = { channelIds: [], guildIds: [] },
    ): Promise<readonly ReadyDelivery[]> {
      return db
        .selectFrom("deliveries")
        .innerJoin("schedules", "schedules.id", "deliveries.scheduleId")
        .select(["deliveries.scheduleId", "deliveries.dueAt", "deliveries.guildId", "schedules.channelId"])
        .where(isOpen)
        .where("deliveries.until", "<=", now)
        .where(isHeadOfSchedule)
        .where(isServed("deliveries.guildId"))
        .$if(channelIds.length > 0, (query) => query.where("schedules.channelId", "not in", channelIds))
        .$if(guildIds.length > 0, (query) => query.where("deliveries.guildId", "not in", guildIds))
        .orderBy("deliveries.until")
        .orderBy("deliveries.dueAt")
        .limit(limit)
        .execute();
    },

    /** Claims those that nobody else has claimed meanwhile. The longest due first. */
    async claim(
      picked: readonly Pick<Delivery, "scheduleId" | "dueAt">[],
      { now, leaseUntil }: { readonly now: number; readonly leaseUntil: number },
    ): Promise<readonly Delivery[]> {
      if (picked.length === 0) return [];
      const rows = await db
        .updateTable("deliveries")
        .set((eb) => ({
          state: "claimed",
          until: leaseUntil,
          attempts: eb("attempts", "+", 1),
          recordedAttempts: selectRecordedAttempts(eb),
          uncertainSince: selectUncertainSince(eb, leaseUntil - now),
        }))
        .where((eb) => {
          const free = eb
            .selectFrom("deliveries")
            .select(["deliveries.scheduleId", "deliveries.dueAt"])
            .where(isOpen)
            .where("deliveries.until", "<=", now)
            .where((one) => one.or(picked.map(({ scheduleId, dueAt }) => one.and({ scheduleId, dueAt }))));
          // Skip rows that another process is claiming; waiting for them could deadlock.
          const claimable = shared ? free.forUpdate().skipLocked() : free;
          return eb(eb.refTuple("scheduleId", "dueAt"), "in", claimable.$asTuple("scheduleId", "dueAt"));
        })
        .returningAll()
        .execute();
      return rows.map(toDelivery).toSorted((a, b) => a.dueAt - b.dueAt);
    },

    /** Advances schedules and records their past due times in one transaction. @returns how many this process advanced */
    advance: (advances: readonly Advance[]): Promise<number> =>
      runInTransaction(db, async (transaction) => {
        let moved = 0;
        // A fixed order, so that two concurrent processes can't deadlock.
        const ordered = advances.toSorted((a, b) => (a.scheduleId < b.scheduleId ? -1 : 1));
        for (const { scheduleId, guildId, from, to, deliveries } of ordered) {
          const update = transaction
            .updateTable("schedules")
            .set({ nextDueAt: to ?? null })
            .where((eb) => eb.and({ id: scheduleId, nextDueAt: from, state: "active" }));
          if (!(await hasChanged(update))) continue;
          moved += 1;
          if (deliveries.length === 0) continue;
          await insertDeliveries(transaction, { scheduleId, guildId }, deliveries).execute();
        }
        return moved;
      }),

    /** Queues an extra due time, regardless of the rule. False if that time is already queued. */
    add: ({ dueAt, ...schedule }: Pick<Delivery, "scheduleId" | "guildId" | "dueAt">): Promise<boolean> =>
      hasChanged(insertDeliveries(db, schedule, [{ dueAt, isLate: false, skipReason: undefined }])),

    /**
     * Ends a delivery and updates its schedule in one transaction. Only the current claim may do so, except for `sent`:
     * a post is a fact, no matter which process holds the claim now. False if nothing was changed.
     * @param schedule not once a later delivery has ended: then the schedule shows that one
     * @param until leaves out later due times, as `list` does
     */
    complete: (
      { scheduleId, dueAt, attempts }: DeliveryClaim,
      { state, messageId, reason }: DeliveryEnd,
      schedule: ScheduleChange = {},
      until?: number,
    ): Promise<boolean> =>
      runInTransaction(db, async (transaction) => {
        await lockSchedule(transaction, scheduleId);
        const update = transaction
          .updateTable("deliveries")
          .set({ state, messageId: messageId ?? null, reason: reason ?? null })
          .where((eb) => eb.and({ scheduleId, dueAt }))
          .$if(state === "sent", (query) => query.where("state", "in", ["waiting", "claimed"]))
          .$if(state !== "sent", (query) =>
            query.where("state", "=", "claimed").where("attempts", "=", attempts),
          );
        if (!(await hasChanged(update))) return false;
        if (Object.keys(schedule).length > 0)
          await transaction
            .updateTable("schedules")
            .set(toScheduleColumns(schedule))
            .where("id", "=", scheduleId)
            .where((eb) =>
              eb.not(
                eb.exists(
                  eb
                    .selectFrom("deliveries as later")
                    .select("later.dueAt")
                    .where("later.scheduleId", "=", scheduleId)
                    .where("later.dueAt", ">", dueAt)
                    .where("later.state", "in", ["sent", "skipped", "failed"])
                    .$if(until !== undefined, (query) => query.where("later.dueAt", "<=", until ?? 0)),
                ),
              ),
            )
            .execute();
        return true;
      }),

    /** Returns the delivery to `waiting` and stores the reason in its schedule. Only the current claim may do so. */
    postpone: (
      { scheduleId, dueAt, attempts }: DeliveryClaim,
      { until, reason, uncertainSince }: Delay,
    ): Promise<void> =>
      runInTransaction(db, async (transaction) => {
        await lockSchedule(transaction, scheduleId);
        const update = transaction
          .updateTable("deliveries")
          .set((eb) => ({
            state: "waiting",
            until,
            reason,
            ...(uncertainSince !== undefined && {
              uncertainSince: eb.fn.coalesce("uncertainSince", eb.val(uncertainSince)),
            }),
          }))
          .where((eb) => eb.and({ scheduleId, dueAt, state: "claimed", attempts }));
        if (!(await hasChanged(update))) return;
        await transaction
          .updateTable("schedules")
          .set({ lastReason: reason })
          .where("id", "=", scheduleId)
          .execute();
      }),

    /** Makes waiting retries due earlier by this much; claimed deliveries keep their holder. */
    async bringForward(now: number, byMs: number): Promise<void> {
      await db
        .updateTable("deliveries")
        .set((eb) => ({ until: eb("until", "-", byMs) }))
        .where(isOpen)
        .where("state", "=", "waiting")
        .where("until", ">", now)
        .execute();
    },

    /** Removes due times in the future that were skipped without an attempt. */
    async removeUntriedAfter(now: number): Promise<void> {
      await db
        .deleteFrom("deliveries")
        .where("dueAt", ">", now)
        .where((eb) => eb.and({ state: "skipped", attempts: 0 }))
        .execute();
    },

    /** Newest first. @param until leaves out later due times, which exist after a clock that was ahead is set back */
    list: (scheduleId: string, limit: number, until?: number): Promise<readonly Delivery[]> =>
      readAll(
        db
          .selectFrom("deliveries")
          .selectAll()
          .where("scheduleId", "=", scheduleId)
          .$if(until !== undefined, (query) => query.where("dueAt", "<=", until ?? 0))
          .orderBy("dueAt", "desc")
          .limit(limit),
        toDelivery,
      ),

    /** All unfinished deliveries whose schedules post to the channel. */
    openIn: (guildId: string, channelId: string): Promise<readonly Delivery[]> =>
      readAll(
        db
          .selectFrom("deliveries")
          .innerJoin("schedules", "schedules.id", "deliveries.scheduleId")
          .selectAll("deliveries")
          .where(isOpen)
          .where((eb) => eb.and({ "deliveries.guildId": guildId, "schedules.channelId": channelId })),
        toDelivery,
      ),

    /** Removes finished deliveries due before this. */
    removeBefore: (dueAt: number): Promise<number> =>
      deleteInSlices(db, "deliveries", (eb) =>
        eb.and([eb("dueAt", "<", dueAt), eb("state", "in", ["sent", "skipped", "failed"])]),
      ),
  };
}
