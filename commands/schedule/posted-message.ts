import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { OrderAlert } from "../order/alerts/store.ts";
import type { Schedule } from "./store.ts";

/** More than a board ever has at once. */
const maxAnnouncements = 500;

/** The orders that a live board has announced and not yet taken back; none once it was removed. */
export function readAnnouncements(
  { id }: Pick<Schedule, "id">,
  { store }: GuildContext,
): Promise<readonly OrderAlert[]> {
  return store.orderAlerts.listPosted(id, maxAnnouncements);
}

/**
 * Deletes a schedule's live message and its announcements: nothing updates them anymore, and people would believe them.
 * @returns false if any is still there
 */
export async function takeDown(
  { mode, channelId, messageId }: Pick<Schedule, "mode" | "channelId" | "messageId">,
  announcements: readonly OrderAlert[],
  { messenger, guildId, log, store }: GuildContext,
): Promise<boolean> {
  if (mode !== "live") return true;
  try {
    if (messageId !== undefined) await messenger.delete(channelId, messageId);
    for (const alert of announcements) {
      if (alert.messageId !== null) await messenger.delete(channelId, alert.messageId);
      await store.orderAlerts.removed(alert);
    }
    return true;
  } catch (error) {
    log.info("couldn't delete a live message", { guildId, channelId, error });
    return false;
  }
}

/**
 * Pins or unpins the newest message if that was changed. Without permission, it stays as it is.
 * @returns false if the channel is full of pins
 */
export async function followPin(
  { channelId, messageId, pins: before }: Pick<Schedule, "channelId" | "messageId" | "pins">,
  pins: boolean,
  { messenger, guildId, log }: GuildContext,
): Promise<boolean> {
  if (messageId === undefined || before === pins) return true;
  try {
    if (pins) return await messenger.pin(channelId, messageId);
    await messenger.unpin(channelId, messageId);
  } catch (error) {
    log.info("couldn't change the pin of a post", { guildId, channelId, error });
  }
  return true;
}
