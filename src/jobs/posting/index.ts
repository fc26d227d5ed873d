import type { Job } from "../job.ts";
import { handOut } from "./hand-out.ts";
import { sweep } from "./sweep.ts";

/** Finds what is due to be posted, and posts it. */
export const posting: Job = {
  name: "posting",
  cron: "* * * * * *",
  async run(tools) {
    await sweep(tools);
    await handOut(tools);
  },
};
