import type { Job } from "./job.ts";

/** Puts on record how often somebody went on using what is not theirs, once that is over. */
export const countedRefusals: Job = {
  name: "counted-refusals",
  schedule: { everyMs: 60_000 },
  run: ({ ctx }) => ctx.refusals.settle(),
};
