import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { Schedule } from "../../src/store/schedules.ts";

/**
 * Deletes a schedule's live message: nothing updates it anymore, and people would believe it.
 * @returns false if it is still there
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
    log.info("couldn't delete a live message", { guildId, channelId, error });
    return false;
  }
}

/** Pins or unpins the newest message if that was changed. Without permission, it stays as it is. */
export async function followPin(
  { channelId, messageId, pins: before }: Pick<Schedule, "channelId" | "messageId" | "pins">,
  pins: boolean,
  { messenger, guildId, log }: GuildContext,
): Promise<void> {
  if (messageId === undefined || before === pins) return;
  try {
    await (pins ? messenger.pin(channelId, messageId) : messenger.unpin(channelId, messageId));
  } catch (error) {
    log.info("couldn't change the pin of a post", { guildId, channelId, error });
  }
}
