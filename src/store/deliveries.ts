import type { Db, Tables } from "./tables.ts";

/**
 * `waiting` for its turn or its next try; `claimed` by one process until its lease is over; the rest are ends.
 * A due time has one delivery at most, so it is posted once at most.
 */
export type DeliveryState = "waiting" | "claimed" | "sent" | "skipped" | "failed";

/** What came of one due time of a schedule. All moments are epoch milliseconds. */
export interface Delivery {
  readonly scheduleId: string;
  readonly dueAt: number;
  readonly guildId: string;
  readonly state: DeliveryState;
  /** Of the claim, or of a wait: not to be touched before. */
  readonly until: number;
  /** How often it was claimed. */
  readonly attempts: number;
  readonly messageId: string | undefined;
  readonly reason: string | undefined;
  /** It is posted later than its time, because nobody was there. */
  readonly isLate: boolean;
}

/** A due time that is past, as the sweep found it. */
export type NewDelivery = Pick<Delivery, "dueAt" | "isLate"> & {
  /** Given when nothing will be posted for it. */
  readonly skipReason: string | undefined;
};

export interface Advance {
  readonly scheduleId: string;
  readonly guildId: string;
  /** The due time the schedule stood at; when it has moved since, another process was here and nothing is changed. */
  readonly from: number;
  readonly to: number | undefined;
  readonly deliveries: readonly NewDelivery[];
}

export interface Deliveries {
  /** Moves a schedule on and writes down its past due times, in one transaction. False when somebody else did. */
  advance(advance: Advance): Promise<boolean>;
  /** Puts one more due time in the line, whatever the rule says. False when there is one of that moment already. */
  add(delivery: Pick<Delivery, "scheduleId" | "guildId" | "dueAt">): Promise<boolean>;
  /** Whether there is something to claim: a look costs less than a try. */
  anyOpen(now: number): Promise<boolean>;
  /** Takes waiting ones, and claimed ones whose lease is over, for one caller only. Longest due first. */
  claim(now: number, leaseUntil: number, limit: number): Promise<readonly Delivery[]>;
  /** To an end. Only from `claimed`. */
  settle(
    delivery: Pick<Delivery, "scheduleId" | "dueAt">,
    end: {
      readonly state: "sent" | "skipped" | "failed";
      readonly messageId?: string | undefined;
      readonly reason?: string | undefined;
    },
  ): Promise<void>;
  /** Back to `waiting` until a later moment. */
  postpone(delivery: Pick<Delivery, "scheduleId" | "dueAt">, until: number, reason: string): Promise<void>;
  /** Newest first. */
  list(scheduleId: string, limit: number): Promise<readonly Delivery[]>;
  /** Removes ends whose due time is before. */
  removeBefore(dueAt: number): Promise<number>;
}

export function createDeliveries(db: Db): Deliveries {
  return {
    advance: ({ scheduleId, guildId, from, to, deliveries }) =>
      db.transaction().execute(async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable("schedules")
          .set({ nextDueAt: to ?? null })
          .where("id", "=", scheduleId)
          .where("nextDueAt", "=", from)
          .where("state", "=", "active")
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return false;
        if (deliveries.length === 0) return true;
        await transaction
          .insertInto("deliveries")
          .values(
            deliveries.map(({ dueAt, isLate, skipReason }) => ({
              scheduleId,
              dueAt,
              guildId,
              state: skipReason === undefined ? ("waiting" as const) : ("skipped" as const),
              until: 0,
              attempts: 0,
              messageId: null,
              reason: skipReason ?? null,
              isLate: Number(isLate),
            })),
          )
          .onConflict((conflict) => conflict.columns(["scheduleId", "dueAt"]).doNothing())
          .execute();
        return true;
      }),

    async anyOpen(now) {
      const row = await db
        .selectFrom("deliveries")
        .select("dueAt")
        .where("state", "in", ["waiting", "claimed"])
        .where("until", "<=", now)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    async add(delivery) {
      const { numInsertedOrUpdatedRows = 0n } = await db
        .insertInto("deliveries")
        .values({
          ...delivery,
          state: "waiting",
          until: 0,
          attempts: 0,
          messageId: null,
          reason: null,
          isLate: 0,
        })
        .onConflict((conflict) => conflict.columns(["scheduleId", "dueAt"]).doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows > 0n;
    },

    async claim(now, leaseUntil, limit) {
      const rows = await db
        .updateTable("deliveries")
        .set((eb) => ({ state: "claimed", until: leaseUntil, attempts: eb("attempts", "+", 1) }))
        .where((where) =>
          where(
            where.refTuple("scheduleId", "dueAt"),
            "in",
            where
              .selectFrom("deliveries as open")
              .select(["open.scheduleId", "open.dueAt"])
              .where("open.state", "in", ["waiting", "claimed"])
              .where("open.until", "<=", now)
              .orderBy("open.dueAt")
              .limit(limit)
              .$asTuple("scheduleId", "dueAt"),
          ),
        )
        .where("state", "in", ["waiting", "claimed"])
        .where("until", "<=", now)
        .returningAll()
        .execute();
      return rows.map(deliveryOf).toSorted((a, b) => a.dueAt - b.dueAt);
    },

    async settle({ scheduleId, dueAt }, { state, messageId, reason }) {
      await db
        .updateTable("deliveries")
        .set({ state, messageId: messageId ?? null, reason: reason ?? null })
        .where("scheduleId", "=", scheduleId)
        .where("dueAt", "=", dueAt)
        .where("state", "=", "claimed")
        .execute();
    },

    async postpone({ scheduleId, dueAt }, until, reason) {
      await db
        .updateTable("deliveries")
        .set({ state: "waiting", until, reason })
        .where("scheduleId", "=", scheduleId)
        .where("dueAt", "=", dueAt)
        .where("state", "=", "claimed")
        .execute();
    },

    async list(scheduleId, limit) {
      const rows = await db
        .selectFrom("deliveries")
        .selectAll()
        .where("scheduleId", "=", scheduleId)
        .orderBy("dueAt", "desc")
        .limit(limit)
        .execute();
      return rows.map(deliveryOf);
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

function deliveryOf({ messageId, reason, isLate, ...row }: Tables["deliveries"]): Delivery {
  return { ...row, messageId: messageId ?? undefined, reason: reason ?? undefined, isLate: isLate === 1 };
}
