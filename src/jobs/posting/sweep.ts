import { setImmediate as nextTurn } from "node:timers/promises";
import { readRule } from "../../domain/read-rule.ts";
import { progress } from "../../domain/schedule-progress.ts";
import type { Schedule } from "../../store/schedules.ts";
import type { JobTools } from "../job.ts";
import { pauseFor } from "./pausing.ts";

/** Schedules that are moved on before anything else gets its turn. */
const batchSize = 20;

/** Writes down every due time that has passed, once, on whichever replica, and when each schedule is due next. */
export async function sweep(tools: JobTools): Promise<void> {
  const { ctx } = tools;
  for (;;) {
    const due = await ctx.store.schedules.due(ctx.now(), batchSize);
    for (const schedule of due) await moveOn(schedule, tools);
    if (due.length < batchSize) return;
    await nextTurn();
  }
}

async function moveOn(schedule: Schedule, tools: JobTools): Promise<void> {
  const { store, now } = tools.ctx;
  const { id, guildId, zone, nextDueAt } = schedule;
  const rule = readRule(schedule.rule);
  if (nextDueAt === undefined) return;
  if (rule === undefined) {
    await pauseFor(schedule, "Its rule can no longer be read. Set it anew with `/schedule edit`.", tools);
    return;
  }
  const { to, past } = progress(rule, zone, nextDueAt, now());
  await store.deliveries.advance({ scheduleId: id, guildId, from: nextDueAt, to, deliveries: past });
}
