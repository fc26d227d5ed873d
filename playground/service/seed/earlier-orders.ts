import { plannedSteps } from "../order-life.ts";
import { between, createRandom } from "../random.ts";
import type { ServiceState } from "../state.ts";
import { dayMs, hourMs, minuteMs } from "../time.ts";
import { newOrder, thinned } from "./orders.ts";
import type { Business } from "./types.ts";

export const daysOfOrders = 14;
/** How many of a day's orders come in each hour, from seven in the morning on, compared with each other. */
const rhythm = [1, 3, 4, 3, 2, 3, 4, 3, 2, 3, 4, 2, 2, 1];
const opensAt = 7;
const zone = "Europe/London";
const saturday = 6;
const hours = rhythm.flatMap((weight, index) => Array.from({ length: weight }, () => opensAt + index));

interface Earlier {
  readonly state: ServiceState;
  readonly business: Business;
  readonly seed: number;
  readonly nowMs: number;
}

/**
 * What was ordered in two weeks of opening hours, beside what every workspace begins with. Where there are numbers
 * enough, the newest keep theirs.
 * @returns ids of what was added, oldest first
 */
export function seedEarlierOrders({ state, business, seed, nowMs }: Earlier): readonly string[] {
  const random = createRandom(Math.imul(seed, 0x27d4eb2f));
  const staffIds = business.staff.map(({ id }) => id);
  const last = Math.max(...[...state.orders.values()].map(({ order }) => order.order_number ?? 0));
  const before = new Set(state.orders.keys());
  const moments = momentsOfOrders(seed, nowMs - daysOfOrders * dayMs, nowMs - hourMs);
  for (const [index, startMs] of moments.entries()) {
    const order = thinned(newOrder({ random, business }, index, startMs), index);
    const story = index % 13 === 5 ? "cancelled" : "usual";
    state.orders.set(order._id, { order, steps: plannedSteps(random, { startMs, staffIds, story }) });
  }
  const inTurn = [...state.orders].toSorted(
    ([, one], [, other]) => (one.steps[0]?.atMs ?? 0) - (other.steps[0]?.atMs ?? 0),
  );
  const firstNumber = Math.max(1, last - inTurn.length + 1);
  state.orders.clear();
  for (const [index, [id, { order, steps }]] of inTurn.entries())
    state.orders.set(id, { order: { ...order, order_number: firstNumber + index }, steps });
  return inTurn.map(([id]) => id).filter((id) => !before.has(id));
}

/** When guests come in opening hours, oldest first: from one moment until before another, the same for the same seed. */
export function momentsOfOrders(seed: number, fromMs: number, toMs: number): readonly number[] {
  if (fromMs >= toMs) return [];
  const first = Temporal.Instant.fromEpochMilliseconds(fromMs).toZonedDateTimeISO(zone).startOfDay();
  const moments: number[] = [];
  for (let day = first; day.epochMilliseconds < toMs; day = day.add({ days: 1 })) {
    const random = createRandom(Math.imul(Math.floor(day.epochMilliseconds / dayMs), 0x9e3779b1) ^ seed);
    const count = between(random, 7, 11) + (day.dayOfWeek >= saturday ? 5 : 0);
    for (let order = 0; order < count; order += 1) {
      const hour = hours[between(random, 0, hours.length - 1)] ?? opensAt;
      moments.push(day.epochMilliseconds + hour * hourMs + between(random, 0, 59) * minuteMs);
    }
  }
  return moments.filter((atMs) => atMs >= fromMs && atMs < toMs).toSorted((one, other) => one - other);
}
