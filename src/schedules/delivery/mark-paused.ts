import { DiscordAPIError, RESTJSONErrorCodes } from "discord.js";
import type { AppContext } from "../../context.ts";
import type { Schedule } from "../../store/schedules.ts";
import { joinParts } from "../../ui/lines.ts";
import { timestamp } from "../../ui/time.ts";
import { withoutNextLook } from "../boards/as-of-line.ts";
import { linkGone } from "./classify-failure.ts";

type Live = Pick<Schedule, "id" | "guildId" | "channelId" | "mode" | "messageId" | "pausedReason">;

const pausedBegins = "⏸️ Paused since ";
const stoppedBegins = "⏹️ Stopped for good on ";
const pausedLine = new RegExp(`^${pausedBegins}.*\\n?`, "u");

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
  ctx: Pick<AppContext, "messenger" | "log" | "now">,
): Promise<void> {
  for (const schedule of schedules)
    try {
      await notePaused(schedule, ctx);
    } catch (error) {
      const { id: scheduleId, guildId } = schedule;
      ctx.log.info("a live message could not be marked as paused yet", { guildId, scheduleId, error });
    }
}

/** The same for one schedule. @throws as `Messenger.amend` */
export async function notePaused(
  { channelId, mode, messageId, pausedReason }: Live,
  { messenger, now }: Pick<AppContext, "messenger" | "now">,
): Promise<void> {
  if (mode !== "live" || messageId === undefined) return;
  const since = timestamp(Temporal.Instant.fromEpochMilliseconds(now()), "f");
  // A schedule whose link is gone can't be resumed.
  const [begins, note] =
    pausedReason === linkGone.reason
      ? [
          stoppedBegins,
          `${stoppedBegins}${since}. The workspace was unlinked, so this message won't be updated anymore.`,
        ]
      : [pausedBegins, `${pausedBegins}${since}. This message won't be updated until someone resumes it.`];
  const mark = (withEmbeds: boolean): Promise<void> =>
    messenger.amend(channelId, messageId, ({ content, embeds }) =>
      content.startsWith(begins) || content.startsWith(stoppedBegins)
        ? undefined
        : {
            content: joinParts([note, withoutNextLook(content.replace(pausedLine, ""))], "\n"),
            ...(withEmbeds && {
              embeds: embeds.map((embed) => ({
                ...embed,
                ...(embed.description !== undefined && { description: withoutNextLook(embed.description) }),
              })),
            }),
          },
    );
  try {
    await mark(true);
  } catch (error) {
    // Where it may not post, Discord lets the bot edit the text of its messages, but no embeds.
    const isDenied = error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.MissingPermissions;
    if (!isDenied) throw error;
    await mark(false);
  }
}
