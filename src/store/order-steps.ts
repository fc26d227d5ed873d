import type { InRelaxedTransaction } from "./guild-transaction.ts";
import type { LinkPosition } from "./guild-links.ts";
import type { OrderStep } from "./rows.ts";
import type { Db } from "./tables.ts";

export type { OrderStep } from "./rows.ts";

/** An order as it was read. All times are epoch milliseconds. */
export interface SeenOrder {
  readonly orderId: string;
  readonly status: string;
  /** When it got its status, if the order says so. */
  readonly changedAt: number | undefined;
  readonly createdAt: number | undefined;
}

export interface OrderSteps {
  /**
   * Records new changes: each once, on whichever replica it is seen, and none for a removed link. Changes older than
   * one already recorded are ignored.
   */
  observe(link: LinkPosition, seen: readonly SeenOrder[], now: number): Promise<void>;
  /** A link's changes since a time, newest first. */
  newest(link: LinkPosition, since: number, limit: number): Promise<readonly OrderStep[]>;
  /** One order's changes, oldest first. */
  ofOrder(link: LinkPosition, orderId: string): Promise<readonly OrderStep[]>;
  /** Removes changes seen before `at`. */
  removeBefore(at: number): Promise<number>;
}

/** Per link; the oldest are removed first. */
const maxStepsPerLink = 20_000;
// Within both databases' limits on values per statement.
const ordersAtOnce = 500;

/** Steps lost in a power cut are recorded again if they still hold. */
export function createOrderSteps(db: Db, inRelaxedTransaction: InRelaxedTransaction): OrderSteps {
  return {
    async observe(link, seen, now) {
      for (let start = 0; start < seen.length; start += ordersAtOnce) {
        const batch = seen.slice(start, start + ordersAtOnce);
        await inRelaxedTransaction(async (transaction) => {
          if (!(await isLinked(transaction, link))) return;
          const rows = newSteps(batch, await lastSteps(transaction, link, batch), link, now);
          if (rows.length === 0) return;
          await transaction
            .insertInto("orderSteps")
            .values(rows)
            .onConflict((conflict) =>
              conflict.columns(["guildId", "linkKey", "orderId", "seenAt"]).doNothing(),
            )
            .execute();
          await keepNewest(transaction, link);
        }, link.guildId);
      }
    },

    newest: ({ guildId, linkKey }, since, limit) =>
      db
        .selectFrom("orderSteps")
        .selectAll()
        .where("guildId", "=", guildId)
        .where("linkKey", "=", linkKey)
        .where("seenAt", ">=", since)
        .orderBy("seenAt", "desc")
        .limit(limit)
        .execute(),

    ofOrder: ({ guildId, linkKey }, orderId) =>
      db
        .selectFrom("orderSteps")
        .selectAll()
        .where("guildId", "=", guildId)
        .where("linkKey", "=", linkKey)
        .where("orderId", "=", orderId)
        .orderBy("seenAt")
        .execute(),

    async removeBefore(at) {
      const { numDeletedRows } = await db
        .deleteFrom("orderSteps")
        .where("seenAt", "<", at)
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

/** Ensures that a removed link leaves nothing behind: removing one is also the guild's exclusive work. */
async function isLinked(db: Db, { guildId, linkKey }: LinkPosition): Promise<boolean> {
  const row = await db
    .selectFrom("guildLinks")
    .select("linkKey")
    .where("guildId", "=", guildId)
    .where("linkKey", "=", linkKey)
    .executeTakeFirst();
  return row !== undefined;
}

type LastStep = Pick<OrderStep, "orderId" | "status" | "seenAt">;

async function lastSteps(
  db: Db,
  { guildId, linkKey }: LinkPosition,
  seen: readonly SeenOrder[],
): Promise<ReadonlyMap<string, LastStep>> {
  const rows = await db
    .selectFrom("orderSteps")
    .select(["orderId", "status", "seenAt"])
    .where("guildId", "=", guildId)
    .where("linkKey", "=", linkKey)
    .where(
      "orderId",
      "in",
      seen.map(({ orderId }) => orderId),
    )
    .orderBy("seenAt")
    .execute();
  return new Map(rows.map((row) => [row.orderId, row]));
}

function newSteps(
  seen: readonly SeenOrder[],
  known: ReadonlyMap<string, LastStep>,
  { guildId, linkKey }: LinkPosition,
  now: number,
): readonly OrderStep[] {
  return seen.flatMap(({ orderId, status, changedAt = now, createdAt }) => {
    const last = known.get(orderId);
    // The service's clock may be ahead.
    const at = Math.min(changedAt, now);
    if (last !== undefined && (last.status === status || at < last.seenAt)) return [];
    // A service that keeps the old time when it changes a status can't say when that was.
    const seenAt = at === last?.seenAt ? Math.max(now, at + 1) : at;
    return [{ guildId, linkKey, orderId, status, seenAt, createdAt: createdAt ?? null }];
  });
}

async function keepNewest(db: Db, { guildId, linkKey }: LinkPosition): Promise<void> {
  const ofLink = db.selectFrom("orderSteps").where("guildId", "=", guildId).where("linkKey", "=", linkKey);
  const { steps } = await ofLink
    .select((eb) => eb.fn.countAll<number>().as("steps"))
    .executeTakeFirstOrThrow();
  if (steps <= maxStepsPerLink) return;
  await db
    .deleteFrom("orderSteps")
    .where("guildId", "=", guildId)
    .where("linkKey", "=", linkKey)
    .where((eb) =>
      eb(
        eb.refTuple("orderId", "seenAt"),
        "in",
        ofLink
          .select(["orderId", "seenAt"])
          .orderBy("seenAt")
          .limit(steps - maxStepsPerLink)
          .$asTuple("orderId", "seenAt"),
      ),
    )
    .execute();
}
