import { createKey, parseRule, type Schedule } from "../../boards/index.ts";
import { advance } from "./advance.ts";
import type { Advance, Saturated, ReadyDelivery } from "./store.ts";
import type { JobTools, Job } from "../../../src/jobs/job.ts";
import { nextTurn } from "../../../src/turns.ts";
import { pauseAffected } from "./pause.ts";
import { startLease, stepLeaseMs } from "../../../src/lease.ts";
import { deliver } from "./deliver.ts";

/** After this long, checks for newly due posts, however long one of the current ones takes. */
const maxWaitMs = 1_000;
/** Each claim is a database write, so within a turn it is worth one only for this many. */
const minBatch = 8;
/** How far ahead in the queue to look for deliveries that can start. */
const lookahead = 128;
/** How often to look again after other processes claimed everything first. */
const maxRounds = 3;

/**
 * Works through everything due, a limited number at once, until all is done or the turn is over.
 * @param workerSlots the deliveries in progress; unfinished ones continue into the next turn
 */
async function dispatchDue(workerSlots: WorkerSlots, tools: JobTools): Promise<void> {
  const over = Promise.withResolvers<"over">();
  const timer = setTimeout(() => over.resolve("over"), maxWaitMs);
  try {
    await startClaimed(workerSlots, tools);
    while (workerSlots.size > 0 && tools.stopping?.aborted !== true) {
      if ((await Promise.race([over.promise, workerSlots.onceAnyDone()])) === "over") return;
      if (workerSlots.free >= minBatch || workerSlots.size === 0) await startClaimed(workerSlots, tools);
    }
  } finally {
    clearTimeout(timer);
  }
}

/** Claims and starts as many as there is room for. */
async function startClaimed(workerSlots: WorkerSlots, tools: JobTools): Promise<void> {
  const { deliveries } = tools.ctx.store;
  for (let tries = 0; tries < maxRounds && tools.stopping?.aborted !== true; tries++) {
    const now = tools.ctx.now();
    if (workerSlots.free === 0) return;
    const line = await deliveries.ready(now, lookahead, workerSlots.saturated());
    const picked = workerSlots.select(line);
    if (picked.length === 0) return;
    const places = new Map(picked.map((one) => [createKey(one), one]));
    const leaseFor = startLease(tools.ctx.now);
    const claimed = await deliveries.claim(picked, { now, leaseUntil: now + stepLeaseMs });
    for (const delivery of claimed) {
      const place = places.get(createKey(delivery));
      if (place !== undefined)
        workerSlots.begin(place, () => deliver(delivery, leaseFor(delivery.until - now), tools));
      // A delivery that needs only the database never pauses, and people's requests have to run in between.
      await nextTurn();
    }
    if (claimed.length === picked.length && line.length < lookahead) return;
  }
}

/** Posts in progress at once. Discord accepts about forty a second in total. */
const maxConcurrent = 32;
/** Discord accepts five per five seconds in one channel, so more would only keep others waiting. */
const maxPerChannel = 2;
/** A guild's workspace may be slow to respond, or out of requests. */
const maxPerGuild = 6;

/** The deliveries one process is working on, limited so that no channel or guild holds up the others. */
type WorkerSlots = ReturnType<typeof createWorkerSlots>;

type Place = Pick<ReadyDelivery, "channelId" | "guildId">;

function createWorkerSlots() {
  const works = new Map<Promise<void>, Place>();
  return {
    get size(): number {
      return works.size;
    },
    get free(): number {
      return maxConcurrent - works.size;
    },
    saturated(): Saturated {
      const places = [...works.values()];
      const channelIds = new Set(places.map(({ channelId }) => channelId));
      const guildIds = new Set(places.map(({ guildId }) => guildId));
      return {
        channelIds: [...channelIds].filter((id) => isChannelFull(id, places)),
        guildIds: [...guildIds].filter((id) => isGuildFull(id, places)),
      };
    },
    /** As many as there is room for, also per channel and guild, in queue order. */
    select(line: readonly ReadyDelivery[]): readonly ReadyDelivery[] {
      const places = [...works.values()];
      const picked: ReadyDelivery[] = [];
      for (const one of line) {
        if (places.length >= maxConcurrent) break;
        if (isChannelFull(one.channelId, places) || isGuildFull(one.guildId, places)) continue;
        places.push(one);
        picked.push(one);
      }
      return picked;
    },
    /** @param work never rejects */
    begin(place: Place, work: () => Promise<void>): void {
      const done: Promise<void> = work().finally(() => works.delete(done));
      works.set(done, place);
    },
    /** Resolves when the next of them ends; never if there are none. */
    onceAnyDone: (): Promise<void> => Promise.race(works.keys()),
    drain: async (): Promise<void> => void (await Promise.all(works.keys())),
  };
}

function isChannelFull(id: string, places: readonly Place[]): boolean {
  return places.filter(({ channelId }) => channelId === id).length >= maxPerChannel;
}

function isGuildFull(id: string, places: readonly Place[]): boolean {
  return places.filter(({ guildId }) => guildId === id).length >= maxPerGuild;
}

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
      while ((workerSlots.size > 0 || found > 0) && tools.stopping?.aborted !== true);
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
