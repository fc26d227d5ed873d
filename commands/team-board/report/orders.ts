import type { Order } from "../../../src/api/contract/orders.ts";
import type { Post } from "../../../src/api/contract/posts.ts";
import { countOrdered, getItemNames, type OrderEnd, orderEnds, type OrderRule } from "../../order/index.ts";
import { parseEpochMs } from "../../../src/ui/time.ts";

/** The orders of one week. */
export interface WeekOrders {
  readonly total: number;
  /** The number in the week before; `undefined` if orders don't go back to its beginning. */
  readonly before: number | undefined;
  /** The seven dates, in order. */
  readonly days: readonly { readonly date: Temporal.PlainDate; readonly count: number }[];
  /** The most often ordered first. */
  readonly items: readonly { readonly name: string; readonly count: number }[];
  /** How long orders usually took from being placed to reaching this status. */
  readonly time:
    { readonly end: OrderEnd; readonly ms: number; readonly beforeMs: number | undefined } | undefined;
}

/** From one midnight to another, in epoch milliseconds. */
interface Span {
  readonly startsAt: number;
  readonly endsAt: number;
}

/** Fewer orders say nothing about what is usual. */
const leastTimed = 3;
const maxItems = 5;

/** When orders were seen to reach their final status here, by order id. */
export type Arrivals = ReadonlyMap<string, number>;

/** A week's dates in a zone, from the first one on. */
export function listDatesFrom(first: Temporal.PlainDate): readonly Temporal.PlainDate[] {
  return Array.from({ length: 7 }, (_, days) => first.add({ days }));
}

/** @returns `undefined` if there are no orders from that week or the one before */
export function summarizeOrdersOfWeek(
  orders: readonly Order[],
  first: Temporal.PlainDate,
  { zone, rule, arrivals }: { readonly zone: string; readonly rule: OrderRule; readonly arrivals: Arrivals },
): WeekOrders | undefined {
  const [present, previous] = [getSpanFrom(first, zone), getSpanFrom(first.subtract({ weeks: 1 }), zone)];
  const [ours, theirs] = [filterPlacedIn(orders, present), filterPlacedIn(orders, previous)];
  if (ours.length + theirs.length === 0) return undefined;
  const goesBack = orders.some(({ createdAt }) => (parseEpochMs(createdAt) ?? Infinity) < previous.startsAt);
  const ms = computeUsualMs(ours, rule, arrivals);
  return {
    total: ours.length,
    before: goesBack ? theirs.length : undefined,
    days: listDatesFrom(first).map((date) => ({
      date,
      count: filterPlacedIn(ours, getSpanFrom(date, zone, 1)).length,
    })),
    items: countOrdered(
      ours.filter(({ status }) => status !== "cancelled").map(({ items }) => items),
      getItemNames(orders),
    ).slice(0, maxItems),
    time:
      ms === undefined
        ? undefined
        : { end: rule.endsAt, ms, beforeMs: goesBack ? computeUsualMs(theirs, rule, arrivals) : undefined },
  };
}

/** How many posts were published in a week and in the one before; `undefined` if posts don't go back to its beginning. */
export function countPostsOfWeek(
  posts: readonly Post[],
  first: Temporal.PlainDate,
  zone: string,
): { readonly count: number; readonly before: number | undefined } {
  const [present, previous] = [getSpanFrom(first, zone), getSpanFrom(first.subtract({ weeks: 1 }), zone)];
  const goesBack = posts.some(({ createdAt }) => (parseEpochMs(createdAt) ?? Infinity) < previous.startsAt);
  const before = goesBack ? filterPlacedIn(posts, previous).length : undefined;
  return { count: filterPlacedIn(posts, present).length, before };
}

function getSpanFrom(first: Temporal.PlainDate, zone: string, days = 7): Span {
  const startsAt = first.toZonedDateTime(zone).epochMilliseconds;
  return { startsAt, endsAt: first.add({ days }).toZonedDateTime(zone).epochMilliseconds };
}

function filterPlacedIn<T extends { readonly createdAt?: string | undefined }>(
  entries: readonly T[],
  { startsAt, endsAt }: Span,
): readonly T[] {
  return entries.filter(({ createdAt }) => {
    const at = parseEpochMs(createdAt);
    return at !== undefined && at >= startsAt && at < endsAt;
  });
}

/** The median time to orders' final status here; an order's last change is used if nobody saw it arrive. */
function computeUsualMs(
  orders: readonly Order[],
  { endsAt }: OrderRule,
  arrivals: Arrivals,
): number | undefined {
  const isDone = (status: string | undefined): boolean =>
    orderEnds.findIndex((end) => end === status) >= orderEnds.indexOf(endsAt);
  const times = orders
    .filter(({ status }) => isDone(status))
    .map(
      ({ _id, createdAt, updatedAt }) =>
        (arrivals.get(_id) ?? parseEpochMs(updatedAt) ?? NaN) - (parseEpochMs(createdAt) ?? NaN),
    )
    .filter((ms) => ms >= 0)
    .toSorted((a, b) => a - b);
  if (times.length < leastTimed) return undefined;
  const middle = times.length >> 1;
  const [low = 0, high = 0] = [times[middle - 1], times[middle]];
  return times.length % 2 === 1 ? high : (low + high) / 2;
}
