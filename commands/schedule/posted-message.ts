import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { Schedule } from "../../src/store/schedules.ts";

/**
 * Deletes the message that a schedule kept up to date: nobody would any more, and people would believe it.
 * @returns false when it still stands there
 */
export async function takeDown(
  { mode, channelId, messageId }: Pick<Schedule, "mode" | "channelId" | "messageId">,
  { messenger, guildId, log }: GuildContext,
): Promise<boolean> {
  if (mode !== "live" || messageId === undefined) return true;
  try {
    await messenger.delete(channelId, messageId);
    return true;
  } catch (error) {
    log.info("a standing message could not be deleted", { guildId, channelId, error });
    return false;
  }
}

/** Pins the newest message, or takes its pin away, when that was changed. Without the right to do so it stays as it is. */
export async function followPin(
  { channelId, messageId, pins: before }: Pick<Schedule, "channelId" | "messageId" | "pins">,
  pins: boolean,
  { messenger, guildId, log }: GuildContext,
): Promise<void> {
  if (messageId === undefined || before === pins) return;
  try {
    await (pins ? messenger.pin(channelId, messageId) : messenger.unpin(channelId, messageId));
  } catch (error) {
    log.info("the pin of a post could not be changed", { guildId, channelId, error });
  }
}
