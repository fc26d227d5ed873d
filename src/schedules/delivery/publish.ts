import { DiscordAPIError, RESTJSONErrorCodes } from "discord.js";
import { lateAfterMs } from "../advance.ts";
import { crosspost } from "./crosspost.ts";
import type { Reply } from "../../ui/reply.ts";
import type { Delivery } from "../../store/deliveries.ts";
import type { Schedule } from "../../store/schedules.ts";
import { withWrittenMoments } from "../../ui/permanent-wording.ts";
import { timestamp } from "../../ui/time.ts";
import type { JobTools } from "../../jobs/job.ts";
import { formatNonce } from "./attempts.ts";
import { hourMs } from "../../time.ts";

export interface Publication {
  readonly delivery: Delivery;
  readonly schedule: Schedule;
  readonly nonce: string;
}

const latePrefix = "-# Posted late: it was due ";

/** A post's text without the note that it is late. */
export function stripLatePrefix(content: string): string {
  const lines = content.split("\n");
  return lines.at(-1)?.startsWith(latePrefix) === true ? lines.slice(0, -1).join("\n") : content;
}

/** A role is pinged at most once in this time, however often its schedule posts. */
const pingEveryMs = hourMs;

export function mayPing({ mentionRoleId, lastPingedAt }: Schedule, now: number): boolean {
  if (mentionRoleId === undefined) return false;
  // A clock that was set back counts as time passed.
  return lastPingedAt === undefined || Math.abs(now - lastPingedAt) >= pingEveryMs;
}

export interface PublishResult {
  readonly messageId: string;
  readonly pinged: boolean;
}

/** Posts, or updates the live message. @throws Discord's errors */
export async function publish(message: Reply, posting: Publication, tools: JobTools): Promise<PublishResult> {
  const { schedule } = posting;
  const isStanding = schedule.mode === "live" && schedule.messageId !== undefined;
  if (isStanding && (await editExisting(message, schedule.channelId, schedule.messageId, tools)))
    return { messageId: schedule.messageId, pinged: false };
  const pings = mayPing(schedule, tools.ctx.now());
  const messageId = await post(message, posting, pings, tools);
  await cleanUpPrevious(messageId, schedule, tools);
  await crosspost(messageId, schedule, tools);
  return { messageId, pinged: pings };
}

/** False if somebody deleted the message. */
export async function editExisting(
  message: Reply,
  channelId: string,
  messageId: string,
  { ctx }: JobTools,
): Promise<boolean> {
  try {
    await ctx.messenger.edit(channelId, messageId, message);
    return true;
  } catch (error) {
    if (error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.UnknownMessage) return false;
    throw error;
  }
}

async function post(
  message: Reply,
  { delivery, schedule, nonce }: Publication,
  pings: boolean,
  { ctx }: JobTools,
): Promise<string> {
  const { channelId, mentionRoleId, zone } = schedule;
  const due = Temporal.Instant.fromEpochMilliseconds(delivery.dueAt);
  // It was already late when found, or has become late through failed attempts.
  const isLate = delivery.isLate || ctx.now() - delivery.dueAt > lateAfterMs;
  const lines = [
    mentionRoleId === undefined ? undefined : `<@&${mentionRoleId}>`,
    message.content,
    isLate ? `${latePrefix}${timestamp(due, "F")}.` : undefined,
  ];
  const text = { content: lines.filter(Boolean).join("\n") };
  const { content } = schedule.mode === "live" ? text : withWrittenMoments(text, zone, ctx.now());
  const send = (once: string) =>
    ctx.messenger.post(
      channelId,
      { ...message, content },
      { nonce: once, pingRoleId: pings ? mentionRoleId : undefined },
    );
  const { messageId } = await send(nonce);
  if (delivery.uncertainSince === undefined) return messageId;
  // Discord may still match the nonce to an identical message already recorded for another due time.
  const known = await ctx.store.deliveries.knownMessages(schedule.guildId, [messageId]);
  return known.has(messageId) ? (await send(formatNonce(`${nonce} again`))).messageId : messageId;
}

/** Deletes or unpins the previous message, and pins the new one. If that fails, the post stays. */
export async function cleanUpPrevious(
  messageId: string,
  { channelId, pins, replaces, messageId: old }: Schedule,
  { ctx }: JobTools,
): Promise<void> {
  if (old === messageId) return;
  try {
    if (replaces && old !== undefined) await ctx.messenger.delete(channelId, old);
    else if (pins && old !== undefined) await ctx.messenger.unpin(channelId, old);
    if (pins) await ctx.messenger.pin(channelId, messageId);
  } catch (error) {
    ctx.log.info("the previous post could not be removed or unpinned", { channelId, error });
  }
}
