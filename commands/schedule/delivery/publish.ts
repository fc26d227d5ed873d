import { DiscordAPIError, RESTJSONErrorCodes, RateLimitError } from "discord.js";
import {
  type Delivery,
  isMentionGone,
  mayPing,
  mentionGoneText,
  describeKind,
  type Schedule,
  type ScheduleChange,
  readFormats,
} from "../../boards/index.ts";
import { lateAfterMs } from "./advance.ts";
import type { Reply } from "../../../src/ui/reply.ts";
import { describeFullPins } from "../../kit/post-channel.ts";
import type { JobTools } from "../../../src/jobs/job.ts";
import { isMessageLost } from "../../../src/discord/messenger.ts";
import { dayMs } from "../../../src/time.ts";
import { say } from "../../../src/outbox/queue.ts";
import { isActive, makerMessage } from "./pause.ts";
import { sendNow } from "../../../src/outbox/send-once.ts";
import { replaceCommandMentions } from "../../../src/ui/command-mentions.ts";
import { joinParts, subtext } from "../../../src/ui/lines.ts";
import { formatMoment, timestamp } from "../../../src/ui/time.ts";

export interface Publication {
  readonly delivery: Delivery;
  readonly schedule: Schedule;
  readonly key: string;
}

/**
 * Posts, or updates the live message. Does neither if the schedule was paused meanwhile.
 * @param shown what the schedule shows once it is posted
 * @throws Discord's errors
 */
export async function publish(
  message: Reply,
  posting: Publication & { readonly shown: ScheduleChange },
  tools: JobTools,
): Promise<{ readonly messageId: string; readonly pinged: boolean } | undefined> {
  const { schedule } = posting;
  const isGone = await isMentionGone(schedule, tools.ctx);
  // The service may have been slow, or Discord, or the picture waited for others to be drawn.
  if (!isActive(await tools.ctx.store.schedules.findById(schedule.id))) return undefined;
  const isPosted = schedule.mode === "live" && schedule.messageId !== undefined;
  if (isPosted && (await editExisting(message, schedule.channelId, schedule.messageId, tools)))
    return { messageId: schedule.messageId, pinged: false };
  const pings = !isGone && mayPing(schedule, tools.ctx.now());
  const messageId = await post(message, posting, { pings, isGone }, tools);
  await cleanUpPrevious(messageId, schedule, tools);
  await crosspost(messageId, schedule, tools);
  return { messageId, pinged: pings };
}

/** False if someone deleted the message, or another application posted it. */
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
    if (isMessageLost(error)) return false;
    throw error;
  }
}

async function post(
  message: Reply,
  { delivery, schedule, key, shown }: Publication & { readonly shown: ScheduleChange },
  { pings, isGone }: { readonly pings: boolean; readonly isGone: boolean },
  { ctx }: JobTools,
): Promise<string> {
  const { channelId, mentionRoleId, mode } = schedule;
  const mention = mentionRoleId === undefined ? undefined : `<@&${mentionRoleId}>`;
  const notice = subtext(replaceCommandMentions(mentionGoneText, ctx.commandMention));
  // What is above a live message goes with its first update.
  const goneLine = mode === "live" ? undefined : notice;
  // It was already late when found, or has become late through failed attempts.
  const isLate = delivery.isLate || ctx.now() - delivery.dueAt > lateAfterMs;
  const lines = [
    isGone ? goneLine : mention,
    message.content,
    isLate ? await describeLate(delivery, schedule, ctx) : undefined,
  ];
  return sendNow(
    { ...message, content: lines.filter(Boolean).join("\n") },
    { key, guildId: schedule.guildId, channelId },
    {
      pingRoleId: pings ? mentionRoleId : undefined,
      shown: { ...shown, ...(pings && { lastPingedAt: ctx.now() }) },
    },
    ctx,
  );
}

async function describeLate({ dueAt }: Delivery, schedule: Schedule, ctx: JobTools["ctx"]): Promise<string> {
  const formats = await readFormats({ schedule, now: ctx.now(), ctx });
  return `-# Posted late: it was due ${formatMoment(dueAt, "F", formats)}.`;
}

/**
 * Deletes or unpins the previous message, and pins the new one. If that fails, the post stays; if the channel is full of
 * pins, the schedule's creator learns it in a private message, at most once a day. Never rejects.
 */
