import { ApiError } from "../../api/errors.ts";
import { PartialReadError } from "../boards/team-data.ts";
import { staleLine } from "../boards/as-of-line.ts";
import type { Schedule } from "../../store/schedules.ts";
import type { JobTools } from "../../jobs/job.ts";
import { classifyPostFailure } from "./classify-failure.ts";

type LiveMessage = Pick<
  Schedule,
  "id" | "guildId" | "channelId" | "mode" | "messageId" | "messageHash" | "lastTrueAt"
>;

/**
 * Puts a line above a standing message that could not be brought up to date because the service was not there to ask;
 * the next time it is, the line goes. Never rejects.
 * @param nextRefreshAt when that is tried, in epoch milliseconds, if it is known
 */
export async function markStale(
  error: unknown,
  { id, guildId, channelId, mode, messageId, messageHash, lastTrueAt }: LiveMessage,
  nextRefreshAt: number | undefined,
  { ctx }: JobTools,
): Promise<void> {
  if (mode !== "live" || messageId === undefined) return;
  if (!(error instanceof ApiError) || error instanceof PartialReadError) return;
  if (classifyPostFailure(error).kind !== "passing") return;
  const rateLimitedUntil =
    error.failure === "rate-limited" ? ctx.now() + (error.retryAfterMs ?? 0) : undefined;
  try {
    const line = staleLine({ rateLimitedUntil }, { asOf: lastTrueAt, nextRefreshAt });
    await ctx.messenger.editContent(channelId, messageId, line);
    // It shows something else now than it did, so that the next look changes it in any case.
    if (messageHash !== undefined) await ctx.store.schedules.change(guildId, id, { messageHash: undefined });
  } catch (failed) {
    ctx.log.info("a standing message could not be marked as old", { guildId, scheduleId: id, error: failed });
  }
}
