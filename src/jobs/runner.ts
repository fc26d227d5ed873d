import { schedule } from "node-cron";
import { abandonedWrites } from "./abandoned-writes.ts";
import { departures } from "./departures.ts";
import { expiry } from "./expiry.ts";
import type { Job, JobTools } from "./job.ts";
import { posting } from "./posting/index.ts";
import { refreshing } from "./posting/refresh.ts";
import { weeks } from "./weeks/index.ts";

/** Every job of the bot. A job that is not listed here does not run. */
export const jobs: readonly Job[] = [posting, refreshing, weeks, abandonedWrites, departures, expiry];

export interface JobRunner {
  /** Stops the clock and waits for what is running. */
  stop(): Promise<void>;
}

/** Puts the jobs on the clock. A job that fails is logged and runs again at its next time; it never overlaps itself. */
export function startJobs(tools: JobTools, started: readonly Job[] = jobs): JobRunner {
  const running = new Set<Promise<void>>();
  const tasks = started.map((job) =>
    schedule(
      job.cron,
      () => {
        const work: Promise<void> = runJob(job, tools).finally(() => running.delete(work));
        running.add(work);
        return work;
      },
      { name: job.name, timezone: "UTC", noOverlap: true },
    ),
  );
  return {
    async stop() {
      for (const task of tasks) await task.destroy();
      await Promise.all(running);
    },
  };
}

/** Runs a job now. Never rejects. */
export async function runJob(job: Job, tools: JobTools): Promise<void> {
  try {
    await job.run(tools);
  } catch (error) {
    tools.ctx.log.error("a job failed and will run again at its next time", { job: job.name, error });
  }
}
