import { setTimeout as sleep } from "node:timers/promises";
import {
  PartialReadError,
  type Schedule,
  type Board,
  getMessageHash,
  classifyPostFailure,
  classifyProblem,
  computeNextTryAt,
  toRefreshProblem,
  type RefreshProblem,
  formatStaleLine,
} from "../../boards/index.ts";
import { findKind } from "../kinds.ts";
import { type Job, type JobTools, forEachLimited } from "../../../src/jobs/job.ts";
import { markIfPaused, notePaused, endChecks, pauseAffected, noteNotAllowed } from "./pause.ts";
import { buildBoard, drawBoard, isDrawn, keepPicture } from "./build-board.ts";
import { editExisting } from "./publish.ts";
import { computeJitter } from "../../../src/outbox/attempts.ts";
import { dayMs, hourMs, minuteMs } from "../../../src/time.ts";
import { nextTurn } from "../../../src/turns.ts";
import { ApiError, ContractError, toStaleReason } from "../../../src/api/errors.ts";
import { KeyNotOpenedError } from "../../../src/errors.ts";
import { describeStaleReason } from "../../../src/error-text.ts";
import { isAllowedServer } from "../../../src/allowed-servers.ts";
import type { AppContext } from "../../../src/context.ts";

/** Updates one live message. Never rejects. */
async function refreshMessage(schedule: Schedule, tools: JobTools): Promise<void> {
  const { ctx } = tools;
  const { id, guildId } = schedule;
  try {
    if (schedule.mode !== "live") {
      await ctx.store.schedules.change(guildId, id, { nextRefreshAt: undefined });
      return;
    }
    if (schedule.state === "paused") return await markAgain(schedule, tools);
    await update(schedule, tools);
    await findKind(schedule.kind)?.whenRefreshed?.(schedule, tools);
  } catch (error) {
    await fail(error, schedule, tools);
  }
}

/** Marks the message of a paused schedule, in case that failed when it was paused or the process ended before. */
async function markAgain(schedule: Schedule, { ctx }: JobTools): Promise<void> {
  const { id, guildId, nextRefreshAt, lastAsOf } = schedule;
  try {
    await notePaused(schedule, ctx);
  } catch (error) {
    const failure = classifyPostFailure(error);
    if (failure.kind === "transient") throw error;
    ctx.log.info("a live message can't be marked as paused", { guildId, scheduleId: id, error });
    const isHidden = failure.kind === "permanent" && failure.cause !== "deleted-channel";
    // People may see its channel all the time, and the bot again in an hour.
    if (isHidden && nextRefreshAt !== undefined && ctx.now() - (lastAsOf ?? 0) < triedForMs) {
      await ctx.store.schedules.claimRefresh(id, nextRefreshAt, ctx.now() + hourMs, "paused");
      return;
    }
  }
  await endChecks(schedule, ctx);
}

async function update(schedule: Schedule, tools: JobTools): Promise<void> {
  const { store } = tools.ctx;
  const { id, channelId, messageId } = schedule;
  if (messageId === undefined) return enqueueNow(schedule, tools);
  const board = await buildBoard(schedule, tools);
  if ("empty" in board) return;
  if (board.stale !== undefined)
    await backOff(
      { ...schedule, lastAsOf: board.asOf },
      toRefreshProblem(board.stale, tools.ctx.now()),
      tools,
    );
  const messageHash = getShownHash(board);
  if (isUpToDate(board, messageHash, schedule)) return;
  const isSame = withoutStale(messageHash) === withoutStale(schedule.messageHash);
  const message =
    isSame && board.isPictureOfMoment !== true ? keepPicture(board) : await drawBoard(board, schedule, tools);
  if (!(await editExisting(message, channelId, messageId, tools))) return enqueueNow(schedule, tools);
  const shownHash = isDrawn(board, message) ? messageHash : undefined;
  await store.schedules.keepShown(id, { messageHash: shownHash, lastAsOf: board.asOf });
  await markIfPaused(id, tools.ctx);
}

const staleEnd = " stale";

function withoutStale(messageHash: string | undefined): string | undefined {
  return messageHash?.replace(staleEnd, "");
}

/** A message saying that the service couldn't be asked counts as different. */
function getShownHash(board: Extract<Board, { readonly hash: string }>): string {
  const hash = getMessageHash(board);
  return board.stale === undefined ? hash : `${hash}${staleEnd}`;
}

/** An unchanged message is edited once in this time, so that its "updated" time stays meaningful. */
const quietMs = 15 * minuteMs;

/** A message from cached data says when it is checked next, which is different each time. */
function isUpToDate(
  { stale, asOf }: Extract<Board, { readonly hash: string }>,
  hash: string,
  { id, messageHash, lastAsOf = 0 }: Schedule,
): boolean {
  // Messages posted or checked at the same time, such as after a start, shouldn't all be edited at the same time later.
  const offset = computeJitter(id) * quietMs;
  const getQuarter = (at: number) => Math.floor((at + offset) / quietMs);
  return stale === undefined && hash === messageHash && getQuarter(asOf) === getQuarter(lastAsOf);
}

/** A missing message is posted like a due one: once, whatever happens meanwhile. */
async function enqueueNow({ id, guildId }: Schedule, { ctx }: JobTools): Promise<void> {
  const [newest] = await ctx.store.deliveries.list(id, 1, ctx.now());
  const isInLine = newest?.state === "waiting" || newest?.state === "claimed";
  if (!isInLine) await ctx.store.deliveries.add({ scheduleId: id, guildId, dueAt: ctx.now() });
}

