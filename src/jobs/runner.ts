import { type Logger, schedule } from "node-cron";
import { abandonedWrites } from "./abandoned-writes.ts";
import { countedRefusals } from "./counted-refusals.ts";
import { departures } from "./departures.ts";
import { expiry } from "./expiry.ts";
import type { Job, JobTools } from "./job.ts";
import { posting } from "./posting/index.ts";
import { refreshing } from "./posting/refresh.ts";
import { reminders } from "./reminders.ts";
import { weeks } from "./weeks/index.ts";

/** Every job of the bot. A job that is not listed here does not run. */
export const jobs: readonly Job[] = [
  posting,
  refreshing,
  weeks,
  reminders,
  abandonedWrites,
  countedRefusals,
  departures,
  expiry,
];

export interface JobRunner {
  /** Stops the clock, lets nothing more begin, and waits for what is running. */
  stop(): Promise<void>;
}

/** Puts the jobs on the clock. A job that fails is logged and runs again at its next time; it never overlaps itself. */
export function startJobs(tools: JobTools, started: readonly Job[] = jobs): JobRunner {
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();
  const tasks = started.map((job) =>
    schedule(
      job.cron,
      () => {
        const work: Promise<void> = runJob(job, { ...tools, stopping: stopping.signal }).finally(() =>
          running.delete(work),
        );
        running.add(work);
        return work;
      },
      { name: job.name, timezone: "UTC", noOverlap: true, logger: clockLog(job, tools) },
    ),
  );
  return {
    async stop() {
      stopping.abort();
      for (const task of tasks) await task.destroy();
      await Promise.all(running);
    },
  };
}

/** What the clock says would go past the log. That a job still runs at its next time is no news: it is for some. */
function clockLog({ name: job }: Job, { ctx: { log } }: JobTools): Logger {
  const say = (message: string | Error): void => log.debug("the clock says", { job, about: message });
  return {
    debug: say,
    info: say,
    warn: say,
    error: (message, error) => log.error("the clock is in trouble", { job, about: message, error }),
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
