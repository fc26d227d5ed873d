import { setImmediate as nextTurn } from "node:timers/promises";
import type { JobTools } from "../../jobs/job.ts";
import { startLease } from "../../lease.ts";
import { deliver, leaseMs } from "./deliver.ts";
import type { WorkerSlots } from "./worker-slots.ts";

/** After this long, checks for newly due posts, however long one of the current ones takes. */
const maxRunMs = 1_000;
/** Each claim is a database write, so within a turn it is worth one only for this many. */
const minBatch = 8;
/** How far ahead in the queue to look for deliveries that can start. */
const lookahead = 128;
/** How often to look again after other processes claimed everything first. */
const maxRounds = 3;

/**
 * Works through everything due, a limited number at once, until all is done or the turn is over.
 * @param workerSlots the deliveries in progress; unfinished ones continue into the next turn
 */
export async function dispatchDue(workerSlots: WorkerSlots, tools: JobTools): Promise<void> {
  const over = Promise.withResolvers<"over">();
  const timer = setTimeout(() => over.resolve("over"), maxRunMs);
  try {
    await startClaimed(workerSlots, tools);
    while (workerSlots.size > 0 && tools.stopping?.aborted !== true) {
      if ((await Promise.race([over.promise, workerSlots.onceAnyDone()])) === "over") return;
      if (workerSlots.free >= minBatch || workerSlots.size === 0) await startClaimed(workerSlots, tools);
    }
  } finally {
    clearTimeout(timer);
  }
}

/** Claims and starts as many as there is room for. */
async function startClaimed(workerSlots: WorkerSlots, tools: JobTools): Promise<void> {
  const { deliveries } = tools.ctx.store;
  for (let tries = 0; tries < maxRounds && tools.stopping?.aborted !== true; tries++) {
    const now = tools.ctx.now();
    if (workerSlots.free === 0) return;
    const line = await deliveries.ready(now, lookahead, workerSlots.saturated());
    const picked = workerSlots.select(line);
    if (picked.length === 0) return;
    const places = new Map(picked.map((one) => [keyOf(one), one]));
    const leaseFor = startLease(tools.ctx.now);
    const claimed = await deliveries.claim(picked, { now, leaseUntil: now + leaseMs });
    for (const delivery of claimed) {
      const place = places.get(keyOf(delivery));
      if (place !== undefined)
        workerSlots.begin(place, () => deliver(delivery, leaseFor(delivery.until - now), tools));
      // A delivery that needs only the database never pauses, and people's requests have to run in between.
      await nextTurn();
    }
    if (claimed.length === picked.length && line.length < lookahead) return;
  }
}

function keyOf({ scheduleId, dueAt }: { readonly scheduleId: string; readonly dueAt: number }): string {
  return `${dueAt} ${scheduleId}`;
}
