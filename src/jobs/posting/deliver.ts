import type { Board } from "../../boards/board.ts";
import type { Delivery, DeliveryEnd } from "../../store/deliveries.ts";
import type { Schedule, ScheduleChange } from "../../store/schedules.ts";
import type { JobTools } from "../job.ts";
import { backoffMs } from "./backoff.ts";
import { findPosted } from "./find-posted.ts";
import { leaseMs } from "./lease.ts";
import { makeBoard } from "./make-board.ts";
import { nonceOf, spreadOf } from "./nonce.ts";
import { pauseFor } from "./pausing.ts";
import { postedNothing, postFailureOf } from "./post-failure.ts";
import { mayPing, putUp, tidy } from "./put-up.ts";
import { sayStale } from "./say-stale.ts";

/** With the pauses between them growing, that is a day. */
const mostAttempts = 150;

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

const overtaken = "A later time fell due before this one could be posted.";

async function tryToPost(delivery: Delivery, schedule: Schedule, tools: JobTools): Promise<void> {
  const [newest] = await tools.ctx.store.deliveries.list(schedule.id, 1, tools.ctx.now());
  const isOver = newest !== undefined && newest.dueAt > delivery.dueAt;
  try {
    if (isOver && delivery.unsureSince === undefined) {
      await finish(delivery, { state: "skipped", reason: overtaken }, tools);
      return;
    }
    const board = await makeBoard(schedule, tools, delivery.dueAt);
    const posting = { delivery, schedule, nonce: nonceOf(delivery) };
    const found = "answer" in board ? await findPosted(board.answer, posting, tools) : undefined;
    const skipReason = reasonToSkip(board, schedule);
    if ("answer" in board && found !== undefined) {
      await tidy(found, schedule, tools);
      const pinged = mayPing(schedule, tools.ctx.now()) && { lastPingedAt: tools.ctx.now() };
      const shown = { messageId: found, ...ofFound(board.trueAt, delivery, schedule), ...pinged };
      await finish(delivery, { state: "sent", messageId: found }, tools, shown);
    } else if (isOver) await finish(delivery, { state: "failed", reason: overtaken }, tools);
    else if (skipReason !== undefined) {
      // What an earlier try may have posted cannot be looked for without a board to know it by.
      const isUnsure = "nothing" in board && delivery.unsureSince !== undefined;
      await finish(delivery, { state: isUnsure ? "failed" : "skipped", reason: skipReason }, tools);
    } else if ("answer" in board) {
      const { messageId, pinged } = await putUp(board.answer, posting, tools);
      const shown = { messageId, ...ofPosted(board), ...(pinged && { lastPingedAt: tools.ctx.now() }) };
      await finish(delivery, { state: "sent", messageId }, tools, shown);
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

function ofPosted({ hash, trueAt }: Extract<Board, { readonly hash: string }>): ScheduleChange {
  return { messageHash: hash, lastTrueAt: trueAt };
}

/** What an earlier try posted showed the world as of then: what came later was not told yet. */
function ofFound(
  trueAt: number,
  { unsureSince = trueAt }: Delivery,
  { lastTrueAt = 0 }: Schedule,
): ScheduleChange {
  return { messageHash: undefined, lastTrueAt: Math.max(lastTrueAt, Math.min(trueAt, unsureSince)) };
}

async function fail(error: unknown, delivery: Delivery, schedule: Schedule, tools: JobTools): Promise<void> {
  const { ctx } = tools;
  const failure = postFailureOf(error);
  const about = { guildId: schedule.guildId, scheduleId: schedule.id, kind: failure.kind };
  ctx.log.warn("a due post failed", { ...about, error });
  if (failure.kind === "lasting") await pauseFor(schedule, failure, tools);
  if (failure.kind === "passing") {
    const spread = spreadOf(nonceOf(delivery));
    const until = ctx.now() + backoffMs({ ...failure, attempts: delivery.attempts, spread });
    // Once the next one is due, this one would say what is over.
    if (until < (schedule.nextDueAt ?? Number.POSITIVE_INFINITY) && delivery.attempts < mostAttempts) {
      const unsureSince = postedNothing(error) ? undefined : delivery.until - leaseMs;
      await ctx.store.deliveries.postpone(delivery, { until, reason: failure.reason, unsureSince });
      await sayStale(error, schedule, until, tools);
      return;
    }
    await sayStale(error, schedule, schedule.nextDueAt, tools);
  }
  await finish(delivery, { state: "failed", reason: failure.reason }, tools);
}

/** The end, and what the schedule shows of it, are written down together or not at all. */
async function finish(
  delivery: Delivery,
  end: DeliveryEnd,
  { ctx }: JobTools,
  shown: ScheduleChange = {},
): Promise<void> {
  await ctx.store.deliveries.settle(delivery, end, {
    ...shown,
    lastRunAt: ctx.now(),
    lastOutcome: end.state,
    lastReason: end.reason,
  });
}