export async function cleanUpPrevious(
  messageId: string,
  schedule: Schedule,
  { ctx }: JobTools,
): Promise<void> {
  const { channelId, pins, replaces, messageId: old } = schedule;
  if (old === messageId) return;
  try {
    if (replaces && old !== undefined) await ctx.messenger.delete(channelId, old);
    else if (pins && old !== undefined) await ctx.messenger.unpin(channelId, old);
  } catch (error) {
    ctx.log.info("the previous post could not be removed or unpinned", { channelId, error });
  }
  try {
    if (!pins || (await ctx.messenger.pin(channelId, messageId))) return;
    ctx.log.warn("a post could not be pinned: the channel is full of pins", { channelId });
  } catch (error) {
    ctx.log.info("a post could not be pinned", { channelId, error });
    return;
  }
  const problem = `couldn't pin it. ${describeFullPins(channelId)}`;
  await tellCreator("unpinned", messageId, describePosted(messageId, problem, schedule), schedule, ctx);
}

/**
 * Publishes a post to the servers that follow its channel, if the schedule wants that. If this fails, the post stays,
 * and the schedule's creator learns why in a private message, at most once a day. Never rejects.
 */
export async function crosspost(messageId: string, schedule: Schedule, { ctx }: JobTools): Promise<void> {
  const { id, guildId, channelId, publishes, mode } = schedule;
  if (!publishes || mode === "live") return;
  try {
    await ctx.messenger.crosspost(channelId, messageId);
  } catch (error) {
    ctx.log.warn("a post could not be published", { guildId, scheduleId: id, error });
    const problem = `couldn't publish it to the servers that follow the channel. ${describeFailure(error)}`;
    await tellCreator("unpublished", messageId, describePosted(messageId, problem, schedule), schedule, ctx);
  }
}

function describePosted(messageId: string, problem: string, { guildId, channelId, kind }: Schedule): string {
  const link = `https://discord.com/channels/${guildId}/${channelId}/${messageId}`;
  return `I posted *${describeKind(kind)}* in <#${channelId}>, but ${problem}\n${link}`;
}

/**
 * Tells a schedule's creator in a private message, at most once a day, of a post that was given up. What was paused for it,
 * or has a live message, says so elsewhere.
 */
export async function tellFailed(
  { scheduleId, dueAt }: Delivery,
  reason: string | undefined,
  ctx: JobTools["ctx"],
): Promise<void> {
  const schedule = await ctx.store.schedules.findById(scheduleId);
  if (schedule === undefined || schedule.state === "paused") return;
  const { kind, channelId, mode, messageId, nextDueAt } = schedule;
  if (mode === "live" && messageId !== undefined) return;
  const content = joinParts(
    [
      `I've given up on a post: *${describeKind(kind)}* in <#${channelId}>, due ${markTime(dueAt, "f")}.`,
      reason,
      "You can still post it with *Post now…* in `/schedule list`.",
      nextDueAt !== undefined && `The next one is due ${markTime(nextDueAt, "R")}.`,
    ],
    " ",
  );
  await tellCreator("unposted", `${scheduleId} ${dueAt}`, content, schedule, ctx);
}

function markTime(ms: number, style: "f" | "R"): string {
  return timestamp(Temporal.Instant.fromEpochMilliseconds(ms), style);
}

/** Once a day for each kind of problem with a schedule's posts. Never rejects. */
async function tellCreator(
  kind: "unpinned" | "unpublished" | "unposted",
  about: string,
  content: string,
  { id, guildId, makerDiscordUserId: discordUserId }: Schedule,
  ctx: JobTools["ctx"],
): Promise<void> {
  try {
    const day = Math.floor(ctx.now() / dayMs);
    // A key is deleted an hour after its time, and this one has to last for the day.
    if (!(await ctx.store.idempotencyKeys.claim(`${kind}:${id}:${day}`, (day + 1) * dayMs))) return;
    const payload = { guildId, discordUserId, message: { content } };
    await say(makerMessage, { key: `${kind} ${about}`, guildId, discordUserId, payload }, ctx);
  } catch (error) {
    ctx.log.warn("nobody could be told of a post that isn't as planned", { guildId, kind, error });
  }
}

const byHand = "You can publish it yourself: open the post's menu and choose *Publish*.";

function describeFailure(error: unknown): string {
  if (
    (error instanceof RateLimitError && !error.global) ||
    (error instanceof DiscordAPIError && error.status === 429)
  )
    return `Discord lets a channel publish 10 posts an hour, and those are used up. ${byHand}`;
  if (!(error instanceof DiscordAPIError) || error.status >= 500)
    return `Discord had problems with it. ${byHand}`;
  return error.code === RESTJSONErrorCodes.CannotExecuteActionOnThisChannelType
    ? "It's no longer an announcement channel. Open the schedule in `/schedule list` and press *Edit…* to choose another channel, or not to publish."
    : `Discord didn't let me. Give me *Send Messages* there. ${byHand}`;
}
