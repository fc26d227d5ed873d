import type { Board } from "../../boards/board.ts";
import { sayPaused } from "../../boards/say-paused.ts";
import type { Schedule } from "../../store/schedules.ts";
import type { JobTools } from "../job.ts";
import { tellOrderChanges } from "../order-changes.ts";
import { makeBoard } from "./make-board.ts";
import { pauseFor } from "./pausing.ts";
import { postFailureOf } from "./post-failure.ts";
import { editIfThere } from "./put-up.ts";
import { nextTryAt, type Trouble, troubleOf, troubleWhenStale } from "./refresh-pace.ts";
import { sayStale } from "./say-stale.ts";

/** Brings one standing message up to date. Never rejects. */
export async function look(schedule: Schedule, tools: JobTools): Promise<void> {
  const { ctx } = tools;
  const { id, guildId } = schedule;
  try {
    if (schedule.mode !== "standing") {
      await ctx.store.schedules.change(guildId, id, { nextRefreshAt: undefined });
      return;
    }
    await bringUpToDate(schedule, tools);
    await tellOrderChanges(schedule, tools);
  } catch (error) {
    await fail(error, schedule, tools);
  }
}

async function bringUpToDate(schedule: Schedule, tools: JobTools): Promise<void> {
  const { store } = tools.ctx;
  const { id, guildId, channelId, messageId } = schedule;
  if (messageId === undefined) return putInLine(schedule, tools);
  const board = await makeBoard(schedule, tools);
  if ("nothing" in board) return;
  if (board.stale !== undefined)
    await slowDown(schedule, troubleWhenStale(board.stale, tools.ctx.now()), tools);
  const messageHash = hashOf(board);
  if (isUpToDate(board, messageHash, schedule, tools.ctx.now())) return;
  if (!(await editIfThere(board.answer, channelId, messageId, tools))) return putInLine(schedule, tools);
  await store.schedules.change(guildId, id, { messageHash, lastTrueAt: board.trueAt });
  await unpromise(schedule, tools);
}

/** Who was paused meanwhile promises no next look. */
async function unpromise({ id }: Schedule, { ctx }: JobTools): Promise<void> {
  const present = await ctx.store.schedules.findById(id);
  if (present?.state === "paused") await sayPaused([present], ctx);
}

/** A message that says that the service could not be asked shows something else. */
function hashOf({ hash, stale }: Extract<Board, { readonly hash: string }>): string {
  return stale === undefined ? hash : `${hash} stale`;
}

/** One that is from memory says when it is looked at next, and that is another moment each time. */
function isUpToDate(
  { stale }: Extract<Board, { readonly hash: string }>,
  hash: string,
  { messageHash, lastTrueAt = 0, refreshEveryMs = 0 }: Schedule,
  now: number,
): boolean {
  return stale === undefined && hash === messageHash && now - lastTrueAt < refreshEveryMs;
}

/** A message that is not there is posted as one that is due: once, whatever happens meanwhile. */
async function putInLine({ id, guildId }: Schedule, { ctx }: JobTools): Promise<void> {
  const [newest] = await ctx.store.deliveries.list(id, 1, ctx.now());
  const isInLine = newest?.state === "waiting" || newest?.state === "claimed";
  if (!isInLine) await ctx.store.deliveries.add({ scheduleId: id, guildId, dueAt: ctx.now() });
}

async function fail(error: unknown, schedule: Schedule, tools: JobTools): Promise<void> {
  const { id, guildId } = schedule;
  try {
    const failure = postFailureOf(error);
    tools.ctx.log.info("a standing message was not brought up to date", { guildId, scheduleId: id, error });
    if (failure.kind === "lasting") await pauseFor(schedule, failure, tools);
    else await sayStale(error, schedule, await slowDown(schedule, troubleOf(error), tools), tools);
  } catch (failed) {
    // Its next look stands in the database already.
    tools.ctx.log.error("a standing message could not be looked after", {
      guildId,
      scheduleId: id,
      error: failed,
    });
  }
}

/** @returns the next look */
async function slowDown(
  schedule: Schedule,
  trouble: Trouble,
  { ctx }: JobTools,
): Promise<number | undefined> {
  const { id, nextRefreshAt } = schedule;
  if (nextRefreshAt === undefined) return undefined;
  const to = nextTryAt(schedule, trouble, ctx.now());
  await ctx.store.schedules.takeRefresh(id, nextRefreshAt, to);
  return to;
}
