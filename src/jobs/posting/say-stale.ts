import { ApiError } from "../../api/errors.ts";
import { StillReading } from "../../boards/team-readings.ts";
import { staleLine } from "../../boards/truth.ts";
import type { Schedule } from "../../store/schedules.ts";
import type { JobTools } from "../job.ts";
import { postFailureOf } from "./post-failure.ts";

type Standing = Pick<
  Schedule,
  "id" | "guildId" | "channelId" | "mode" | "messageId" | "messageHash" | "lastTrueAt"
>;

/**
 * Puts a line above a standing message that could not be brought up to date because the service was not there to ask;
 * the next time it is, the line goes. Never rejects.
 * @param nextLookAt when that is tried, in epoch milliseconds, if it is known
 */
export async function sayStale(
  error: unknown,
  { id, guildId, channelId, mode, messageId, messageHash, lastTrueAt }: Standing,
  nextLookAt: number | undefined,
  { ctx }: JobTools,
): Promise<void> {
  if (mode !== "standing" || messageId === undefined) return;
  if (!(error instanceof ApiError) || error instanceof StillReading) return;
  if (postFailureOf(error).kind !== "passing") return;
  const limitedUntil = error.failure === "rate-limited" ? ctx.now() + (error.retryAfterMs ?? 0) : undefined;
  try {
    const line = staleLine({ limitedUntil }, { trueAt: lastTrueAt, nextLookAt });
    await ctx.messenger.editContent(channelId, messageId, line);
    // It shows something else now than it did, so that the next look changes it in any case.
    if (messageHash !== undefined) await ctx.store.schedules.change(guildId, id, { messageHash: undefined });
  } catch (failed) {
    ctx.log.info("a standing message could not be marked as old", { guildId, scheduleId: id, error: failed });
  }
}
