import type { Job, JobTools } from "../job.ts";
import { handOut } from "./hand-out.ts";
import { sweep } from "./sweep.ts";
import { createUnderWay } from "./under-way.ts";

/** Finds what is due to be posted, and posts it. */
export const posting: Job = {
  name: "posting",
  schedule: { everyMs: 1_000 },
  async run(tools) {
    const underWay = createUnderWay();
    try {
      let found: number;
      do found = await together(sweep(tools), handOut(underWay, tools));
      while ((underWay.size > 0 || found > 0) && !isStopping(tools));
    } finally {
      await underWay.allEnds();
    }
  },
};

/** Side by side, so that however many fell due, the first of them are posted at once. @throws what one of them throws, once both have ended */
async function together(sweeping: Promise<number>, handingOut: Promise<void>): Promise<number> {
  const [swept, handedOut] = await Promise.allSettled([sweeping, handingOut]);
  if (swept.status === "rejected") throw swept.reason;
  if (handedOut.status === "rejected") throw handedOut.reason;
  return swept.value;
}

function isStopping({ stopping }: JobTools): boolean {
  return stopping?.aborted === true;
}
