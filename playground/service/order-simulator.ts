import { type OrderPlan, plannedSteps } from "./order-life.ts";
import { between, createRandom, type Random } from "./random.ts";
import type { Business } from "./seed/types.ts";
import { daysOfOrders, momentsOfOrders, seedEarlierOrders } from "./seed/earlier-orders.ts";
import { newOrder, thinned } from "./seed/orders.ts";
import type { ServiceState } from "./state.ts";
import { dayMs, hourMs, minuteMs, secondMs } from "./time.ts";

/** Shorter than half of the quickest life of an order, so that one is always open. */
const everyMs = 2 * minuteMs;
const latestSeconds = 15;
/** After a longer pause, they came in opening hours until then. */
const maxBackMs = 2 * hourMs;
/** The oldest of theirs leave the service for the newest. */
const maxKept = 600;

interface CustomersParts {
  readonly state: ServiceState;
  readonly business: Business;
  readonly seed: number;
  readonly now: () => number;
}

/**
 * Guests who ordered in the last two weeks, and continue to order at all hours, one every two minutes. Nothing runs in between: the function that is returned lets come
 * whoever should have come since it was last called, and the same seed and calls at the same moments give the same orders.
 */
export function createCustomers({ state, business, seed, now }: CustomersParts): () => void {
  const staffIds = business.staff.map(({ id }) => id);
  const kept = [...seedEarlierOrders({ state, business, seed, nowMs: now() })];
  let lastTurn = turnAt(now());

  function comeIn(turn: number): void {
    const random = createRandom(Math.imul(turn, 0x9e3779b1) ^ seed);
    place(turn * everyMs + between(random, 0, latestSeconds) * secondMs, turn, random);
  }

  function place(startMs: number, turn: number, random: Random): void {
    const number = 1 + Math.max(0, ...[...state.orders.values()].map(({ order }) => order.order_number ?? 0));
    const made = thinned(newOrder({ random, business }, number, startMs), number);
    const steps = plannedSteps(random, { startMs, staffIds, story: storyOf(turn) });
    state.orders.set(made._id, { order: made, steps });
    kept.push(made._id);
  }

  return () => {
    // Late arrivals come in with the next step, so that nobody is there before having arrived.
    const turn = turnAt(now() - latestSeconds * secondMs);
    const first = Math.max(lastTurn + 1, turnAt(now() - maxBackMs));
    const pausedMs = Math.max((lastTurn + 1) * everyMs, now() - daysOfOrders * dayMs);
    for (const startMs of momentsOfOrders(seed, pausedMs, first * everyMs))
      place(startMs, turnAt(startMs), createRandom(startMs ^ seed));
    for (let each = first; each <= turn; each += 1) comeIn(each);
    lastTurn = Math.max(lastTurn, turn);
    for (const id of kept.splice(0, Math.max(0, kept.length - maxKept))) state.orders.delete(id);
  };
}

function turnAt(epochMs: number): number {
  return Math.floor(epochMs / everyMs);
}

function storyOf(turn: number): OrderPlan["story"] {
  if (turn % 11 === 4) return "cancelled";
  return turn % 7 === 2 ? "colleague-left" : "usual";
}
