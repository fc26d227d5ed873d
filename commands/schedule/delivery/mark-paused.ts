import { DiscordAPIError, RESTJSONErrorCodes } from "discord.js";
import type { AppContext } from "../../../src/context.ts";
import { type Schedule, linkGone } from "../../boards/index.ts";
import { timestamp } from "../../../src/ui/time.ts";

type Live = Pick<
  Schedule,
  "id" | "guildId" | "channelId" | "mode" | "messageId" | "pausedReason" | "nextRefreshAt"
>;

/**
 * If the schedule was paused while its message was being updated, says so and shows no next check. Rejects only if the
 * database fails.
 */
export async function markIfPaused(
  id: string,
  ctx: Pick<AppContext, "messenger" | "log" | "now" | "store">,
): Promise<void> {
  const present = await ctx.store.schedules.findById(id);
  if (present?.state === "paused") await markPaused([present], ctx);
}

/**
 * Notes on the live messages of paused schedules that they are no longer updated, and since when; the next update
 * removes the note. Never rejects: what fails is tried again when the message would be refreshed.
 */
export async function markPaused(
  schedules: readonly Live[],
  ctx: Pick<AppContext, "messenger" | "log" | "now" | "store">,
): Promise<void> {
  for (const schedule of schedules)
    try {
      await notePaused(schedule, ctx);
      await endChecks(schedule, ctx);
    } catch (error) {
      const { id: scheduleId, guildId } = schedule;
      ctx.log.info("a live message could not be marked as paused yet", { guildId, scheduleId, error });
    }
}

/** Once its message says so, a paused schedule isn't looked at again, unless it was resumed meanwhile. */
export async function endChecks(
  { id, guildId, nextRefreshAt }: Pick<Schedule, "id" | "guildId" | "nextRefreshAt">,
  { store: { schedules } }: Pick<AppContext, "store">,
): Promise<void> {
  if (nextRefreshAt !== undefined) await schedules.claimRefresh(id, nextRefreshAt, undefined, "paused");
  const present = await schedules.findById(id);
  // Then the note has to go.
  if (present?.state === "active") await schedules.change(guildId, id, { messageHash: undefined });
}

/** The same for one schedule. @throws as `Messenger.amend` */
export async function notePaused(
  { channelId, mode, messageId, pausedReason }: Live,
  { messenger, now }: Pick<AppContext, "messenger" | "now">,
): Promise<void> {
  if (mode !== "live" || messageId === undefined) return;
  const since = timestamp(Temporal.Instant.fromEpochMilliseconds(now()), "f");
  // A schedule whose link is gone can't be resumed.
  const content =
    pausedReason === linkGone.reason
      ? `⏹️ Stopped for good on ${since}. The workspace was unlinked, so this message won't be updated anymore.`
      : `⏸️ Paused since ${since}. This message won't be updated until someone resumes it.`;
  try {
    await messenger.amend(channelId, messageId, ({ embeds }) => ({
      content,
      // Its footer says how often it's checked; the time of what it shows stays.
      embeds: embeds.map(({ footer, ...embed }) => ({
        ...embed,
        ...(footer && { footer: { text: "As of" } }),
      })),
    }));
  } catch (error) {
    // Where it may not post, Discord lets the bot edit the text of its messages, but no embeds.
    const isDenied = error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.MissingPermissions;
    if (!isDenied) throw error;
    await messenger.editContent(channelId, messageId, content);
  }
}
