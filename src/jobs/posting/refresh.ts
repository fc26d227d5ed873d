import { setTimeout as sleep } from "node:timers/promises";
import type { Schedule } from "../../store/schedules.ts";
import type { Job, JobTools } from "../job.ts";
import { look } from "./refresh-look.ts";

/** Messages that are looked at at once. */
const atOnce = 12;
/** Then it is time to see what else wants a look, however long one of them takes. */
const turnMs = 1_000;

/** Keeps standing messages true between their due times. Beside the posts, so that neither waits for the other. */
export const refreshing: Job = { name: "refreshing", schedule: { everyMs: 1_000 }, run: refresh };

async function refresh(tools: JobTools): Promise<void> {
  const { ctx } = tools;
  const underWay = new Set<Promise<void>>();
  while (tools.stopping?.aborted !== true) {
    const free = atOnce - underWay.size;
    const due = free === 0 ? [] : await ctx.store.schedules.toRefresh(ctx.now(), free);
    for (const schedule of due) {
      const taken = await take(schedule, tools);
      if (taken === undefined) continue;
      const work: Promise<void> = look(taken, tools).finally(() => underWay.delete(work));
      underWay.add(work);
    }
    if (underWay.size === 0) return;
    await Promise.race([...underWay, sleep(turnMs, undefined, { ref: false })]);
  }
  await Promise.all(underWay);
}

/** The schedule as it stands once this process, and no other one, has its look; a look that is cut off is the next one's. */
async function take(schedule: Schedule, { ctx }: JobTools): Promise<Schedule | undefined> {
  const { id, nextRefreshAt, refreshEveryMs } = schedule;
  if (nextRefreshAt === undefined) return undefined;
  const to = refreshEveryMs === undefined ? undefined : ctx.now() + refreshEveryMs;
  const taken = await ctx.store.schedules.takeRefresh(id, nextRefreshAt, to);
  return taken ? { ...schedule, nextRefreshAt: to } : undefined;
}
