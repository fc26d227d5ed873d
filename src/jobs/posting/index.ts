import type { Job } from "../job.ts";
import { handOut } from "./hand-out.ts";
import { sweep } from "./sweep.ts";
import { createUnderWay } from "./under-way.ts";

/** Finds what is due to be posted, and posts it. */
export const posting: Job = {
  name: "posting",
  cron: "* * * * * *",
  async run(tools) {
    const underWay = createUnderWay();
    try {
      let isSwept: boolean;
      do {
        isSwept = await sweep(tools);
        await handOut(underWay, tools);
      } while ((underWay.size > 0 || !isSwept) && tools.stopping?.aborted !== true);
    } finally {
      await underWay.allEnds();
    }
  },
};
