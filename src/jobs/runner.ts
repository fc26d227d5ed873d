import { type Logger, schedule as scheduleTask } from "node-cron";
import { abandonedWrites, departures, misuseFlush } from "./housekeeping.ts";
import type { Job, JobTools } from "./job.ts";
import { imports } from "./imports/index.ts";
import { names } from "./look-up-names.ts";
import { notices } from "./notices.ts";
import { posting } from "../schedules/delivery/index.ts";
import { refreshing } from "../schedules/delivery/refresh.ts";
import { reminders } from "./reminders.ts";
import { rewards } from "./rewards.ts";
import { retention } from "./retention.ts";
import { timeRequests } from "./time-requests.ts";
import { weeks } from "../weeks/snapshot-workspace.ts";
import { setImmediate as nextTurn } from "node:timers/promises";
import { nextDue, parseRule } from "../schedules/rule.ts";

/** Every job of the bot. A job that is not listed here does not run. */
export const jobs: readonly Job[] = [
  posting,
  refreshing,
  weeks,
  reminders,
  rewards,
  notices,
  timeRequests,
  names,
  imports,
  abandonedWrites,
  misuseFlush,
  departures,
  retention,
];

export interface JobRunner {
  /** Goes by the machine's clock as it was set. @param byMs ahead, or back when it is negative */
  clockWasSet(byMs: number): void;
  /** Lets nothing more begin, and waits for what is running. */
  stop(): Promise<void>;
}

type Runnable = Pick<Job, "name" | "run">;

/** Starts the jobs. One that fails is logged and runs again at its next time; none ever overlaps itself. */
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
        // A timer counts what passes. node-cron reads the clock: it would sleep through all that a clock was set back, and
        // walk through every slot that it was set ahead.
        if ("everyMs" in job.schedule) continue;
        stopTimer();
        timers.set(job, startTimer(job, call, tools));
      }
      if (byMs < 0) call(clockSetBack(-byMs));
    },
    async stop() {
      stopping.abort();
      for (const stopTimer of timers.values()) stopTimer();
      await Promise.all(running.values());
    },
  };
}

/** @returns stops it */
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

/** What node-cron says would go past the log. That a job still runs at its next time is no news: it is for some. */
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
 * Undoes what a clock that was ahead did to what waits: tries and looks wait no longer than they were to, and schedules
 * are due again at times that were passed over. What was posted is not posted again.
 */
export function clockSetBack(byMs: number): Pick<Job, "name" | "run"> {
  return {
    name: "clock-set-back",
    async run(tools) {
      const { deliveries, imports: lists, schedules } = tools.ctx.store;
      const now = tools.ctx.now();
      await deliveries.bringForward(now, byMs);
      await schedules.bringRefreshForward(now, byMs);
      await lists.resumeAll(now);
      await deliveries.removeUntriedAfter(now);
      for (let afterId = ""; tools.stopping?.aborted !== true;) {
        const batch = await schedules.dueLater(now, afterId, batchSize);
        const earlier = batch.flatMap(({ id, guildId, rule: stored, zone, nextDueAt: from }) => {
          const rule = parseRule(stored);
          const to = rule && nextDue(rule, zone, now);
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
