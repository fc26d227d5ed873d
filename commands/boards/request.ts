import { hourMs } from "../../src/time.ts";
import { backgroundCall } from "../../src/api/client.ts";
import { computeNextTryAt, toRefreshProblem } from "./attempts.ts";
import type { StaleReason } from "../../src/api/errors.ts";
import type { BoardRequest } from "./board.ts";
import type { JobTools } from "../../src/jobs/job.ts";
import type { Schedule } from "./store.ts";
/** @throws UserError if the link is gone */
export async function createBoardRequest(
  schedule: Schedule,
  { ctx, resolveWorkspace }: JobTools,
): Promise<BoardRequest> {
  const { guildId, channelId, linkKey } = schedule;
  const { link, api } = await resolveWorkspace({ guildId, channelId, linkKey });
  const now = ctx.now();
  const isLookedAt = schedule.mode === "live" && schedule.refreshEveryMs !== undefined;
  const tryAgainAt = (staleness: StaleReason, lastAsOf: number) =>
    computeNextTryAt({ ...schedule, lastAsOf }, toRefreshProblem(staleness, now), now);
  return {
    ctx,
    schedule,
    link,
    // A message checked again and again shows its last response until there is a newer one.
    api: api.withDefaults({ ...backgroundCall, ...(isLookedAt && { ttlMs: hourMs }) }),
    now,
    ...(isLookedAt && { nextTryAt: tryAgainAt }),
  };
}
