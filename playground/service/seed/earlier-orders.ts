import { plannedSteps } from "../order-life.ts";
import { between, type Random } from "../random.ts";
import { dayMs, hourMs, minuteMs } from "../time.ts";
import { newOrder, thinned } from "./orders.ts";
import type { Seeding } from "./seeding.ts";

const daysBack = 14;
/** How many of a day's orders come in each hour, from seven in the morning on, compared with each other. */
const rhythm = [1, 3, 4, 3, 2, 3, 4, 3, 2, 3, 4, 2, 2, 1];
const opensAt = 7;
const zone = "Europe/Berlin";
const saturday = 6;

/**
 * What was ordered in two weeks of opening hours, beside what every workspace begins with. Where there are numbers enough, the newest keep
 * theirs.
 * @returns ids of what was added, oldest first
 */
export function seedEarlierOrders(seeding: Seeding): readonly string[] {
  const { state, random, nowMs, business } = seeding;
  const staffIds = business.staff.map(({ id }) => id);
  const last = Math.max(...[...state.orders.values()].map(({ order }) => order.order_number ?? 0));
  const before = new Set(state.orders.keys());
  for (const [index, startMs] of earlierMoments(random, nowMs).entries()) {
    const order = thinned(newOrder(seeding, index, startMs), index);
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

/** All of them are over by now. */
function earlierMoments(random: Random, nowMs: number): readonly number[] {
  const today = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(zone).startOfDay();
  const hours = rhythm.flatMap((weight, index) => Array.from({ length: weight }, () => opensAt + index));
  return Array.from({ length: daysBack + 1 }, (_, daysAgo) => {
    const day = today.epochMilliseconds - daysAgo * dayMs;
    const isWeekend = today.subtract({ days: daysAgo }).dayOfWeek >= saturday;
    const count = between(random, 7, 11) + (isWeekend ? 5 : 0);
    return Array.from({ length: count }, () => {
      const hour = hours[between(random, 0, hours.length - 1)] ?? opensAt;
      return day + hour * hourMs + between(random, 0, 59) * minuteMs;
    });
  })
    .flat()
    .filter((startMs) => startMs < nowMs - hourMs);
}
