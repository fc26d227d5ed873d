import { type Logger, schedule as scheduleTask } from "node-cron";
import {
  abandonedWrites,
  databaseFiles,
  departures,
  leavingUnlinked,
  misuseFlush,
  nameFolding,
  registration,
} from "./housekeeping.ts";
import type { Feature } from "../feature.ts";
import type { ClockSetBack, Job, JobTools } from "./job.ts";
import { names } from "./look-up-names.ts";
import { createOutboxJob } from "./outbox.ts";
import { createRetentionJob } from "./retention.ts";

/** The engine's jobs and those of its features. */
export function createJobs(features: readonly Feature[]): readonly Job[] {
  return [
    ...features.flatMap(({ jobs = [] }) => jobs),
    createOutboxJob(features.flatMap(({ purposes = [] }) => purposes)),
    names,
    nameFolding,
    abandonedWrites,
    misuseFlush,
    registration,
    databaseFiles,
    departures,
    leavingUnlinked,
    createRetentionJob(features),
  ];
}

export interface JobRunner {
  /** Adapts to a machine clock that was set. @param byMs ahead; back if negative */
  clockWasSet(byMs: number): void;
  /** Starts nothing more, and waits for work in progress. */
  stop(): Promise<void>;
}

type Runnable = Pick<Job, "name" | "run">;

/** Starts the jobs. A failure is logged, and the job runs again at its next time; no job overlaps itself. */
export function startJobs(
  tools: JobTools,
  started: readonly Job[],
  whenClockSetBack: readonly ClockSetBack[],
): JobRunner {
  const running = new Map<Runnable, Promise<void>>();
  const stopping = new AbortController();
  const call = (job: Runnable): void => {
    if (stopping.signal.aborted || running.has(job)) return;
    const work = runJob(job, { ...tools, stopping: stopping.signal }).finally(() => running.delete(job));
    running.set(job, work);
  };
  const timers = new Map(started.map((job) => [job, startTimer(job, call, tools)]));
  return {
    clockWasSet(byMs) {
      for (const [job, stopTimer] of timers) {
        // Timers measure elapsed time, but node-cron reads the clock: it would sleep for as long as the clock was set
        // back, and go through every slot that a clock set ahead has skipped.
        if ("everyMs" in job.schedule) continue;
        stopTimer();
        timers.set(job, startTimer(job, call, tools));
      }
      if (byMs < 0) call(createClockSetBackJob(-byMs, whenClockSetBack));
    },
    async stop() {
      stopping.abort();
      for (const stopTimer of timers.values()) stopTimer();
      await Promise.all(running.values());
    },
  };
}

/** @returns a function that stops it */
function startTimer(job: Job, call: (job: Runnable) => void, tools: JobTools): () => void {
  const { name, schedule } = job;
  if ("everyMs" in schedule) {
    const timer = setInterval(() => call(job), schedule.everyMs);
    return () => clearInterval(timer);
  }
  const options = { name, timezone: "UTC", logger: createClockLogger(job, tools) };
  const task = scheduleTask(schedule.cron, () => call(job), options);
  return () => void task.destroy();
}

/** Writes node-cron's messages to our log; most at debug level: for some jobs it's normal to outlast their interval. */
function createClockLogger({ name: job }: Job, { ctx: { log } }: JobTools): Logger {
  const print = (message: string | Error): void => log.debug("the clock says", { job, about: message });
  return {
    debug: print,
    info: print,
    warn: print,
    error: (message, error) => log.error("a job's timer has a problem", { job, about: message, error }),
  };
}

/** Runs a job now. Never rejects. */
export async function runJob(job: Runnable, tools: JobTools): Promise<void> {
  try {
    await job.run(tools);
  } catch (error) {
    tools.ctx.log.error("a job failed and will run again at its next time", { job: job.name, error });
  }
}

/** Retries and refreshes wait no longer than intended, and schedules are due again at the times that were skipped. */
export function createClockSetBackJob(
  byMs: number,
  whenClockSetBack: readonly ClockSetBack[],
): Pick<Job, "name" | "run"> {
  return {
    name: "clock-set-back",
    async run(tools) {
      const { outbox, sends } = tools.ctx.store;
      const now = tools.ctx.now();
      await sends.bringForward(now, byMs);
      await outbox.bringForward(now, byMs);
      for (const adapt of whenClockSetBack)
        await adapt(tools, { now, byMs }).catch((error: unknown) =>
          tools.ctx.log.error("not everything follows the clock that was set back", { error }),
        );
    },
  };
}
