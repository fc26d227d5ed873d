import { type Logger, schedule as scheduleTask } from "node-cron";
import {
  abandonedWrites,
  databaseFiles,
  departures,
  misuseFlush,
  nameFolding,
  registration,
} from "./housekeeping.ts";
import type { Job, JobTools } from "./job.ts";
import { imports } from "../../commands/account/import/job.ts";
import { names } from "./look-up-names.ts";
import { notices } from "../../commands/remind/notice/job.ts";
import { outbox } from "./outbox.ts";
import { posting } from "../../commands/schedule/delivery/job.ts";
import { refreshing } from "../../commands/schedule/delivery/refresh.ts";
import { reminders } from "../../commands/remind/job.ts";
import { rewards } from "../../commands/rewards/job.ts";
import { retention } from "./retention.ts";
import { timeRequests } from "../../commands/request/job.ts";
import { weeks } from "../../commands/weeks/snapshot-workspace.ts";
import { setImmediate as nextTurn } from "node:timers/promises";
import { findNextDue, parseRule } from "../../commands/schedule/rule.ts";

/** Every job of the bot. A job that is not listed here does not run. */
export const jobs: readonly Job[] = [
  posting,
  refreshing,
  outbox,
  weeks,
  reminders,
  rewards,
  notices,
  timeRequests,
  names,
  nameFolding,
  imports,
  abandonedWrites,
  misuseFlush,
  registration,
  databaseFiles,
  departures,
  retention,
];

export interface JobRunner {
  /** Adapts to a machine clock that was set. @param byMs ahead; back if negative */
  clockWasSet(byMs: number): void;
  /** Starts nothing more, and waits for work in progress. */
  stop(): Promise<void>;
}

type Runnable = Pick<Job, "name" | "run">;

/** Starts the jobs. A failure is logged, and the job runs again at its next time; no job overlaps itself. */
export function startJobs(tools: JobTools, started: readonly Job[] = jobs): JobRunner {
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
      if (byMs < 0) call(createClockSetBackJob(-byMs));
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

const batchSize = 100;

/**
 * Undoes what a clock that was ahead did: retries and refreshes wait no longer than intended, and schedules are due
 * again at the times that were skipped. Nothing is posted twice.
 */
export function createClockSetBackJob(byMs: number): Pick<Job, "name" | "run"> {
  return {
    name: "clock-set-back",
    async run(tools) {
      const { deliveries, imports: lists, outbox: messages, schedules, sends } = tools.ctx.store;
      const now = tools.ctx.now();
      await deliveries.bringForward(now, byMs);
      await sends.bringForward(now, byMs);
      await messages.bringForward(now, byMs);
      await schedules.bringRefreshForward(now, byMs);
      await lists.resumeAll(now);
      await deliveries.removeUntriedAfter(now);
      for (let afterId = ""; tools.stopping?.aborted !== true;) {
        const batch = await schedules.dueLater(now, afterId, batchSize);
        const earlier = batch.flatMap(({ id, guildId, rule: stored, zone, nextDueAt: from }) => {
          const rule = parseRule(stored, zone);
          const to = rule && findNextDue(rule, zone, now);
          const isEarlier = from !== undefined && to !== undefined && to < from;
          return isEarlier ? [{ scheduleId: id, guildId, from, to, deliveries: [] }] : [];
        });
        if (earlier.length > 0) await deliveries.advance(earlier);
        const last = batch.at(-1);
        if (last === undefined || batch.length < batchSize) return;
        afterId = last.id;
        await nextTurn();
      }
    },
  };
}