async function fail(error: unknown, schedule: Schedule, tools: JobTools): Promise<void> {
  const { id, guildId } = schedule;
  try {
    const isOld = tools.ctx.now() - (schedule.lastAsOf ?? 0) >= triedForMs;
    const failure = classifyPostFailure(error, isOld);
    tools.ctx.log.info("a live message was not updated", { guildId, scheduleId: id, error });
    if (failure.kind === "permanent") await pauseAffected(schedule, failure, tools);
    else await markStale(error, schedule, await backOff(schedule, classifyProblem(error), tools), tools);
  } catch (failed) {
    // Its next refresh is already in the database.
    tools.ctx.log.error("a live message could not be handled", {
      guildId,
      scheduleId: id,
      error: failed,
    });
  }
}

/** @returns when to check next */
async function backOff(
  schedule: Schedule,
  trouble: RefreshProblem,
  { ctx }: JobTools,
): Promise<number | undefined> {
  const { id, nextRefreshAt } = schedule;
  if (nextRefreshAt === undefined) return undefined;
  const to = computeNextTryAt(schedule, trouble, ctx.now());
  await ctx.store.schedules.claimRefresh(id, nextRefreshAt, to);
  return to;
}

/** Messages refreshed at once. */
const maxConcurrent = 12;
/** After this long, checks for other due messages, however long one of the current ones takes. */
const maxRunMs = 1_000;

/** Refreshes live messages between their due times. Runs alongside posting, so that neither waits for the other. */
export const refreshing: Job = { name: "refreshing", schedule: { everyMs: 1_000 }, run: refresh };

async function refresh(tools: JobTools): Promise<void> {
  const { ctx } = tools;
  const workerSlots = new Set<Promise<void>>();
  while (tools.stopping?.aborted !== true) {
    const free = maxConcurrent - workerSlots.size;
    const due = free === 0 ? [] : await ctx.store.schedules.toRefresh(ctx.now(), free);
    for (const schedule of due) {
      // Some need only what is remembered, and never pause.
      await nextTurn();
      const claimed = await claimDue(schedule, tools);
      if (claimed === undefined) continue;
      const work: Promise<void> = refreshMessage(claimed, tools).finally(() => workerSlots.delete(work));
      workerSlots.add(work);
    }
    if (workerSlots.size === 0) return;
    await Promise.race([...workerSlots, sleep(maxRunMs, undefined, { ref: false })]);
  }
  await Promise.all(workerSlots);
}

/** The schedule's state once this process alone holds its refresh; an interrupted refresh is left to the next one. */
async function claimDue(schedule: Schedule, { ctx }: JobTools): Promise<Schedule | undefined> {
  const { id, nextRefreshAt, refreshEveryMs, state } = schedule;
  if (nextRefreshAt === undefined) return undefined;
  const to = refreshEveryMs === undefined ? undefined : ctx.now() + refreshEveryMs;
  const claimed = await ctx.store.schedules.claimRefresh(id, nextRefreshAt, to, state);
  return claimed ? { ...schedule, nextRefreshAt: to } : undefined;
}

/**
 * Adds a line to a live message that couldn't be updated because the service couldn't be asked; the next update removes
 * it. Never rejects.
 * @param nextRefreshAt when the next update is tried, in epoch milliseconds, if known
 */
export async function markStale(
  error: unknown,
  { id, guildId, channelId, mode, messageId, messageHash, lastAsOf }: Schedule,
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
  if (error instanceof ContractError) return describeStaleReason(toStaleReason(error, now));
  const failure = classifyPostFailure(error, false);
  if (failure.kind === "permanent" || error instanceof PartialReadError) return undefined;
  const isOwnWord = error instanceof ApiError && error.failure === "not-found";
  if (isOwnWord || error instanceof KeyNotOpenedError) return failure.reason;
  if (error instanceof ApiError) return describeStaleReason(toStaleReason(error, now));
  // Of Discord's own trouble, the same edit would meet it too.
  return failure.kind === "dropped" ? failure.reason : undefined;
}

/** In place of the hash of a board, which it never equals: once the server is allowed again, the message is updated. */
const notAllowedHash = "not-allowed";
/** A message that has been out of date for longer isn't tried again. */
const triedForMs = dayMs;
const guildsAtOnce = 4;

/** Notes on the live messages of servers that were taken off the list that they are no longer updated, each once. */
export const notingNotAllowed: Job = {
  name: "not-allowed",
  schedule: { everyMs: minuteMs },
  async run({ ctx, stopping }) {
    const { config, store } = ctx;
    if (config.allowedServers === undefined) return;
    const guildIds = (await store.schedules.guilds()).filter((guildId) => !isAllowedServer(guildId, config));
    await forEachLimited(guildIds, guildsAtOnce, async (guildId) => {
      for (const schedule of await store.schedules.list(guildId)) {
        if (stopping?.aborted === true) return;
        if (schedule.mode === "live" && schedule.state === "active") await note(schedule, ctx);
      }
    });
  },
};

/** Rejects only if the database fails. */
async function note(schedule: Schedule, ctx: AppContext): Promise<void> {
  const { id, guildId, messageHash, lastAsOf } = schedule;
  const { schedules } = ctx.store;
  if (!(await schedules.claimShown(id, notAllowedHash))) return;
  try {
    await noteNotAllowed(schedule, ctx);
  } catch (error) {
    ctx.log.info("a live message could not say that its server is no longer allowed", {
      guildId,
      scheduleId: id,
      error,
    });
    const isWorthAnother =
      classifyPostFailure(error).kind === "transient" && ctx.now() - (lastAsOf ?? 0) < triedForMs;
    if (isWorthAnother) await schedules.keepShown(id, { messageHash, lastAsOf });
  }
}
