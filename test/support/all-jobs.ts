import { features } from "../../commands/index.ts";
import type { Job } from "../../src/jobs/job.ts";
import { createJobs } from "../../src/jobs/runner.ts";

export const jobs = createJobs(features);

function findJob(wanted: string): Job {
  const found = jobs.find(({ name }) => name === wanted);
  if (found === undefined) throw new Error(`there is no job ${wanted}`);
  return found;
}

/** With what all features say by themselves. */
export const outbox = findJob("outbox");
/** With what all features delete. */
export const retention = findJob("retention");
