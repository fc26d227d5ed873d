import type { Job } from "../job.ts";
import { handOut } from "./hand-out.ts";
import { sweep } from "./sweep.ts";

/** Finds what is due to be posted, and posts it. */
export const posting: Job = {
  name: "posting",
  cron: "* * * * * *",
  async run(tools) {
    const underWay = new Set<Promise<void>>();
    try {
      do {
        await sweep(tools);
        await handOut(underWay, tools);
      } while (underWay.size > 0 && tools.stopping?.aborted !== true);
    } finally {
      await Promise.all(underWay);
    }
  },
};
