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
import {
  type ClockSetBack,
  type Job,
  type JobTools,
  forEachLimited,
  leaseTools,
  type Removal,
} from "./job.ts";
import { names } from "./look-up-names.ts";
import { plainMessage, type Reader, sendDue } from "../outbox/queue.ts";
import { secondMs, minuteMs, dayMs, hourMs } from "../time.ts";
import { startStopwatch } from "../lease.ts";
import { nextTurn } from "../turns.ts";

/** For a day, pressing an expired button still explains what happened. */
const draftGraceMs = dayMs;
/** Long enough to look into what people dispute months later. */
const auditTtlMs = 180 * dayMs;

/** Nothing is tried again for longer than a request for time is open. */
const sendTtlMs = 8 * dayMs;

/** The name of a person who wasn't shown for this long isn't worth keeping. */
const personTtlMs = 90 * dayMs;

/** Discord sends an interaction once, and all replicas receive it within moments. */
const idempotencyKeyTtlMs = hourMs;

/** A replica reports every minute at least: one that hasn't for so long is gone. */
const replicaReportTtlMs = hourMs;

const own: readonly Removal[] = [
  ({ store, now }) => store.drafts.removeExpired(now() - draftGraceMs),
  ({ store, now }) => store.idempotencyKeys.removeBefore(now() - idempotencyKeyTtlMs),
  ({ store, now }) => store.quotas.removeBefore(now()),
  ({ store, now }) => store.postPaces.removeBefore(now() - replicaReportTtlMs),
  ({ store, now }) => store.shardRanges.removeBefore(now() - replicaReportTtlMs),
  ({ store, now }) => store.sends.removeBefore(now() - sendTtlMs),
  ({ store, now }) => store.outbox.removeBefore(now() - sendTtlMs),
  ({ store, now }) => store.people.removeBefore(now() - personTtlMs),
  ({ store, now }) => store.audit.removeBefore(now() - auditTtlMs),
];

/** Deletes data at the end of its retention period, and lets requests expire that nobody decided by then. */
export function createRetentionJob(features: readonly Pick<Feature, "removals" | "expiries">[]): Job {
  const removals = features.flatMap((feature) => feature.removals ?? []);
  const expiries = features.flatMap((feature) => feature.expiries ?? []);
  return {
    name: "retention",
    schedule: { cron: "41 * * * *" },
    async run({ ctx }) {
      // People were promised that each of them is deleted, whatever is wrong with another.
      for (const remove of [...own, ...removals, eraseDeleted, ...expiries])
        await remove(ctx).catch((error: unknown) =>
          ctx.log.error("some old data could not be deleted; it's tried again in an hour", { error }),
        );
    },
  };
}

const eraseDeleted: Removal = ({ store }) => store.eraseDeleted();

const maxBatch = 500;
/** One guild's entries go one after another, so that no guild takes more than one of these. */
const guildsAtOnce = 8;
/** After this long, a guild's turn is over; the rest follows in its next one. */
const maxTurnMs = minuteMs;

/** Says what the bot has to say by itself and couldn't at once. @param purposes of the features */
function createOutboxJob(purposes: readonly Reader<JobTools>[]): Job {
  const byName = new Map([plainMessage, ...purposes].map((purpose) => [purpose.name, purpose]));
  return { name: "outbox", schedule: { everyMs: 15 * secondMs }, run: (tools) => sayDue(byName, tools) };
}

async function sayDue(byName: ReadonlyMap<string, Reader<JobTools>>, tools: JobTools): Promise<void> {
  const { store, now } = tools.ctx;
  const due = await store.outbox.due(now(), maxBatch);
  const byGuild = [...Map.groupBy(due, ({ guildId }) => guildId).values()];
  await forEachLimited(byGuild, guildsAtOnce, async (entries) => {
    const elapsedMs = startStopwatch(now);
    for (const entry of entries) {
      if (tools.stopping?.aborted === true || elapsedMs() > maxTurnMs) return;
      await nextTurn();
      await sendDue(entry, byName, { tools, lease: (lease) => leaseTools(tools, lease) });
    }
  });
}

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

interface JobRunner {
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
