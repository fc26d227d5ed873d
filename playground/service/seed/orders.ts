import { orderStatuses } from "../../../src/api/contract/orders.ts";
import { type OrderPlan, plannedSteps } from "../order-life.ts";
import { between, hex, newId, pick } from "../random.ts";
import type { OrderStep, StoredOrder, WireOrder } from "../state.ts";
import { dayMs, hourMs, iso, minuteMs } from "../time.ts";
import type { Seeding } from "./seeding.ts";

const daysBack = 7;
const busyMs = 3 * hourMs;
const opensAtHour = 7;

/** Point of sale, kiosk, mobile ordering, and a player that is none. */
const systemActors = ["1", "2", "3", "4"] as const;
/** A player whom the service cannot name any more. */
const strangerId = "399017254";

export function seedOrders(seeding: Seeding): void {
  const { state, nowMs, business } = seeding;
  const lives = [...overLives(seeding), ...presentLives(seeding)].toSorted(
    ([first], [second]) => (first?.atMs ?? 0) - (second?.atMs ?? 0),
  );
  for (const [index, steps] of lives.entries()) {
    const order = thinned(
      newOrder(seeding, business.orders.firstNumber + index, steps[0]?.atMs ?? nowMs),
      index,
    );
    state.orders.set(order._id, { order, steps } satisfies StoredOrder);
  }
}

function overLives({ random, nowMs, business }: Seeding): readonly (readonly OrderStep[])[] {
  const { over } = business.orders;
  const staffIds = business.staff.map(({ id }) => id);
  return Array.from({ length: over }, (_, index) => {
    // A quarter of them came in during the last hours.
    const isNew = index % 4 === 0;
    const spreadMs = Math.floor(((isNew ? busyMs : daysBack * dayMs - 2 * hourMs) / over) * index);
    const agoMs = (isNew ? 30 * minuteMs : hourMs) + spreadMs + between(random, 0, 45) * minuteMs;
    const startMs = outsideNight(nowMs - agoMs);
    return plannedSteps(random, { startMs, staffIds, story: index % 13 === 5 ? "cancelled" : "usual" });
  });
}

/** Nobody orders at night: the same at the end of the day before. */
function outsideNight(atMs: number): number {
  return new Date(atMs).getUTCHours() < opensAtHour ? atMs - 10 * hourMs : atMs;
}

/** Orders that began so long ago that each is in the middle of the wanted status now. */
function presentLives({ random, nowMs, business }: Seeding): readonly (readonly OrderStep[])[] {
  const staffIds = business.staff.map(({ id }) => id);
  return orderStatuses.flatMap((status) =>
    Array.from({ length: business.orders.present[status] }, () => {
      const planned = plannedSteps(random, { startMs: 0, staffIds, story: storyTo(status) });
      const at = planned.findIndex((step) => step.status === status);
      const begins = planned[at]?.atMs ?? 0;
      const ends = planned[at + 1]?.atMs ?? begins + 10 * minuteMs;
      const startMs = nowMs - Math.round((begins + ends) / 2);
      return planned.map((step) => ({ ...step, atMs: step.atMs + startMs }));
    }),
  );
}

function storyTo(status: (typeof orderStatuses)[number]): OrderPlan["story"] {
  if (status === "cancelled") return "cancelled";
  return status === "finding_new_colleague" ? "colleague-left" : "usual";
}

export function newOrder(
  { random, business }: Pick<Seeding, "random" | "business">,
  order_number: number,
  startMs: number,
): WireOrder {
  const { staff, guests, menu, game } = business;
  const people = [...[...staff, ...guests].map(({ id }) => id), strangerId];
  const customer = people[between(random, 0, people.length - 1)] ?? strangerId;
  return {
    _id: newId(random),
    order_number,
    items: Array.from({ length: between(random, 1, 4) }, () => pick(random, menu)),
    submitted_by:
      order_number % 3 === 0 ? pick(random, systemActors) : (staff[order_number % staff.length]?.id ?? "1"),
    status: "submitted",
    customer,
    job_id: hex(random, 32),
    game_id: game.id,
    createdAt: iso(startMs),
    updatedAt: iso(startMs),
  };
}

/** The service leaves out what it does not know: here now and then one field, now and then most of them. */
export function thinned(order: WireOrder, index: number): WireOrder {
  const { _id, order_number, items, status, createdAt, updatedAt } = order;
  if (index % 17 === 9) return { _id, order_number, items, status, createdAt, updatedAt };
  const { customer: _customer, job_id: _job, game_id: _game, ...rest } = order;
  return index % 9 === 4 ? rest : order;
}
