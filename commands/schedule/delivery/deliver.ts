import { z } from "zod";
import { type APIMessage, DiscordAPIError } from "discord.js";
import {
  type Delivery,
  type Schedule,
  type ScheduleChange,
  type Board,
  getMessageHash,
  hasSameContent,
  mayPing,
  classifyPostFailure,
  PartialReadError,
  isSurelyNotPosted,
  createKey,
  DeliveryBusyError,
} from "../../boards/index.ts";
import { type JobTools, leaseTools } from "../../../src/jobs/job.ts";
import { type Lease, stepLeaseMs } from "../../../src/lease.ts";
import type { DeliveryEnd } from "./store.ts";
import { isActive, markIfPaused, pauseAffected } from "./pause.ts";
import { buildBoard, drawBoard, isDrawn } from "./build-board.ts";
import { crosspost, cleanUpPrevious, publish, type Publication, tellFailed } from "./publish.ts";
import { markStale } from "./refresh-job.ts";
import { computeJitter, computeRetryDelayMs } from "../../../src/outbox/attempts.ts";
import {
  clockSlackMs,
  findSent,
  type Found,
  mayBeSent,
  ownMessage,
  UnknownDeliveryError,
} from "../../../src/outbox/send-once.ts";
import type { Reply } from "../../../src/ui/reply.ts";
import { listCustomIds } from "../../../src/outbox/digest.ts";
import { getCustomIdName } from "../../../src/interactions/custom-id.ts";

/**
 * The message that an earlier attempt posted, if it may have posted one.
 * @throws UnknownDeliveryError if nobody can tell; DeliveryBusyError; Discord's errors
 */
async function findExisting(posting: Publication, tools: JobTools): Promise<Found | undefined> {
  const { delivery, schedule, key } = posting;
  if (delivery.uncertainSince === undefined) return undefined;
  const { guildId, channelId } = schedule;
  const beforeTaking = () => waitForOlderVersions(posting, tools);
  return findSent({ key, guildId, channelId }, { beforeTaking }, tools.ctx);
}

/**
 * Whether what an earlier attempt posted isn't on record: it was one of an older version, or was made after the backup
 * that was restored.
 */
function isUnrecorded({ uncertainSince, attempts, recordedAttempts }: Delivery): boolean {
  return uncertainSince !== undefined && recordedAttempts !== attempts;
}

/**
 * The message of such an attempt, of which nobody knows what it said: one of the same kind since the post was due that
 * belongs to nothing else, the oldest first.
 * @throws as `findExisting`
 */
async function findUnrecorded(
  wanted: Reply,
  posting: Publication,
  tools: JobTools,
): Promise<string | undefined> {
  const { delivery, schedule, key } = posting;
  if (delivery.uncertainSince === undefined || !isUnrecorded(delivery)) return undefined;
  const { guildId, channelId } = schedule;
  const { messenger, store } = tools.ctx;
  const since = delivery.uncertainSince - clockSlackMs;
  const { messages, isComplete } = await messenger.listOwnSince({ guildId, channelId }, since);
  const alike = messages.filter((message) => isOfKindOf(message, wanted)).map(({ id }) => id);
  if (alike.length > 0) await waitForOlderVersions(posting, tools);
  const known = await store.sends.knownMessages(guildId, alike);
  for (const messageId of alike)
    if (!known.has(messageId) && (await ownMessage(messageId, { key, guildId }, tools.ctx))) return messageId;
  if (!isComplete) throw new UnknownDeliveryError();
  return undefined;
}

/** They store neither what they are about to post nor, at once, what they posted. @throws DeliveryBusyError */
async function waitForOlderVersions(
  { delivery: { scheduleId, dueAt }, schedule: { guildId, channelId } }: Publication,
  { ctx }: JobTools,
): Promise<void> {
  const open = await ctx.store.deliveries.openIn(guildId, channelId);
  const isAtWork = (other: Delivery) =>
    (other.scheduleId !== scheduleId || other.dueAt !== dueAt) &&
    other.state === "claimed" &&
    other.until > ctx.now() &&
    Math.abs(other.recordedAttempts) !== other.attempts;
  if (open.some(isAtWork)) throw new DeliveryBusyError();
}

/**
 * Whether a message is of the same kind as what would be sent now, whatever both say: with or without embeds, and with a
 * button or menu that does the same, if there are any.
 */
export function isOfKindOf(
  { embeds, components }: Pick<APIMessage, "embeds" | "components">,
  wanted: Pick<Reply, "embeds" | "components">,
): boolean {
  const [own, other] = [listActions(components ?? []), listActions(wanted.components ?? [])];
  const doesTheSame = own.size === 0 ? other.size === 0 : !own.isDisjointFrom(other);
  return embeds.length > 0 === (wanted.embeds ?? []).length > 0 && doesTheSame;
}

/** What the buttons and menus of a message do, without about what. */
function listActions(rows: Parameters<typeof listCustomIds>[0]): ReadonlySet<string> {
  return new Set(listCustomIds(rows).map(getCustomIdName));
}

