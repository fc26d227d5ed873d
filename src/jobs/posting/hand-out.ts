import type { JobTools } from "../job.ts";
import { deliver } from "./deliver.ts";

/** Longer than rendering and posting take together; after it a claim belongs to a process that died. */
const leaseMs = 2 * 60_000;
/** Posts that are worked on at once. Discord takes about forty a second of them in all. */
const atOnce = 24;

/** Works through everything that is due, a bounded number at once. */
export async function handOut(tools: JobTools): Promise<void> {
  const { ctx } = tools;
  const underWay = new Set<Promise<void>>();
  for (;;) {
    const now = ctx.now();
    const free = (await ctx.store.deliveries.anyOpen(now)) ? atOnce - underWay.size : 0;
    const claimed = free === 0 ? [] : await ctx.store.deliveries.claim(now, now + leaseMs, free);
    for (const delivery of claimed) {
      const work: Promise<void> = deliver(delivery, tools).finally(() => underWay.delete(work));
      underWay.add(work);
    }
    if (underWay.size === 0) return;
    await Promise.race(underWay);
  }
}
