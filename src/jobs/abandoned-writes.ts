import type { Job } from "./job.ts";

/** Finds writes whose process died under way, once their lease is over, and tells their people. */
export const abandonedWrites: Job = {
  name: "abandoned-writes",
  schedule: { everyMs: 20_000 },
  run: ({ ctx, recover }) => recover(ctx.now()),
};