/** About a day, since the pauses between attempts grow. */
const maxAttempts = 150;
/** About an hour. */
const lastingAttempts = 12;

/** Completes one claimed delivery, or returns it to the queue. Never rejects. */
export async function deliver(delivery: Delivery, lease: Lease, claimed: JobTools): Promise<void> {
  const tools = leaseTools(claimed, lease);
  const { ctx } = tools;
  if (delivery.uncertainSince !== undefined) ctx.metrics.leaseExpired("post");
  try {
    const schedule = await ctx.store.schedules.findById(delivery.scheduleId);
    // Of what may be in the channel, it has to be known before the next one, also of one that was paused meanwhile.
    const isLookedFor = delivery.uncertainSince !== undefined && !isUnrecorded(delivery);
    if (schedule === undefined || !(isActive(schedule) || isLookedFor)) {
      await skipPaused(delivery, tools);
      return;
    }
    await attempt(delivery, schedule, tools);
  } catch (error) {
    // The lease expires by itself, and then the delivery is tried again.
    ctx.log.error("a due post could not be handled", { scheduleId: delivery.scheduleId, error });
  }
}

/** @param isUncertain an attempt may have posted it, and nobody will check */
async function skipPaused(
  delivery: Delivery,
  { ctx }: JobTools,
  isUncertain = delivery.uncertainSince !== undefined,
): Promise<void> {
  const end: DeliveryEnd = isUncertain
    ? {
        state: "failed",
        reason: "I was interrupted while posting, and the schedule was paused. It may have been posted.",
      }
    : { state: "skipped", reason: "The schedule was paused." };
  // Why it was put off before is over with it.
  const change = delivery.reason === undefined ? {} : { lastReason: undefined };
  await ctx.store.deliveries.complete(delivery, end, change, ctx.now());
}

const supersededText = "The next run was due before this one could be posted.";

async function attempt(delivery: Delivery, schedule: Schedule, tools: JobTools): Promise<void> {
  const [newest] = await tools.ctx.store.deliveries.list(schedule.id, 1, tools.ctx.now());
  const isOver = newest !== undefined && newest.dueAt > delivery.dueAt;
  try {
    if (isOver && delivery.uncertainSince === undefined) {
      await complete(delivery, { state: "skipped", reason: supersededText }, tools);
      return;
    }
    const posting = { delivery, schedule, key: createKey(delivery) };
    const found = await findExisting(posting, tools);
    if (found !== undefined) {
      await adopt(found.messageId, parseShown(found.shown), delivery, schedule, tools);
      return;
    }
    if (!isActive(schedule)) {
      await skipPaused(delivery, tools, false);
      return;
    }
    if (isOver && !isUnrecorded(delivery)) {
      await complete(delivery, { state: "failed", reason: supersededText }, tools);
      return;
    }
    const board = await buildBoard(schedule, tools, delivery.dueAt);
    const unrecorded = "message" in board ? await findUnrecorded(board.message, posting, tools) : undefined;
    const skipReason = findReasonToSkip(board, schedule);
    if ("message" in board && unrecorded !== undefined) {
      const pinged = mayPing(schedule, tools.ctx.now()) && { lastPingedAt: tools.ctx.now() };
      const shown = { ...fromExisting(board.asOf, delivery, schedule), ...pinged };
      await adopt(unrecorded, shown, delivery, schedule, tools);
    } else if (isOver) await complete(delivery, { state: "failed", reason: supersededText }, tools);
    else if (skipReason !== undefined) {
      // Without a board to compare with, such a message can't be looked for.
      const isUncertain = "empty" in board && isUnrecorded(delivery);
      await complete(delivery, { state: isUncertain ? "failed" : "skipped", reason: skipReason }, tools);
    } else if ("message" in board) {
      const message = await drawBoard(board, schedule, tools);
      const shown = fromPosted(board, isDrawn(board, message));
      const published = await publish(message, { ...posting, shown }, tools);
      if (published === undefined) {
        // What an earlier attempt may have posted was looked for just now and isn't there.
        await skipPaused(delivery, tools, false);
        return;
      }
      const { messageId, pinged } = published;
      await complete(delivery, { state: "sent", messageId }, tools, {
        ...shown,
        messageId,
        ...(pinged && { lastPingedAt: tools.ctx.now() }),
      });
      await followChange(messageId, schedule, tools);
    }
  } catch (error) {
    await fail(error, delivery, schedule, tools);
  }
}

/** What an earlier attempt posted is what was due. */
async function adopt(
  messageId: string,
  shown: ScheduleChange,
  delivery: Delivery,
  schedule: Schedule,
  tools: JobTools,
): Promise<void> {
  await cleanUpPrevious(messageId, schedule, tools);
  await crosspost(messageId, schedule, tools);
  await complete(delivery, { state: "sent", messageId }, tools, { ...shown, messageId });
  await followChange(messageId, schedule, tools);
}

