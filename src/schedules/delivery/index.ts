import type { Job, JobTools } from "../../jobs/job.ts";
import { createWorkerSlots, dispatchDue } from "./dispatch.ts";
import { enqueueDue } from "./enqueue-due.ts";

/** Finds what is due to be posted, and posts it. */
export const posting: Job = {
  name: "posting",
  schedule: { everyMs: 1_000 },
  async run(tools) {
    const workerSlots = createWorkerSlots();
    try {
      let found: number;
      do found = await runTogether(enqueueDue(tools), dispatchDue(workerSlots, tools));
      while ((workerSlots.size > 0 || found > 0) && !isStopping(tools));
    } finally {
      await workerSlots.drain();
    }
  },
};

/**
 * Concurrently, so that however many are due, the first of them are posted right away.
 * @throws what either throws, once both have ended
 */
async function runTogether(enqueueing: Promise<number>, dispatching: Promise<void>): Promise<number> {
  const [enqueued, dispatched] = await Promise.allSettled([enqueueing, dispatching]);
  if (enqueued.status === "rejected") throw enqueued.reason;
  if (dispatched.status === "rejected") throw dispatched.reason;
  return enqueued.value;
}

function isStopping({ stopping }: JobTools): boolean {
  return stopping?.aborted === true;
}
