import { setImmediate as nextTurn } from "node:timers/promises";
import type { JobTools } from "../job.ts";
import { deliver } from "./deliver.ts";
import { leaseMs } from "./lease.ts";
import type { UnderWay } from "./under-way.ts";

/** Then it is time to look for what fell due meanwhile, however long one of the posts takes. */
const turnMs = 1_000;
/** Each claim is a write, so within a turn it is worth one only for so many. */
const leastClaimed = 8;
/** So far along the line it is looked for what may be begun. */
const looked = 128;
/** What other processes took first is looked for anew so often. */
const mostTries = 3;

/**
 * Works through everything that is due, a bounded number at once, until all is done or the turn is over.
 * @param underWay what is worked on; what is left in it goes on into the next turn
 */
export async function handOut(underWay: UnderWay, tools: JobTools): Promise<void> {
  const over = Promise.withResolvers<"over">();
  const timer = setTimeout(() => over.resolve("over"), turnMs);
  try {
    await begin(underWay, tools);
    while (underWay.size > 0 && tools.stopping?.aborted !== true) {
      if ((await Promise.race([over.promise, underWay.nextEnd()])) === "over") return;
      if (underWay.free >= leastClaimed || underWay.size === 0) await begin(underWay, tools);
    }
  } finally {
    clearTimeout(timer);
  }
}

/** Claims as many as there is room for, and begins them. */
async function begin(underWay: UnderWay, tools: JobTools): Promise<void> {
  const { deliveries } = tools.ctx.store;
  for (let tries = 0; tries < mostTries && tools.stopping?.aborted !== true; tries++) {
    const now = tools.ctx.now();
    if (underWay.free === 0) return;
    const line = await deliveries.line(now, looked, underWay.full());
    const picked = underWay.pick(line);
    if (picked.length === 0) return;
    const places = new Map(picked.map((one) => [keyOf(one), one]));
    const claimed = await deliveries.claim(picked, { now, leaseUntil: now + leaseMs });
    for (const delivery of claimed) {
      const place = places.get(keyOf(delivery));
      if (place !== undefined) underWay.begin(place, () => deliver(delivery, tools));
      // One that asks nobody but the database is through without a pause, and people have to have their turn between.
      await nextTurn();
    }
    if (claimed.length === picked.length && line.length < looked) return;
  }
}

function keyOf({ scheduleId, dueAt }: { readonly scheduleId: string; readonly dueAt: number }): string {
  return `${dueAt} ${scheduleId}`;
}
