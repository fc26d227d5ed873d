import type { Job } from "./job.ts";

/** Finds writes whose process died under way, once their lease is over, and tells their people. */
export const abandonedWrites: Job = {
  name: "abandoned-writes",
  cron: "*/20 * * * * *",
  run: ({ ctx, recover }) => recover(ctx.now()),
};
