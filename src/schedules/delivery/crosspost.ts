import { DiscordAPIError, RateLimitError, RESTJSONErrorCodes } from "discord.js";
import type { JobTools } from "../../jobs/job.ts";
import type { Schedule } from "../../store/schedules.ts";
import { dayMs } from "../../time.ts";
import { describeKind } from "../boards/index.ts";

/**
 * Publishes a post to the servers that follow its channel, if the schedule wants that. If this fails, the post stays,
 * and the schedule's creator learns why in a private message, at most once a day. Never rejects.
 */
export async function crosspost(messageId: string, schedule: Schedule, { ctx }: JobTools): Promise<void> {
  const { id, guildId, channelId, publishes, mode, makerDiscordUserId, kind } = schedule;
  if (!publishes || mode === "live") return;
  try {
    await ctx.messenger.crosspost(channelId, messageId);
  } catch (error) {
    ctx.log.warn("a post could not be published", { guildId, scheduleId: id, error });
    try {
      const day = Math.floor(ctx.now() / dayMs);
      // A key is deleted an hour after its time, and this one has to last for the day.
      if (!(await ctx.store.idempotencyKeys.claim(`unpublished:${id}:${day}`, (day + 1) * dayMs))) return;
      const link = `https://discord.com/channels/${guildId}/${channelId}/${messageId}`;
      const content = `I posted *${describeKind(kind)}* in <#${channelId}>, but couldn't publish it to the servers that follow the channel. ${describeFailure(error)}\n${link}`;
      await ctx.messenger.sendDirect(makerDiscordUserId, { content });
    } catch (failed) {
      ctx.log.warn("nobody could be told of a post that isn't published", { guildId, error: failed });
    }
  }
}

const byHand = "You can publish it yourself: open the post's menu and choose *Publish*.";

function describeFailure(error: unknown): string {
  if (error instanceof RateLimitError || (error instanceof DiscordAPIError && error.status === 429))
    return `Discord lets a channel publish 10 posts an hour, and those are used up. ${byHand}`;
  if (!(error instanceof DiscordAPIError) || error.status >= 500)
    return `Discord had problems with it. ${byHand}`;
  return error.code === RESTJSONErrorCodes.CannotExecuteActionOnThisChannelType
    ? "It's no longer an announcement channel. Choose another channel with `/schedule edit`, or turn `publish` off there."
    : `Discord didn't let me. Give me *Send Messages* there. ${byHand}`;
}
