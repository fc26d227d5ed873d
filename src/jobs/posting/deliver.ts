import type { Board } from "../../boards/board.ts";
import type { Delivery } from "../../store/deliveries.ts";
import type { Schedule } from "../../store/schedules.ts";
import type { JobTools } from "../job.ts";
import { backoffMs } from "./backoff.ts";
import { makeBoard } from "./make-board.ts";
import { nonceOf } from "./nonce.ts";
import { pauseFor } from "./pausing.ts";
import { postFailureOf } from "./post-failure.ts";
import { putUp } from "./put-up.ts";

/** Brings one claimed due time to its end, or back into the line. Never rejects. */
export async function deliver(delivery: Delivery, tools: JobTools): Promise<void> {
  const { ctx } = tools;
  try {
    const schedule = await ctx.store.schedules.findById(delivery.scheduleId);
    if (schedule === undefined || schedule.state === "paused") {
      await ctx.store.deliveries.settle(delivery, { state: "skipped", reason: "The schedule was paused." });
      return;
    }
    await tryToPost(delivery, schedule, tools);
  } catch (error) {
    // The lease ends by itself, and then it is tried again.
    ctx.log.error("a due post could not be worked on", { scheduleId: delivery.scheduleId, error });
  }
}

async function tryToPost(delivery: Delivery, schedule: Schedule, tools: JobTools): Promise<void> {
  try {
    const board = await makeBoard(schedule, tools);
    const skipReason = reasonToSkip(board, schedule);
    if (skipReason !== undefined)
      await finish(delivery, schedule, { state: "skipped", reason: skipReason }, tools);
    else if ("answer" in board) {
      const messageId = await putUp(board.answer, { delivery, schedule, nonce: nonceOf(delivery) }, tools);
      await tools.ctx.store.schedules.change(schedule.guildId, schedule.id, {
        messageId,
        messageHash: board.hash,
        lastTrueAt: board.trueAt,
      });
      await finish(delivery, schedule, { state: "sent", messageId }, tools);
    }
  } catch (error) {
    await fail(error, delivery, schedule, tools);
  }
}

function reasonToSkip(board: Board, { mode, messageHash }: Schedule): string | undefined {
  if ("nothing" in board) return board.nothing;
  return mode === "changed" && board.hash === messageHash
    ? "Nothing changed since the last post."
    : undefined;
}

async function fail(error: unknown, delivery: Delivery, schedule: Schedule, tools: JobTools): Promise<void> {
  const { ctx } = tools;
  const failure = postFailureOf(error);
  const about = { guildId: schedule.guildId, scheduleId: schedule.id, kind: failure.kind };
  ctx.log.warn("a due post failed", { ...about, error });
  if (failure.kind === "lasting") await pauseFor(schedule, failure.reason, tools);
  if (failure.kind === "passing") {
    const again = ctx.now() + backoffMs(delivery.attempts, failure.retryAfterMs);
    // Once the next one is due, this one would say what is over.
    if (schedule.nextDueAt === undefined || again < schedule.nextDueAt) {
      await ctx.store.deliveries.postpone(delivery, again, failure.reason);
      await ctx.store.schedules.change(schedule.guildId, schedule.id, { lastReason: failure.reason });
      return;
    }
  }
  await finish(delivery, schedule, { state: "failed", reason: failure.reason }, tools);
}

interface End {
  readonly state: "sent" | "skipped" | "failed";
  readonly messageId?: string;
  readonly reason?: string;
}

async function finish(delivery: Delivery, schedule: Schedule, end: End, { ctx }: JobTools): Promise<void> {
  await ctx.store.deliveries.settle(delivery, end);
  await ctx.store.schedules.change(schedule.guildId, schedule.id, {
    lastRunAt: ctx.now(),
    lastOutcome: end.state,
    lastReason: end.reason,
  });
}
