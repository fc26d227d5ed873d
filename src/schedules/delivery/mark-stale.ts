import { ApiError } from "../../api/errors.ts";
import { PartialReadError } from "../boards/team-data.ts";
import { formatStaleLine } from "../boards/as-of-line.ts";
import { KeyNotOpenedError } from "../../errors.ts";
import type { Schedule } from "../../store/schedules.ts";
import type { JobTools } from "../../jobs/job.ts";
import { classifyPostFailure } from "./classify-failure.ts";
import { describeStaleReason } from "../../error-text.ts";

type LiveMessage = Pick<
  Schedule,
  "id" | "guildId" | "channelId" | "mode" | "messageId" | "messageHash" | "lastAsOf"
>;

/**
 * Adds a line to a live message that couldn't be updated because the service couldn't be asked; the next update removes
 * it. Never rejects.
 * @param nextRefreshAt when the next update is tried, in epoch milliseconds, if known
 */
export async function markStale(
  error: unknown,
  { id, guildId, channelId, mode, messageId, messageHash, lastAsOf }: LiveMessage,
  nextRefreshAt: number | undefined,
  { ctx }: JobTools,
): Promise<void> {
  if (mode !== "live" || messageId === undefined) return;
  const reason = findReason(error, ctx.now());
  if (reason === undefined) return;
  try {
    const present = await ctx.store.schedules.findById(id);
    // If it was paused meanwhile, it says so and shows no next check.
    if (present?.state !== "active") return;
    const line = formatStaleLine(reason, { asOf: lastAsOf, nextRefreshAt });
    await ctx.messenger.editContent(channelId, messageId, line);
    // The message has changed, so the next refresh has to edit it in any case.
    if (messageHash !== undefined) await ctx.store.schedules.change(guildId, id, { messageHash: undefined });
  } catch (failed) {
    ctx.log.info("a live message could not be marked as stale", { guildId, scheduleId: id, error: failed });
  }
}

function findReason(error: unknown, now: number): string | undefined {
  const failure = classifyPostFailure(error);
  if (failure.kind !== "passing" || error instanceof PartialReadError) return undefined;
  if (error instanceof KeyNotOpenedError) return failure.reason;
  if (!(error instanceof ApiError)) return undefined;
  return describeStaleReason(error.failure === "rate-limited" ? now + (error.retryAfterMs ?? 0) : undefined);
}
