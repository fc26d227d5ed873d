import type { ClockSetBack } from "../../../src/jobs/job.ts";
import { findNextDue, parseRule } from "../../boards/index.ts";
import { nextTurn } from "../../../src/turns.ts";

const batchSize = 100;

/** Schedules are due again at the times that a clock that was ahead skipped. Nothing is posted twice. */
export const bringForward: ClockSetBack = async (tools, { now, byMs }) => {
  const { deliveries, schedules } = tools.ctx.store;
  await deliveries.bringForward(now, byMs);
  await schedules.bringRefreshForward(now, byMs);
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
};
