import { deleteInSlices } from "../../../src/store/slices.ts";
import { runInTransaction } from "../../../src/store/guild-transaction.ts";
import { dayMs, minuteMs } from "../../../src/time.ts";
import type { Db } from "../../../src/store/tables.ts";

declare module "../../../src/store/store.ts" {
  interface FeatureStores {
    readonly orderAlerts: OrderAlerts;
  }
}

declare module "../../../src/store/tables.ts" {
  interface Tables {
    readonly orderAlerts: OrderAlert;
  }
}

/**
 * `known`: was so before anyone wanted to hear of it; `waiting` to be posted; `claimed` by one process until its lease
 * ends; `posted` and `dropped` are final.
 */
export type OrderAlertState = "known" | "waiting" | "claimed" | "posted" | "dropped";

/** A change of an order, for one schedule that announces such changes. Each is announced at most once. */
export interface OrderAlert {
  readonly scheduleId: string;
  readonly orderId: string;
  /** The kind of change, for example `ready`. */
  readonly change: string;
  readonly guildId: string;
  readonly state: OrderAlertState;
  /** When the claim ends, in epoch milliseconds. */
  readonly until: number;
  /** How often it was claimed. */
  readonly attempts: number;
  /** Epoch milliseconds. */
  readonly noticedAt: number;
  /** The announcement's id, while it is in its channel. */
  readonly messageId: string | null;
}

type Key = Pick<OrderAlert, "scheduleId" | "orderId" | "change">;

export interface OrderAlerts {
  /**
   * Records for which orders a change is to be announced; those already recorded stay as they are, and are kept while they
   * are still seen. What a schedule's very first check finds is recorded as already known; so is what the first one after
   * more than `maxGapMs` finds, and what still waits by then.
   * @param sinceAdded those of them that changed after the schedule was added: news even for its very first check
   */
  observe(
    look: Pick<OrderAlert, "scheduleId" | "guildId" | "change" | "noticedAt">,
    orderIds: readonly string[],
    sinceAdded?: ReadonlySet<string>,
  ): Promise<void>;
  /** Claims waiting alerts, and claimed ones whose lease has ended, for one caller. The longest noticed first. */
  claim(scheduleId: string, now: number, leaseUntil: number, limit: number): Promise<readonly OrderAlert[]>;
  /** Finishes an alert. Only from `claimed`. @param messageId of the announcement, if there is one */
  complete(key: Key, state: "posted" | "dropped", messageId?: string): Promise<void>;
  /**
   * Alerts whose announcement is in its channel, and claimed ones: whoever claimed one may have died after sending it. The
   * longest noticed first.
   */
  listPosted(scheduleId: string, limit: number): Promise<readonly OrderAlert[]>;
  /** Records that the announcement was deleted. */
  removed(key: Key): Promise<void>;
  /** Removes alerts last seen before `at`, to within a day. */
  removeBefore(at: number): Promise<number>;
}

/** Identifies its announcement, however it is worded. */
export function createAlertKey({ scheduleId, orderId, change }: Key): string {
  return `${scheduleId} ${orderId} ${change}`;
}

/** After this long without a check, such as a pause or an outage, what changed meanwhile is no longer news. */
export const maxGapMs = 15 * minuteMs;
/** Marks a schedule's last check; no order has this id. */
const lastLook = "";
// Within both databases' limits on values per statement.
const rowsAtOnce = 500;

export function createOrderAlerts(db: Db): OrderAlerts {
  return {
    observe: (look, orderIds, sinceAdded = new Set()) =>
      runInTransaction(db, async (transaction) => {
        const { scheduleId, change, noticedAt } = look;
        const insert = (ids: readonly string[], state: OrderAlertState, staleMs: number) =>
          transaction
            .insertInto("orderAlerts")
            .values(
              ids.map((orderId) => ({ ...look, orderId, state, until: 0, attempts: 0, messageId: null })),
            )
            .onConflict((conflict) =>
              conflict
                .columns(["scheduleId", "orderId", "change"])
                // An order that is still seen stays known, however long ago it was first seen.
                .doUpdateSet({ noticedAt })
                .where("orderAlerts.state", "not in", ["waiting", "claimed"])
                .where("orderAlerts.noticedAt", "<", noticedAt - staleMs),
            )
            .execute();
        const ofLook = transaction
          .selectFrom("orderAlerts")
          .select("noticedAt")
          .where((eb) => eb.and({ scheduleId, change, orderId: lastLook }));
        const last = await ofLook.executeTakeFirst();
        const isFirst = last === undefined || noticedAt - last.noticedAt > maxGapMs;
        await insert([lastLook], "known", 0);
        if (isFirst)
          await transaction
            .updateTable("orderAlerts")
            .set({ state: "known" })
            .where((eb) => eb.and({ scheduleId, change, state: "waiting" }))
            .execute();
        // Each once, as Postgres requires, and in a fixed order, so that two concurrent checks can't deadlock.
        const ordered = [...new Set(orderIds)].toSorted();
        for (let start = 0; start < ordered.length; start += rowsAtOnce) {
          const ids = ordered.slice(start, start + rowsAtOnce);
          const isNews = (id: string): boolean => !isFirst || (last === undefined && sinceAdded.has(id));
          const { known = [], waiting = [] } = Object.groupBy(ids, (id) =>
            isNews(id) ? "waiting" : "known",
          );
          if (known.length > 0) await insert(known, "known", dayMs);
          if (waiting.length > 0) await insert(waiting, "waiting", dayMs);
        }
      }),

    async claim(scheduleId, now, leaseUntil, limit) {
      const rows = await db
        .updateTable("orderAlerts")
        .set((eb) => ({ state: "claimed", until: leaseUntil, attempts: eb("attempts", "+", 1) }))
        .where((eb) =>
          eb(
            eb.refTuple("orderId", "change"),
            "in",
            eb
              .selectFrom("orderAlerts as open")
              .select(["open.orderId", "open.change"])
              .where("open.scheduleId", "=", scheduleId)
              .where("open.state", "in", ["waiting", "claimed"])
              .where("open.until", "<=", now)
              .orderBy("open.noticedAt")
              .limit(limit)
              .$asTuple("orderId", "change"),
          ),
        )
        .where("scheduleId", "=", scheduleId)
        .where("state", "in", ["waiting", "claimed"])
        .where("until", "<=", now)
        .returningAll()
        .execute();
      return rows.toSorted((a, b) => a.noticedAt - b.noticedAt);
    },

    async complete({ scheduleId, orderId, change }, state, messageId) {
      await db
        .updateTable("orderAlerts")
        .set({ state, messageId: messageId ?? null })
        .where((eb) => eb.and({ scheduleId, orderId, change, state: "claimed" }))
        .execute();
    },

    async listPosted(scheduleId, limit) {
      return db
        .selectFrom("orderAlerts")
        .selectAll()
        .where("scheduleId", "=", scheduleId)
        .where((eb) => eb.or([eb("messageId", "is not", null), eb("state", "=", "claimed")]))
        .orderBy("noticedAt")
        .limit(limit)
        .execute();
    },

    async removed({ scheduleId, orderId, change }) {
      await db
        .updateTable("orderAlerts")
        .set({ messageId: null })
        .where((eb) => eb.and({ scheduleId, orderId, change }))
        .execute();
    },

    removeBefore: (at) => deleteInSlices(db, "orderAlerts", (eb) => eb("noticedAt", "<", at)),
  };
}
