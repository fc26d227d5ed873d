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
  if (mode !== "standing" || messageId === undefined) return true;
  try {
    await messenger.delete(channelId, messageId);
    return true;
  } catch (error) {
    log.info("a standing message could not be deleted", { guildId, channelId, error });
    return false;
  }
}
