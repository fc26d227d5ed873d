import { setImmediate as nextTurn } from "node:timers/promises";
import type { Order } from "../../src/api/contract/orders.ts";
import { getCacheScope } from "../../src/domain/service-ids.ts";
import { findLastChangedMs, type OrderEnd, parseOrderMs } from "./status.ts";
import { type OrderTimes, computeOrderTimes } from "./times.ts";
import { createSparingly, type Logger } from "../../src/log/index.ts";
import { LruMap } from "../../src/lru-map.ts";
import type { LinkPosition } from "../../src/store/guild-links.ts";
import type { OrderObservation, SeenOrder } from "./step-store.ts";
import type { Store } from "../../src/store/store.ts";
import { dayMs, minuteMs, startSystemTimer } from "../../src/time.ts";

declare module "../../src/context.ts" {
  interface AppContext {
    /** The status changes of orders that someone looked at. */
    readonly orderLog: OrderLog;
  }
}

/** How long changes of orders are kept. */
export const orderStepTtlMs = 90 * dayMs;

/** The status changes of orders, as far as someone looked at them. */
export type OrderLog = ReturnType<typeof createOrderLog>;

/** Per list: those that changed last. */
const maxOrdersOfList = 2_000;
/** Shorter lists are compared again faster than remembered. */
const rememberedFrom = 200;
/** For all links together: 20,000 lists of 25 orders. What is beyond it is compared in the database again. */
const maxKnownBytes = 6 * 1024 * 1024;
/** Of a digest, and of a list without its digests. */
const digestBytes = 8;
const listBytes = 100;
const maxWaiting = 20_000;
/** Lists that are to be compared, once the replies they were read for are on their way. */
const maxNoted = 1_000;
/** Compared in one go, in a millisecond or so. */
const ordersATurn = 2_000;
/** When the bot stops, what is left is read again after its next start. */
const stopsWithinMs = 2_000;
/** Those of many links are written together: on SQLite, each commit holds everyone up. */
const writeAfterMs = 1_000;
/** As many as take some milliseconds, in one transaction. */
const ordersAtOnce = 125;

const timesOfMs = 30 * dayMs;
/** A few hundred orders: enough for a median, and few enough to read for each board. */
const maxSteps = 2_500;
const timesKeptForMs = 15 * minuteMs;
const maxTimesKept = 5_000;

interface Parts {
  readonly store: Pick<Store, "orderSteps">;
  readonly log: Logger;
  readonly now: () => number;
}

interface KnownTimes {
  readonly at: number;
  readonly times: Promise<OrderTimes>;
}

