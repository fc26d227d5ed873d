import { setImmediate as nextTurn } from "node:timers/promises";
import { nextDue, parseRule } from "../schedules/rule.ts";
import type { Job } from "./job.ts";

const batchSize = 100;

/**
 * Undoes what a clock that was ahead did to what waits: tries and looks wait no longer than they were to, and schedules
 * are due again at times that were passed over. What was posted stays posted, and is not posted again.
 */
export function clockSetBack(byMs: number): Pick<Job, "name" | "run"> {
  return {
    name: "clock-set-back",
    async run(tools) {
      const { deliveries, schedules } = tools.ctx.store;
      const now = tools.ctx.now();
      await deliveries.bringForward(now, byMs);
      await schedules.bringRefreshForward(now, byMs);
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
