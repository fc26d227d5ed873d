import type { JobTools } from "../job.ts";
import { deliver } from "./deliver.ts";

/** Longer than rendering and posting take together; after it a claim belongs to a process that died. */
const leaseMs = 2 * 60_000;
/** Posts that are worked on at once. Discord takes about forty a second of them in all. */
const atOnce = 24;

/** Then it is time to look for what fell due meanwhile, however long one of the posts takes. */
const turnMs = 1_000;

/**
 * Works through everything that is due, a bounded number at once, until all is done or the turn is over.
 * @param underWay what is worked on; what is left in it goes on into the next turn
 */
export async function handOut(underWay: Set<Promise<void>>, tools: JobTools): Promise<void> {
  const { ctx } = tools;
  const over = Promise.withResolvers<"over">();
  const timer = setTimeout(() => over.resolve("over"), turnMs);
  try {
    while (tools.stopping?.aborted !== true) {
      const now = ctx.now();
      const free = (await ctx.store.deliveries.anyOpen(now)) ? atOnce - underWay.size : 0;
      const claimed = free === 0 ? [] : await ctx.store.deliveries.claim(now, now + leaseMs, free);
      for (const delivery of claimed) {
        const work: Promise<void> = deliver(delivery, tools).finally(() => underWay.delete(work));
        underWay.add(work);
      }
      if (underWay.size === 0) return;
      if ((await Promise.race([over.promise, ...underWay])) === "over") return;
    }
  } finally {
    clearTimeout(timer);
  }
}
