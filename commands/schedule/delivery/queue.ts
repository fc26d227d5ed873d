import { type ExpressionBuilder, sql } from "kysely";
import { type Delivery, toDelivery } from "../../boards/index.ts";
import type { IsServed } from "../../../src/store/sql-values.ts";
import type { Db, Tables } from "../../../src/store/tables.ts";

/** A delivery that may be worked on, and where it would be posted. */
export type ReadyDelivery = Pick<Delivery, "scheduleId" | "dueAt" | "guildId"> & {
  readonly channelId: string;
};

/** Channels and guilds that already have their maximum in progress. */
export interface Saturated {
  readonly channelIds: readonly string[];
  readonly guildIds: readonly string[];
}

export interface Claiming {
  readonly now: number;
  readonly leaseUntil: number;
}

export interface DeliveryQueue {
  /**
   * Deliveries that may be worked on, the longest waiting first, without those for full channels and guilds. A
   * schedule's deliveries are taken one at a time.
   */
  ready(now: number, limit: number, full?: Saturated): Promise<readonly ReadyDelivery[]>;
  /** Claims those that nobody else has claimed meanwhile. The longest due first. */
  claim(
    picked: readonly Pick<Delivery, "scheduleId" | "dueAt">[],
    claiming: Claiming,
  ): Promise<readonly Delivery[]>;
}

/** Must match the partial index's condition word for word, or the index isn't used. */
export const isOpen = sql<boolean>`deliveries.state in ('waiting', 'claimed')`;

/** No earlier delivery of its schedule is in progress or may already be in the channel. */
const isHeadOfSchedule = sql<boolean>`not exists (
  select 1 from deliveries as earlier
  where earlier.schedule_id = deliveries.schedule_id and earlier.due_at < deliveries.due_at
    and earlier.state in ('waiting', 'claimed')
    and (earlier.state = 'claimed' or earlier.uncertain_since is not null)
)`;

export function createDeliveryQueue(db: Db, shared: boolean, isServed: IsServed): DeliveryQueue {
  return {
    async ready(now, limit, { channelIds, guildIds } = { channelIds: [], guildIds: [] }) {
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

    async claim(picked, { now, leaseUntil }) {
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
  };
}

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
