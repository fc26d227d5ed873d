import { setImmediate as nextTurn } from "node:timers/promises";
import { readRule } from "../../domain/read-rule.ts";
import { progress } from "../../domain/schedule-progress.ts";
import type { Advance } from "../../store/deliveries.ts";
import type { Schedule } from "../../store/schedules.ts";
import type { JobTools } from "../job.ts";
import { pauseFor } from "./pausing.ts";

/** Schedules that are moved on in one transaction, before anything else gets its turn. */
const batchSize = 25;
/** Then it is time to see what else there is to do, however many more are due. */
const mostBatches = 80;

/**
 * Writes down due times that have passed, each once, on whichever replica, and when each schedule is due next.
 * @returns how many schedules were found due
 */
export async function sweep(tools: JobTools): Promise<number> {
  const { ctx } = tools;
  let found = 0;
  for (let batch = 0; batch < mostBatches && tools.stopping?.aborted !== true; batch++) {
    const due = await ctx.store.schedules.due(ctx.now(), batchSize);
    const advances: Advance[] = [];
    for (const schedule of due) {
      const advance = await advanceOf(schedule, tools);
      if (advance !== undefined) advances.push(advance);
    }
    if (advances.length > 0) await ctx.store.deliveries.advance(advances);
    found += due.length;
    if (due.length < batchSize) break;
    await nextTurn();
  }
  return found;
}

async function advanceOf(schedule: Schedule, tools: JobTools): Promise<Advance | undefined> {
  const { id, guildId, zone, nextDueAt } = schedule;
  const rule = readRule(schedule.rule);
  if (nextDueAt === undefined) return undefined;
  if (rule === undefined) {
    const reason = "Its rule can no longer be read. Set it anew with `/schedule edit`.";
    await pauseFor(schedule, { reason, reach: "schedule" }, tools);
    return undefined;
  }
  const { to, past } = progress(rule, zone, nextDueAt, tools.ctx.now());
  return { scheduleId: id, guildId, from: nextDueAt, to, deliveries: past };
}