export function createOrderLog({ store, log, now }: Parts) {
  /** What was read last, by scope: a digest of each order and its status. */
  const known = new LruMap<string, readonly number[]>({
    maxSize: maxKnownBytes,
    getSize: (digests) => listBytes + digests.length * digestBytes,
  });
  /** All links with the same key share one list. */
  const notedFor = new WeakMap<readonly Order[], readonly string[]>();
  const times = new LruMap<string, KnownTimes>({ maxSize: maxTimesKept });
  let noted: { readonly link: LinkPosition; readonly orders: readonly Order[] }[] = [];
  let waiting: readonly OrderObservation[] = [];
  let waitingOrders = 0;
  const reportFailed = createSparingly(now);
  const reportDropped = createSparingly(now);
  let cancelTimer: (() => void) | undefined;
  const writes = new Set<Promise<void>>();

  function compareSome(): void {
    let count = 0;
    const enough = noted.findIndex(({ orders }) => (count += orders.length) >= ordersATurn);
    const some = enough === -1 ? noted : noted.slice(0, enough + 1);
    noted = enough === -1 ? [] : noted.slice(enough + 1);
    for (const { link, orders } of some) compare(link, orders);
    if (noted.length > 0) setImmediate(compareSome);
  }

  function compareAll(): void {
    for (const { link, orders } of noted.splice(0)) compare(link, orders);
  }

  function compare(link: LinkPosition, orders: readonly Order[]): void {
    const scope = getCacheScope(link);
    if (orders.length >= rememberedFrom) {
      const scopes = notedFor.get(orders) ?? [];
      // What couldn't be stored is noted again.
      if (scopes.includes(scope) && known.peek(scope) !== undefined) return;
      notedFor.set(orders, [...scopes, scope]);
    }
    const before = known.get(scope);
    const digests = orders.map(digestStatus);
    // Most lists hold nothing new.
    if (before !== undefined && isSame(before, digests)) return;
    const since = now() - orderStepTtlMs;
    const isKnown = new Set(before);
    const unseen = orders.filter((_, index) => !isKnown.has(digests[index] ?? 0));
    // Reading the times of all orders takes long.
    if (before !== undefined && filterLastChanged(unseen, since).length === 0) return;
    const recent = filterLastChanged(orders, since);
    const changed = recent.filter((order) => !isKnown.has(digestStatus(order)));
    if (changed.length === 0) return;
    if (waitingOrders + changed.length > maxWaiting) {
      known.delete(scope);
      reportDropped((count) => log.warn("changes of orders are not kept: too many wait", { times: count }));
      return;
    }
    known.set(scope, orders.length <= maxOrdersOfList ? digests : recent.map(digestStatus));
    const at = now();
    const batches: OrderObservation[] = [];
    for (let start = 0; start < changed.length; start += ordersAtOnce)
      batches.push({ link, seen: changed.slice(start, start + ordersAtOnce), at });
    waiting = [...waiting, ...batches];
    waitingOrders += changed.length;
    cancelTimer ??= startSystemTimer(writeAfterMs, () => void writeAll());
  }

  async function writeAll(): Promise<void> {
    while (await writeNext());
    cancelTimer = undefined;
  }

  async function writeNext(): Promise<boolean> {
    if (waiting.length === 0) return false;
    let orders = 0;
    const last = waiting.findIndex(({ seen }) => (orders += seen.length) >= ordersAtOnce);
    await write(last === -1 ? waiting : waiting.slice(0, last + 1));
    // People have their turn between two commits.
    await nextTurn();
    return true;
  }

  async function write(observations: readonly OrderObservation[]): Promise<void> {
    if (observations.length === 0) return;
    waiting = waiting.filter((observation) => !observations.includes(observation));
    for (const { seen } of observations) waitingOrders -= seen.length;
    const done: Promise<void> = keep(observations).finally(() => writes.delete(done));
    writes.add(done);
    await done;
  }

  async function keep(observations: readonly OrderObservation[]): Promise<void> {
    try {
      await store.orderSteps.observe(observations);
    } catch (error) {
      for (const { link } of observations) known.delete(getCacheScope(link));
      reportFailed((count) => log.warn("changes of orders could not be kept", { error, times: count }));
    }
  }

  return {
    /**
     * Records each status change in a list that was just read, within seconds: compares it only once the reply that it
     * was read for is on its way. Does not block and never throws.
     */
    note({ guildId, linkKey }: LinkPosition, orders: readonly Order[]): void {
      if (noted.length >= maxNoted) {
        reportDropped((count) => log.warn("changes of orders are not kept: too many wait", { times: count }));
        return;
      }
      if (noted.length === 0) setImmediate(compareSome);
      noted.push({ link: { guildId, linkKey }, orders });
    },

    /**
     * How long orders of the last weeks took, as of a few minutes ago.
     * @param end the final status, if it is known
     * @throws StoreError
     */
    times(
      link: LinkPosition,
      { end, zone }: { readonly end: OrderEnd | undefined; readonly zone: string },
    ): Promise<OrderTimes> {
      const scope = getCacheScope(link);
      const key = `${scope} ${end ?? ""} ${zone}`;
      const kept = times.get(key);
      const at = now();
      if (kept !== undefined && Math.abs(at - kept.at) < timesKeptForMs) return kept.times;
      compareAll();
      const own = waiting.filter((observation) => getCacheScope(observation.link) === scope);
      // What is being written already may be of this link, too.
      const read = Promise.all([...writes, write(own)])
        .then(() => store.orderSteps.newest(link, at - timesOfMs, maxSteps))
        .then((steps) => computeOrderTimes(steps, { end, zone }));
      times.set(key, { at, times: read });
      read.catch(() => times.delete(key));
      return read;
    },

    /** Writes what is waiting, within seconds; anything left is seen again after the next start. */
    async stop(): Promise<void> {
      cancelTimer?.();
      compareAll();
      cancelTimer?.();
      const until = now() + stopsWithinMs;
      while (now() < until && (await writeNext()));
      waiting = [];
      await Promise.all(writes);
    },
  };
}

type Status = Pick<Order, "_id" | "status"> | Pick<SeenOrder, "orderId" | "status">;

/** 53 bits of an order's id and status: of a billion orders with another status, none is taken for known. */
function digestStatus(order: Status): number {
  let [high, low] = [0x811c9dc5, 0x9e3779b9];
  // Without a function of its own: numbers that one changes are boxed each time.
  for (const text of ["orderId" in order ? order.orderId : order._id, order.status ?? ""]) {
    for (let index = 0; index < text.length; index++) {
      const unit = text.charCodeAt(index);
      high = Math.imul(high ^ unit, 0x01000193);
      low = Math.imul((low ^ unit) + (high >>> 15), 0x85ebca6b);
    }
    high = Math.imul(high ^ 0x10000, 0x01000193);
  }
  return (high >>> 0) * 0x200000 + (low >>> 11);
}

function isSame(before: readonly number[], now: readonly number[]): boolean {
  return before.length === now.length && now.every((digest, index) => digest === before[index]);
}

function filterLastChanged(orders: readonly Order[], since: number): readonly SeenOrder[] {
  const seen = orders.flatMap((order) => {
    const { _id: orderId, status } = order;
    const lastMs = findLastChangedMs(order);
    if (status === undefined || (lastMs !== undefined && lastMs < since)) return [];
    const [changedAt, createdAt] = [parseOrderMs(order.updatedAt), parseOrderMs(order.createdAt)];
    return [{ orderId, status, changedAt, createdAt }];
  });
  if (seen.length <= maxOrdersOfList) return seen;
  const lastOf = ({ changedAt, createdAt }: SeenOrder): number => changedAt ?? createdAt ?? Infinity;
  return seen.toSorted((a, b) => lastOf(b) - lastOf(a)).slice(0, maxOrdersOfList);
}
