import type { Order } from "../../src/api/contract/orders.ts";
import type { StoredSettings } from "../../src/store/guild-settings.ts";
import { memoizeWeak } from "../../src/domain/search.ts";
import { hourMs } from "../../src/time.ts";

declare module "../../src/store/guild-settings.ts" {
  interface FeatureSettings {
    /** The status that completes an order; learned if not set. */
    readonly "orders-end": string;
    /** Hours without a change after which an order counts as old. */
    readonly "orders-old-after": string;
  }
}

type MadeOrder = Partial<Pick<Order, "prepared_by" | "status">>;

/** Who makes or made an order, unless someone else is wanted for it. */
export function findMaker({ status, prepared_by }: MadeOrder): string | undefined {
  return status === "finding_new_colleague" ? undefined : prepared_by;
}

/**
 * How many orders each person took or prepared. An order counts once per person, a cancelled one for nobody, and not for
 * a preparer who left it.
 */
export function countHandled(
  orders: readonly (MadeOrder & Partial<Pick<Order, "submitted_by">>)[],
): ReadonlyMap<string, number> {
  const handled = new Map<string, number>();
  for (const order of orders) {
    if (order.status === "cancelled") continue;
    for (const userId of new Set([order.submitted_by, findMaker(order)]))
      if (userId !== undefined) handled.set(userId, (handled.get(userId) ?? 0) + 1);
  }
  return handled;
}

/** The fields of an order that determine its progress, and since when. */
type LivingOrder = Partial<Pick<Order, "status" | "createdAt" | "updatedAt">>;

/** `old` isn't over, but has been unchanged for so long that nobody is waiting for it. */
export type OrderLife = "open" | "old" | "ended";

/** The statuses that can complete an order, in the usual sequence. */
export const orderEnds = ["completed", "waiting_for_pickup", "handed_to"] as const;
export type OrderEnd = (typeof orderEnds)[number];

export interface OrderRule {
  readonly endsAt: OrderEnd;
  readonly oldAfterMs: number;
}

/** As the server chose; anything it didn't choose is learned, or the default. */
export interface ChosenOrderRule {
  readonly endsAt: OrderEnd | undefined;
  readonly oldAfterMs: number;
}

export const oldAfterHours = { min: 1, max: 720, usual: 24 } as const;

/** From the guild's stored settings. */
export function parseOrderRule(settings: StoredSettings): ChosenOrderRule {
  const end = settings.get("orders-end");
  const hours = Number(settings.get("orders-old-after"));
  const isHours = hours >= oldAfterHours.min && hours <= oldAfterHours.max;
  return {
    endsAt: orderEnds.find((each) => each === end),
    oldAfterMs: (isHours ? hours : oldAfterHours.usual) * hourMs,
  };
}

/** This many orders that stayed in one status show that orders end there. */
const enough = 3;
/** An order that has been ready for this long was picked up, or never will be. */
const pickedUpAfterMs = 24 * hourMs;

/** A workspace that hasn't handed over any order for this long may have stopped doing so. */
const handsOverForMs = 7 * 24 * hourMs;

interface Seen {
  /** When one was last handed over, in epoch milliseconds; infinite if an order doesn't say. */
  readonly handedOverMs: number | undefined;
  /** Only those since then. */
  readonly completed: Resting;
  readonly pickups: Resting;
}

interface Resting {
  readonly count: number;
  /** When the last of the longest-resting ones got its status. */
  readonly sinceMs: number | undefined;
}

/**
 * The rule for all orders of a workspace. Games use only some of the statuses: one that never hands over and has no
 * pickup ends its orders when they are completed, one that has pickups and never hands over ends them there. What was
 * handed over long ago counts until orders have stayed in another status since.
 */
export function computeOrderRule(
  orders: readonly LivingOrder[],
  { endsAt, oldAfterMs }: ChosenOrderRule,
  nowMs: number,
): OrderRule {
  return { endsAt: endsAt ?? guessEnd(getSeen(orders), nowMs), oldAfterMs };
}

