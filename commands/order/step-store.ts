import { sql } from "kysely";
import type { InRelaxedTransaction } from "../../src/store/guild-transaction.ts";
import type { LinkPosition } from "../../src/store/guild-links.ts";
import { prepareForRows } from "../../src/store/prepared-query.ts";
import { countChanged, isAmong } from "../../src/store/sql-values.ts";
import type { Db } from "../../src/store/tables.ts";

declare module "../../src/store/store.ts" {
  interface FeatureStores {
    readonly orderSteps: ReturnType<typeof createOrderSteps>;
  }
}

declare module "../../src/store/tables.ts" {
  interface Tables {
    readonly orderSteps: OrderStep;
  }
}

/** A status change of an order, as its link showed it. */
export interface OrderStep extends LinkPosition {
  readonly orderId: string;
  /** As the service spells it. */
  readonly status: string;
  /** When it got the status according to the service, in epoch milliseconds; otherwise when this was first seen. */
  readonly seenAt: number;
  /** When the order was created, in epoch milliseconds. */
  readonly createdAt: number | null;
}

/** An order as it was read. All times are epoch milliseconds. */
export interface SeenOrder {
  readonly orderId: string;
  readonly status: string;
  /** When it got its status, if the order says so; otherwise its first one counts as being as old as the order. */
  readonly changedAt: number | undefined;
  readonly createdAt: number | undefined;
}

/** A link's orders as they were read. */
export interface OrderObservation {
  readonly link: LinkPosition;
  readonly seen: readonly SeenOrder[];
  /** Epoch milliseconds. */
  readonly at: number;
}

/** Per link; the oldest are removed first. */
const maxStepsPerLink = 20_000;
// Within both databases' limits on values per statement.
const ordersAtOnce = 500;

export type OrderSteps = ReturnType<typeof createOrderSteps>;

/** Steps lost in a power cut are recorded again if they still hold. */
export function createOrderSteps(db: Db, shared: boolean, inRelaxedTransaction: InRelaxedTransaction) {
  const position = ["guildId", "linkKey"] as const;
  /** Ensures that a removed link leaves nothing behind: removing one is also the guild's exclusive work. */
  const linksAmong = prepareForRows(db, [], position, (_, links) =>
    db.selectFrom("guildLinks").select(position).where(isAmong(position, links)),
  );
  const lastSteps = prepareForRows(db, [], [...position, "orderId"], (_, orders) =>
    db
      .selectFrom("orderSteps")
      .select(["guildId", "linkKey", "orderId", "status", "seenAt"])
      .where(isAmong([...position, "orderId"], orders))
      .orderBy("seenAt"),
  );
  const insert = prepareForRows(
    db,
    [],
    [...position, "orderId", "status", "seenAt", "createdAt"],
    (_, steps) =>
      db
        .insertInto("orderSteps")
        .values(
          steps.map(({ seenAt, createdAt, ...texts }) => ({
            ...texts,
            // Both databases read a number from its text.
            seenAt: sql<number>`${seenAt}`,
            createdAt: sql<number | null>`${createdAt}`,
          })),
        )
        .onConflict((conflict) => conflict.columns(["guildId", "linkKey", "orderId", "seenAt"]).doNothing()),
  );
  const counts = prepareForRows(db, [], position, (_, links) =>
    db
      .selectFrom("orderSteps")
      .where(isAmong(position, links))
      .groupBy(position)
      .select(["guildId", "linkKey", (eb) => eb.fn.countAll<number>().as("steps")]),
  );

  /** With few statements, whatever the number of links: each takes longer on this side than in the database. */
  async function record(observations: readonly OrderObservation[], transaction: Db): Promise<void> {
    const links = observations.map(({ link: { guildId, linkKey } }) => ({ guildId, linkKey }));
    const linked = new Set((await linksAmong({}, links, transaction)).map(getPositionKey));
    const orders = observations
      .filter(({ link }) => linked.has(getPositionKey(link)))
      .flatMap(({ link: { guildId, linkKey }, seen, at }) =>
        seen.map((order) => ({ ...order, guildId, linkKey, at })),
      );
    let isChanged = false;
    for (let start = 0; start < orders.length; start += ordersAtOnce) {
      const batch = orders.slice(start, start + ordersAtOnce);
      const rows = findNewSteps(batch, await lastSteps({}, batch, transaction));
      if (rows.length === 0) continue;
      await insert({}, rows, transaction);
      isChanged = true;
    }
    if (!isChanged) return;
    for (const { steps, ...link } of await counts({}, links, transaction))
      if (steps > maxStepsPerLink) await removeOldest(transaction, link, steps - maxStepsPerLink);
  }

  return {
    /**
     * Records new changes: each once, on whichever replica it is seen, and none for a removed link. Changes older than
     * one already recorded are ignored.
     * @throws StoreError if any couldn't be recorded; with Postgres, the others were
     */
    async observe(observations: readonly OrderObservation[]): Promise<void> {
      // A commit of SQLite costs as much as many rows.
      if (!shared) return inRelaxedTransaction((transaction) => record(observations, transaction));
      const failures: unknown[] = [];
      for (const observation of observations)
        await recordAtOnce(db, observation).catch((error: unknown) => void failures.push(error));
      if (failures.length > 0) throw failures[0];
    },

    /** A link's changes since a time, newest first. */
    newest: (
      { guildId, linkKey }: LinkPosition,
      since: number,
      limit: number,
    ): Promise<readonly OrderStep[]> =>
      db
        .selectFrom("orderSteps")
        .selectAll()
        .where((eb) => eb.and({ guildId, linkKey }))
        .where("seenAt", ">=", since)
        .orderBy("seenAt", "desc")
        .limit(limit)
        .execute(),

    /** Removes changes seen before `at`. */
    async removeBefore(at: number): Promise<number> {
      // Link by link: each list that is read would have to write a page of its own for each order into an index of
      // times alone.
      return countChanged(
        db.deleteFrom("orderSteps").where((eb) =>
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
        ),
      );
    },
  };
}

