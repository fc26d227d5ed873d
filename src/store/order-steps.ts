import { sql } from "kysely";
import type { InRelaxedTransaction } from "./guild-transaction.ts";
import type { LinkPosition } from "./guild-links.ts";
import { prepared, preparedForIds, preparedForRows } from "./prepared-query.ts";
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

/** A link's orders as they were read. */
export interface OrderLook {
  readonly link: LinkPosition;
  readonly seen: readonly SeenOrder[];
  /** Epoch milliseconds. */
  readonly at: number;
}

export interface OrderSteps {
  /**
   * Records new changes: each once, on whichever replica it is seen, and none for a removed link. Changes older than
   * one already recorded are ignored.
   * @throws StoreError if any couldn't be recorded; with Postgres, the others were
   */
  observe(looks: readonly OrderLook[]): Promise<void>;
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
export function createOrderSteps(
  db: Db,
  shared: boolean,
  inRelaxedTransaction: InRelaxedTransaction,
): OrderSteps {
  const position = ["guildId", "linkKey"] as const;
  /** Ensures that a removed link leaves nothing behind: removing one is also the guild's exclusive work. */
  const ofLink = prepared(db, position, ({ guildId, linkKey }) =>
    db
      .selectFrom("guildLinks")
      .select("linkKey")
      .where("guildId", "=", guildId)
      .where("linkKey", "=", linkKey),
  );
  const lastSteps = preparedForIds(db, position, ({ guildId, linkKey }, orderIds) =>
    db
      .selectFrom("orderSteps")
      .select(["orderId", "status", "seenAt"])
      .where("guildId", "=", guildId)
      .where("linkKey", "=", linkKey)
      .where("orderId", "in", orderIds)
      .orderBy("seenAt"),
  );
  const insert = preparedForRows(
    db,
    position,
    ["orderId", "status", "seenAt", "createdAt"],
    ({ guildId, linkKey }, rows) =>
      db
        .insertInto("orderSteps")
        .values(
          rows.map(({ orderId, status, seenAt, createdAt }) => ({
            guildId,
            linkKey,
            orderId,
            status,
            // Both databases read a number from its text.
            seenAt: sql<number>`${seenAt}`,
            createdAt: sql<number | null>`${createdAt}`,
          })),
        )
        .onConflict((conflict) => conflict.columns(["guildId", "linkKey", "orderId", "seenAt"]).doNothing()),
  );
  const countOf = prepared(db, position, ({ guildId, linkKey }) =>
    db
      .selectFrom("orderSteps")
      .where("guildId", "=", guildId)
      .where("linkKey", "=", linkKey)
      .select((eb) => eb.fn.countAll<number>().as("steps")),
  );

  async function record({ link, seen, at }: OrderLook, transaction: Db): Promise<void> {
    if ((await ofLink(link, transaction)).length === 0) return;
    for (let start = 0; start < seen.length; start += ordersAtOnce) {
      const batch = seen.slice(start, start + ordersAtOnce);
      const orderIds = batch.map(({ orderId }) => orderId);
      const known = await lastSteps(link, orderIds, transaction);
      const rows = newSteps(batch, new Map(known.map((step) => [step.orderId, step])), at);
      if (rows.length === 0) continue;
      await insert(link, rows, transaction);
      const [{ steps } = { steps: 0 }] = await countOf(link, transaction);
      if (steps > maxStepsPerLink) await removeOldest(transaction, link, steps - maxStepsPerLink);
    }
  }

  return {
    async observe(looks) {
      // A commit of SQLite costs as much as many rows.
      if (!shared)
        return inRelaxedTransaction(async (transaction) => {
          for (const look of looks) await record(look, transaction);
        });
      const failures: unknown[] = [];
      for (const look of looks)
        await recordAtOnce(db, look).catch((error: unknown) => void failures.push(error));
      if (failures.length > 0) throw failures[0];
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
      // Link by link: each list that is read would have to write a page of its own for each order into an index of
      // times alone.
      const { numDeletedRows } = await db
        .deleteFrom("orderSteps")
        .where((eb) =>
          eb(
            eb.refTuple("guildId", "linkKey", "orderId", "seenAt"),
            "in",
            eb
              .selectFrom("guildLinks")
              .innerJoin("orderSteps as old", (join) =>
                join
                  .onRef("old.guildId", "=", "guildLinks.guildId")
                  .onRef("old.linkKey", "=", "guildLinks.linkKey"),
              )
              .where("old.seenAt", "<", at)
              .select(["old.guildId", "old.linkKey", "old.orderId", "old.seenAt"])
              .$asTuple("guildId", "linkKey", "orderId", "seenAt"),
          ),
        )
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

/** What `record` does, alone in its guild and without waiting for the disk, in one round trip instead of seven. */
async function recordAtOnce(db: Db, { link, seen, at }: OrderLook): Promise<void> {
  for (let start = 0; start < seen.length; start += ordersAtOnce) {
    const batch = seen.slice(start, start + ordersAtOnce);
    const all = (field: keyof SeenOrder) => batch.map((order) => order[field] ?? null);
    await sql`select keep_order_steps(
      ${link.guildId}, ${link.linkKey}, ${all("orderId")}, ${all("status")}, ${all("changedAt")},
      ${all("createdAt")}, ${at}, ${maxStepsPerLink}
    )`.execute(db);
  }
}

function newSteps(
  seen: readonly SeenOrder[],
  known: ReadonlyMap<string, Pick<OrderStep, "status" | "seenAt">>,
  now: number,
): readonly Readonly<
  Record<"orderId" | "status" | "seenAt", string> & { readonly createdAt: string | null }
>[] {
  return seen.flatMap(({ orderId, status, changedAt = now, createdAt }) => {
    const last = known.get(orderId);
    // The service's clock may be ahead.
    const at = Math.min(changedAt, now);
    if (last !== undefined && (last.status === status || at < last.seenAt)) return [];
    // A service that keeps the old time when it changes a status can't say when that was.
    const seenAt = at === last?.seenAt ? Math.max(now, at + 1) : at;
    return [{ orderId, status, seenAt: String(seenAt), createdAt: createdAt?.toString() ?? null }];
  });
}

async function removeOldest(db: Db, { guildId, linkKey }: LinkPosition, count: number): Promise<void> {
  await db
    .deleteFrom("orderSteps")
    .where("guildId", "=", guildId)
    .where("linkKey", "=", linkKey)
    .where((eb) =>
      eb(
        eb.refTuple("orderId", "seenAt"),
        "in",
        eb
          .selectFrom("orderSteps")
          .where("guildId", "=", guildId)
          .where("linkKey", "=", linkKey)
          .select(["orderId", "seenAt"])
          .orderBy("seenAt")
          .limit(count)
          .$asTuple("orderId", "seenAt"),
      ),
    )
    .execute();
}
