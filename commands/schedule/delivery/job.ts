import { parseRule, type Schedule } from "../../boards/index.ts";
import { advance } from "./advance.ts";
import type { Advance } from "./store.ts";
import type { JobTools, Job } from "../../../src/jobs/job.ts";
import { nextTurn } from "../../../src/turns.ts";
import { pauseAffected } from "./pause.ts";
import { createWorkerSlots, dispatchDue } from "./dispatch.ts";

/** Schedules advanced in one transaction before anything else gets a turn. */
const batchSize = 25;
/** Due times recorded in one transaction; those of one schedule stay together. */
const maxDuesAtOnce = 120;
/** After this long, posting goes first, however many schedules are still due. */
const maxRunMs = 500;

/**
 * Records past due times, each once across replicas, and each schedule's next due time.
 * @returns how many schedules were due
 */
async function enqueueDue(tools: JobTools): Promise<number> {
  const { store, now } = tools.ctx;
  let found = 0;
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(), maxRunMs);
  try {
    while (!over.signal.aborted && tools.stopping?.aborted !== true) {
      const due = await store.schedules.due(now(), batchSize);
      const advances: Advance[] = [];
      for (const schedule of due) {
        const next = await computeAdvance(schedule, tools);
        if (next === undefined) continue;
        advances.push(next);
        // The rest is found again.
        if (countDues(advances) >= maxDuesAtOnce) break;
      }
      if (advances.length > 0) await store.deliveries.advance(advances);
      found += due.length;
      if (due.length < batchSize && countDues(advances) < maxDuesAtOnce) break;
      await nextTurn();
    }
  } finally {
    clearTimeout(timer);
  }
  return found;
}

function countDues(advances: readonly Advance[]): number {
  return advances.reduce((sum, { deliveries }) => sum + deliveries.length, 0);
}

async function computeAdvance(schedule: Schedule, tools: JobTools): Promise<Advance | undefined> {
  const { id, guildId, zone, nextDueAt } = schedule;
  const rule = parseRule(schedule.rule, zone);
  if (nextDueAt === undefined) return undefined;
  if (rule === undefined) {
    const reason = "Its rule can no longer be read. Set it again with *Edit…* in `/schedule list`.";
    await pauseAffected(schedule, { reason, scope: "schedule" }, tools);
    return undefined;
  }
  const { to, past } = advance(rule, zone, nextDueAt, tools.ctx.now());
  return { scheduleId: id, guildId, from: nextDueAt, to, deliveries: past };
}

/** Finds what is due to be posted, and posts it. */
export const posting: Job = {
  name: "posting",
  schedule: { everyMs: 1_000 },
  async run(tools) {
    const workerSlots = createWorkerSlots();
    try {
      let found: number;
      do found = await runTogether(enqueueDue(tools), dispatchDue(workerSlots, tools));
      while ((workerSlots.size > 0 || found > 0) && !isStopping(tools));
    } finally {
      await workerSlots.drain();
    }
  },
};

/**
 * Concurrently, so that however many are due, the first of them are posted right away.
 * @throws what either throws, once both have ended
 */
async function runTogether(enqueueing: Promise<number>, dispatching: Promise<void>): Promise<number> {
  const [enqueued, dispatched] = await Promise.allSettled([enqueueing, dispatching]);
  if (enqueued.status === "rejected") throw enqueued.reason;
  if (dispatched.status === "rejected") throw dispatched.reason;
  return enqueued.value;
}

function isStopping({ stopping }: JobTools): boolean {
  return stopping?.aborted === true;
}
