import type { InRelaxedTransaction } from "./guild-transaction.ts";
import type { LinkPosition } from "./guild-links.ts";
import type { OrderStep } from "./rows.ts";
import type { Db } from "./tables.ts";

export type { OrderStep } from "./rows.ts";

/** An order as it was read. All moments are epoch milliseconds. */
export interface SeenOrder {
  readonly orderId: string;
  readonly status: string;
  /** Since when it has its status, where it says so. */
  readonly changedAt: number | undefined;
  readonly createdAt: number | undefined;
}

export interface OrderSteps {
  /**
   * Keeps what is new: each change once, on whichever replica it is seen, and nothing of a link that is gone. What is
   * older than a change that was seen already is left out.
   */
  observe(link: LinkPosition, seen: readonly SeenOrder[], now: number): Promise<void>;
  /** The newest of a link since a moment, newest first. */
  newest(link: LinkPosition, since: number, limit: number): Promise<readonly OrderStep[]>;
  /** Of one order, oldest first. */
  ofOrder(link: LinkPosition, orderId: string): Promise<readonly OrderStep[]>;
  /** Seen before. */
  removeBefore(at: number): Promise<number>;
}

/** Of one link; the oldest go first. */
const maxStepsPerLink = 20_000;
// Both databases take more values in one statement than this makes of them.
const ordersAtOnce = 500;

/** What a power cut takes back of it is seen again, if it is still so. */
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

/** So that a link that was removed leaves nothing behind: removing one is work of the guild, too. */
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
    // A service that keeps the old moment when it changes a status can't say when that was.
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
