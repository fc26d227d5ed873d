import { type OrderEnd, orderEnds } from "./status.ts";

/** An order's change to a status. All times are epoch milliseconds. */
export interface OrderStep {
  readonly orderId: string;
  readonly status: string;
  readonly seenAt: number;
  readonly createdAt: number | null;
}

export interface UsualTime {
  readonly medianMs: number;
  /** The number of orders behind it. */
  readonly count: number;
}

/** How long a workspace's orders usually take. */
export interface OrderTimes {
  readonly end: OrderEnd;
  /** From order to end; `undefined` with too few orders. */
  readonly total: UsualTime | undefined;
  /** The time in each status until the next one, where there are enough orders; the longest first. */
  readonly steps: ReadonlyMap<string, UsualTime>;
  /** The hours of the day in which most orders come in, from and until. */
  readonly rush: { readonly from: number; readonly until: number } | undefined;
}

/** Fewer orders aren't representative. */
const leastOrders = 10;
const leastCreated = 30;
const leastDays = 3;
/** An hour with at least this share of the busiest one is part of the rush. */
const rushShare = 0.75;
/** Anything longer isn't a rush. */
const maxRushHours = 8;

/**
 * The usual times according to the observed steps.
 * @param end the final status, if one was chosen; otherwise the last one that enough orders reached
 * @param zone the time zone of the hours
 */
export function computeOrderTimes(
  steps: readonly OrderStep[],
  { end: chosen, zone }: { readonly end: OrderEnd | undefined; readonly zone: string },
): OrderTimes {
  const orders = [...Map.groupBy(steps, ({ orderId }) => orderId).values()].map((own) =>
    own.toSorted((a, b) => a.seenAt - b.seenAt),
  );
  const totals = new Map(orderEnds.map((end) => [end, computeTotals(orders, end)]));
  const end =
    chosen ?? orderEnds.findLast((each) => (totals.get(each) ?? []).length >= leastOrders) ?? "handed_to";
  const inStatus = new Map<string, number[]>();
  for (const own of orders)
    for (const [index, { status, seenAt }] of own.entries()) {
      const next = own[index + 1];
      // Nobody knows how long a cancelled order's last step would have taken.
      if (next === undefined || next.status === "cancelled") continue;
      inStatus.set(status, [...(inStatus.get(status) ?? []), next.seenAt - seenAt]);
    }
  const usual = [...inStatus].flatMap(([status, times]) => {
    const time = computeUsual(times);
    return time === undefined ? [] : [[status, time] as const];
  });
  return {
    end,
    total: computeUsual(totals.get(end) ?? []),
    steps: new Map(usual.toSorted(([, a], [, b]) => b.medianMs - a.medianMs)),
    rush: findRush(
      orders.flatMap(([first]) => first?.createdAt ?? []),
      zone,
    ),
  };
}

/** From order to its first arrival at an end, of each order that says when it was made and when it got there. */
function computeTotals(orders: readonly (readonly OrderStep[])[], end: OrderEnd): readonly number[] {
  return orders.flatMap((own) => {
    const arrival = own.find(({ status }) => status === end);
    const tookMs = arrival === undefined ? -1 : arrival.seenAt - (arrival.createdAt ?? Infinity);
    // One that was there when it was first seen, and doesn't say since when, counts as having been there at once.
    return tookMs <= 0 ? [] : [tookMs];
  });
}

function computeUsual(times: readonly number[]): UsualTime | undefined {
  if (times.length < leastOrders) return undefined;
  const sorted = times.toSorted((a, b) => a - b);
  const [below = 0, above = 0] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return { medianMs: (below + above) / 2, count: times.length };
}

function findRush(moments: readonly number[], zone: string): OrderTimes["rush"] {
  if (moments.length < leastCreated) return undefined;
  const counts: number[] = Array.from({ length: 24 }, () => 0);
  const days = new Set<string>();
  for (const moment of moments) {
    const at = Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(zone);
    counts[at.hour] = (counts[at.hour] ?? 0) + 1;
    days.add(at.toPlainDate().toString());
  }
  if (days.size < leastDays) return undefined;
  const most = Math.max(...counts);
  const isBusy = (hour: number): boolean => (counts[(hour + 24) % 24] ?? 0) >= most * rushShare;
  const peak = counts.indexOf(most);
  let [from, until] = [peak, peak + 1];
  while (until - from < 24 && isBusy(from - 1)) from -= 1;
  while (until - from < 24 && isBusy(until)) until += 1;
  return until - from > maxRushHours ? undefined : { from: (from + 24) % 24, until: until % 24 };
}