function guessEnd({ handedOverMs, completed, pickups }: Seen, nowMs: number): OrderEnd {
  const hasRested = ({ sinceMs }: Resting): boolean =>
    sinceMs !== undefined && nowMs - sinceMs > pickedUpAfterMs;
  if (handedOverMs !== undefined && nowMs - handedOverMs <= handsOverForMs) return "handed_to";
  if (pickups.count > 0) return hasRested(pickups) ? "waiting_for_pickup" : "handed_to";
  const isEnd = handedOverMs === undefined ? completed.count >= enough : hasRested(completed);
  return isEnd ? "completed" : "handed_to";
}

/** Below this length, computing it again is cheaper than caching it. */
const keptFrom = 200;
const keptSeen = memoizeWeak(lookThrough);

function getSeen(orders: readonly LivingOrder[]): Seen {
  return orders.length < keptFrom ? lookThrough(orders) : keptSeen(orders);
}

function lookThrough(orders: readonly LivingOrder[]): Seen {
  const {
    handed_to: handed = [],
    completed = [],
    waiting_for_pickup: pickups = [],
  } = Object.groupBy(orders, ({ status = "" }) => status);
  const handedOverMs =
    handed.length === 0
      ? undefined
      : handed.reduce((last, order) => Math.max(last, findLastChangedMs(order) ?? Infinity), -Infinity);
  const findResting = (those: readonly LivingOrder[]): Resting => {
    const since = those
      .map(findLastChangedMs)
      .filter((ms) => (ms === undefined ? handedOverMs === undefined : ms > (handedOverMs ?? 0)));
    const dated = since.filter((ms) => ms !== undefined).toSorted((a, b) => a - b);
    return { count: since.length, sinceMs: dated[enough - 1] };
  };
  return { handedOverMs, completed: findResting(completed), pickups: findResting(pickups) };
}

/** An order with an unknown or missing status hasn't ended; one without a time is never old. */
export function getOrderLife(
  order: LivingOrder,
  { endsAt, oldAfterMs }: OrderRule,
  nowMs: number,
): OrderLife {
  if (hasEnded(order.status, endsAt)) return "ended";
  const since = findLastChangedMs(order);
  return since !== undefined && nowMs - since > oldAfterMs ? "old" : "open";
}

function hasEnded(status: string | undefined, endsAt: OrderEnd): boolean {
  if (status === "cancelled") return true;
  const place = orderEnds.findIndex((each) => each === status);
  return place >= orderEnds.indexOf(endsAt);
}

/** When it got its status, in epoch milliseconds; `undefined` if the order doesn't say. */
export function findLastChangedMs({ createdAt, updatedAt }: LivingOrder): number | undefined {
  return parseOrderMs(updatedAt) ?? parseOrderMs(createdAt);
}

/** Open, and unchanged for longer than the limit. */
export function isStuck(order: LivingOrder, limitMs: number, rule: OrderRule, nowMs: number): boolean {
  return isUntouched(order, limitMs, rule, nowMs) && getOrderLife(order, rule, nowMs) === "open";
}

/** The same, however long ago. */
export function isUntouched(order: LivingOrder, limitMs: number, rule: OrderRule, nowMs: number): boolean {
  const since = findLastChangedMs(order);
  return since !== undefined && nowMs - since > limitMs && !hasEnded(order.status, rule.endsAt);
}

/** Ready for its customer. */
export function isReady(status: string | undefined): boolean {
  return status === "waiting_for_pickup";
}

/** In epoch milliseconds; `undefined` also for the year 1 or 1970, which programs write where there is no time. */
export function parseOrderMs(text: string | undefined): number | undefined {
  const epochMs = text === undefined ? Number.NaN : Date.parse(text);
  return epochMs > 0 ? epochMs : undefined;
}