/** What `record` does, alone in its guild and without waiting for the disk, in one round trip instead of seven. */
async function recordAtOnce(db: Db, { link, seen, at }: OrderObservation): Promise<void> {
  for (let start = 0; start < seen.length; start += ordersAtOnce) {
    const batch = seen.slice(start, start + ordersAtOnce);
    const all = (field: keyof SeenOrder) => batch.map((order) => order[field] ?? null);
    await sql`select keep_order_steps(
      ${link.guildId}, ${link.linkKey}, ${all("orderId")}, ${all("status")}, ${all("changedAt")},
      ${all("createdAt")}, ${at}, ${maxStepsPerLink}
    )`.execute(db);
  }
}

const getPositionKey = ({ guildId, linkKey }: LinkPosition): string => `${guildId} ${linkKey}`;

type StepKey = LinkPosition & Pick<OrderStep, "orderId">;
type StepTexts = Readonly<
  Record<"guildId" | "linkKey" | "orderId" | "status" | "seenAt", string> & {
    readonly createdAt: string | null;
  }
>;

/** @param orders in the order they were seen; @param steps the oldest first */
function findNewSteps(
  orders: readonly (LinkPosition & SeenOrder & Pick<OrderObservation, "at">)[],
  steps: readonly (StepKey & Pick<OrderStep, "status" | "seenAt">)[],
): readonly StepTexts[] {
  const getKey = (step: StepKey): string => `${getPositionKey(step)} ${step.orderId}`;
  const known = new Map<string, Pick<OrderStep, "status" | "seenAt">>(
    steps.map((step) => [getKey(step), step]),
  );
  return orders.flatMap(({ guildId, linkKey, orderId, status, changedAt, createdAt, at: now }) => {
    const key = getKey({ guildId, linkKey, orderId });
    const last = known.get(key);
    const told = changedAt ?? (last === undefined ? createdAt : undefined);
    // The service's clock may be ahead.
    const at = Math.min(told ?? now, now);
    if (last !== undefined && (last.status === status || at < last.seenAt)) return [];
    // A service that keeps the old time when it changes a status can't say when that was.
    const seenAt = at === last?.seenAt ? Math.max(now, at + 1) : at;
    known.set(key, { status, seenAt });
    const created = createdAt?.toString() ?? null;
    return [{ guildId, linkKey, orderId, status, seenAt: String(seenAt), createdAt: created }];
  });
}

async function removeOldest(db: Db, { guildId, linkKey }: LinkPosition, count: number): Promise<void> {
  await db
    .deleteFrom("orderSteps")
    .where((eb) => eb.and({ guildId, linkKey }))
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