/** A live message says that its schedule was paused while it was on its way, or goes if that was moved or removed. */
async function followChange(messageId: string, posted: Schedule, { ctx }: JobTools): Promise<void> {
  const { id, guildId, channelId, mode } = posted;
  if (mode !== "live") return;
  const present = await ctx.store.schedules.findById(id);
  if (present?.channelId === channelId && present.mode === mode) return markIfPaused(id, ctx);
  await ctx.messenger
    .delete(channelId, messageId)
    .catch((error: unknown) =>
      ctx.log.info("a live message was left behind", { guildId, scheduleId: id, error }),
    );
}

const Shown = z.object({
  messageHash: z.string().optional(),
  lastAsOf: z.number().optional(),
  lastPingedAt: z.number().optional(),
});

/** What was stored with the attempt. */
function parseShown(stored: unknown): ScheduleChange {
  return Shown.safeParse(stored).data ?? {};
}

function findReasonToSkip(board: Board, { mode, messageHash }: Schedule): string | undefined {
  if ("empty" in board) return board.empty;
  return mode === "changed" && hasSameContent(messageHash, board)
    ? "Nothing changed since the last post."
    : undefined;
}

/** Without its picture, a live message shows something else than the board, so the next look draws it again. */
function fromPosted(board: Extract<Board, { readonly hash: string }>, hasPicture: boolean): ScheduleChange {
  return { messageHash: hasPicture ? getMessageHash(board) : board.hash, lastAsOf: board.asOf };
}

/** An earlier attempt's message shows the state at its time: anything later hasn't been announced yet. */
function fromExisting(
  asOf: number,
  { uncertainSince = asOf }: Delivery,
  { lastAsOf = 0 }: Schedule,
): ScheduleChange {
  return { messageHash: undefined, lastAsOf: Math.max(lastAsOf, Math.min(asOf, uncertainSince)) };
}

async function fail(error: unknown, delivery: Delivery, schedule: Schedule, tools: JobTools): Promise<void> {
  const { ctx } = tools;
  const { attempts } = delivery;
  const failure = classifyPostFailure(error, attempts >= lastingAttempts);
  const about = { guildId: schedule.guildId, scheduleId: schedule.id, kind: failure.kind };
  ctx.log.warn("a due post failed", { ...about, error });
  if (failure.kind === "permanent") await pauseAffected(schedule, failure, tools);
  const key = createKey(delivery);
  // Once the bot may see its channel again, what may be there is looked for.
  const isHidden =
    failure.kind === "permanent" && error instanceof DiscordAPIError && failure.cause !== "deleted-channel";
  if (failure.kind === "transient" || (isHidden && (await mayBeSent(key, ctx)))) {
    const mayStand = !isSurelyNotPosted(error);
    const isPaused = !isActive(await ctx.store.schedules.findById(schedule.id));
    if (isPaused && !(attempts < maxAttempts && (await mayBeSent(key, ctx)))) {
      await skipPaused(delivery, tools, mayStand || delivery.uncertainSince !== undefined);
      return;
    }
    const now = ctx.now();
    const nextDueAt = schedule.nextDueAt ?? Number.POSITIVE_INFINITY;
    // What was read by now gets older while it waits for the rest.
    const failed = error instanceof PartialReadError ? 1 : attempts;
    const triedAgainAt =
      now + computeRetryDelayMs({ ...failure, attempts: failed, jitter: computeJitter(key) });
    // Once the next post is due, this one is out of date. But that one waits until it is known whether this one is there.
    const isOnTime = triedAgainAt < nextDueAt;
    if (attempts < maxAttempts && (isOnTime || (await mayBeSent(key, ctx)))) {
      const soonestAt = now + (failure.kind === "transient" ? (failure.retryAfterMs ?? 0) : 0);
      const until = nextDueAt > now ? Math.max(soonestAt, Math.min(triedAgainAt, nextDueAt)) : triedAgainAt;
      const uncertainSince = mayStand ? delivery.until - stepLeaseMs : undefined;
      await ctx.store.deliveries.postpone(delivery, { until, reason: failure.reason, uncertainSince });
      if (!isPaused) await markStale(error, schedule, until, tools);
      return;
    }
  }
  await markStale(error, schedule, schedule.nextDueAt, tools);
  await complete(delivery, { state: "failed", reason: failure.reason }, tools);
}

/** Stores the outcome and what the schedule shows of it, both or neither. */
async function complete(
  delivery: Delivery,
  end: DeliveryEnd,
  { ctx }: JobTools,
  shown: ScheduleChange = {},
): Promise<void> {
  const now = ctx.now();
  const change = { ...shown, lastRunAt: now, lastOutcome: end.state, lastReason: end.reason };
  const isDone = await ctx.store.deliveries.complete(delivery, end, change, now);
  ctx.metrics.postEnded(end.state, now - delivery.dueAt);
  if (isDone && end.state === "failed") await tellFailed(delivery, end.reason, ctx);
}
