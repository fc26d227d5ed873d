import { orderStatuses } from "../../../api/contract/orders.ts";
import { type OrderPlan, plannedSteps } from "../order-life.ts";
import { between, hex, newId, pick, type Random } from "../random.ts";
import type { OrderStep, ServiceState, StoredOrder, WireOrder } from "../state.ts";
import { DAY_MS, HOUR_MS, iso, MINUTE_MS } from "../time.ts";
import { guests, staff } from "./people.ts";

const FIRST_NUMBER = 962;
const OVER_ORDERS = 64;
const DAYS_BACK = 7;
/** Of each status now, so that every one of the eight can be seen. */
const PRESENT_OF_EACH = 2;

const menu = [
  "Flat white",
  "Cappuccino",
  "Espresso",
  "Oat latte",
  "Hot chocolate",
  "Iced mocha",
  "Chai latte",
  "Cold brew",
  "Matcha latte",
  "Earl Grey",
  "Lemonade",
  "Cinnamon bun",
  "Almond croissant",
  "Blueberry muffin",
  "Cheese toastie",
  "Harbour breakfast",
  "Carrot cake",
  "Bagel with salmon",
] as const satisfies readonly [string, ...string[]];

/** Point of sale, kiosk, mobile ordering, and a player that is none. */
const systemActors = ["1", "2", "3", "4"] as const;
/** A player whom the service cannot name any more. */
const strangerId = "399017254";

const staffIds = staff.map(({ id }) => id);

export function seedOrders(state: ServiceState, random: Random, nowMs: number): void {
  const lives = [...overLives(random, nowMs), ...presentLives(random, nowMs)].toSorted(
    ([first], [second]) => (first?.atMs ?? 0) - (second?.atMs ?? 0),
  );
  for (const [index, steps] of lives.entries()) {
    const order = thinned(newOrder(random, FIRST_NUMBER + index, steps[0]?.atMs ?? nowMs), index);
    state.orders.set(order._id, { order, steps } satisfies StoredOrder);
  }
}

function overLives(random: Random, nowMs: number): readonly (readonly OrderStep[])[] {
  return Array.from({ length: OVER_ORDERS }, (_, index) => {
    const spreadMs = ((DAYS_BACK * DAY_MS - 2 * HOUR_MS) / OVER_ORDERS) * index;
    const startMs = nowMs - HOUR_MS - spreadMs - between(random, 0, 45) * MINUTE_MS;
    return plannedSteps(random, { startMs, staffIds, story: index % 13 === 5 ? "cancelled" : "usual" });
  });
}

/** Orders that began so long ago that each is in the middle of the wanted status now. */
function presentLives(random: Random, nowMs: number): readonly (readonly OrderStep[])[] {
  return orderStatuses.flatMap((status) =>
    Array.from({ length: PRESENT_OF_EACH }, () => {
      const planned = plannedSteps(random, { startMs: 0, staffIds, story: storyTo(status) });
      const at = planned.findIndex((step) => step.status === status);
      const begins = planned[at]?.atMs ?? 0;
      const ends = planned[at + 1]?.atMs ?? begins + 10 * MINUTE_MS;
      const startMs = nowMs - Math.round((begins + ends) / 2);
      return planned.map((step) => ({ ...step, atMs: step.atMs + startMs }));
    }),
  );
}

function storyTo(status: (typeof orderStatuses)[number]): OrderPlan["story"] {
  if (status === "cancelled") return "cancelled";
  return status === "finding_new_colleague" ? "colleague-left" : "usual";
}

function newOrder(random: Random, order_number: number, startMs: number): WireOrder {
  const people = [...staffIds, ...guests.map(({ id }) => id), strangerId] as const;
  const customer = people[between(random, 0, people.length - 1)] ?? strangerId;
  return {
    _id: newId(random),
    order_number,
    items: Array.from({ length: between(random, 1, 4) }, () => pick(random, menu)),
    submitted_by: order_number % 3 === 0 ? pick(random, systemActors) : (staffIds[order_number % 12] ?? "1"),
    status: "submitted",
    customer,
    job_id: hex(random, 32),
    game_id: "4815162342",
    createdAt: iso(startMs),
    updatedAt: iso(startMs),
  };
}

/** The service leaves out what it does not know: here now and then one field, now and then most of them. */
function thinned(order: WireOrder, index: number): WireOrder {
  const { _id, order_number, items, status, createdAt, updatedAt } = order;
  if (index % 17 === 9) return { _id, order_number, items, status, createdAt, updatedAt };
  const { customer: _customer, job_id: _job, game_id: _game, ...rest } = order;
  return index % 9 === 4 ? rest : order;
}
