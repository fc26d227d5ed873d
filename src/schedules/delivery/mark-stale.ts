import { ApiError } from "../../api/errors.ts";
import { PartialReadError } from "../boards/team-data.ts";
import { staleLine } from "../boards/as-of-line.ts";
import { staleReason } from "../../ui/stale-reason.ts";
import { KeyNotOpenedError } from "../../errors.ts";
import type { Schedule } from "../../store/schedules.ts";
import type { JobTools } from "../../jobs/job.ts";
import { classifyPostFailure } from "./classify-failure.ts";

type LiveMessage = Pick<
  Schedule,
  "id" | "guildId" | "channelId" | "mode" | "messageId" | "messageHash" | "lastTrueAt"
>;

/**
 * Puts a line above a standing message that could not be brought up to date because the service could not be asked; the
 * next time it can, the line goes. Never rejects.
 * @param nextRefreshAt when that is tried, in epoch milliseconds, if it is known
 */
export async function markStale(
  error: unknown,
  { id, guildId, channelId, mode, messageId, messageHash, lastTrueAt }: LiveMessage,
  nextRefreshAt: number | undefined,
  { ctx }: JobTools,
): Promise<void> {
  if (mode !== "live" || messageId === undefined) return;
  const reason = reasonOf(error, ctx.now());
  if (reason === undefined) return;
  try {
    const present = await ctx.store.schedules.findById(id);
    // Who paused it meanwhile reads that it is paused, and is promised no next look.
    if (present?.state !== "active") return;
    const line = staleLine(reason, { asOf: lastTrueAt, nextRefreshAt });
    await ctx.messenger.editContent(channelId, messageId, line);
    // It shows something else now than it did, so that the next look changes it in any case.
    if (messageHash !== undefined) await ctx.store.schedules.change(guildId, id, { messageHash: undefined });
  } catch (failed) {
    ctx.log.info("a standing message could not be marked as old", { guildId, scheduleId: id, error: failed });
  }
}

function reasonOf(error: unknown, now: number): string | undefined {
  const failure = classifyPostFailure(error);
  if (failure.kind !== "passing" || error instanceof PartialReadError) return undefined;
  if (error instanceof KeyNotOpenedError) return failure.reason;
  if (!(error instanceof ApiError)) return undefined;
  return staleReason(error.failure === "rate-limited" ? now + (error.retryAfterMs ?? 0) : undefined);
}
