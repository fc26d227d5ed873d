import { DiscordAPIError, type REST, RESTJSONErrorCodes, Routes } from "discord.js";

/**
 * Changes something in a channel. An archived thread is reopened first, which Discord allows unless it is locked.
 * @throws Discord's errors
 */
export async function changeInOpenThread(
  rest: REST,
  channelId: string,
  change: () => Promise<unknown>,
): Promise<void> {
  try {
    await change();
  } catch (error) {
    if (!isCode(error, RESTJSONErrorCodes.InvalidActionOnArchivedThread)) throw error;
    await rest.patch(Routes.channel(channelId), { body: { archived: false } }).catch(() => {
      throw error;
    });
    await change();
  }
}

/** Publishes a post in an announcement channel; does nothing if it already is. @throws Discord's errors */
export async function crosspost(rest: REST, channelId: string, messageId: string): Promise<void> {
  try {
    await rest.post(Routes.channelMessageCrosspost(channelId, messageId));
  } catch (error) {
    if (!isCode(error, RESTJSONErrorCodes.ThisMessageWasAlreadyCrossposted)) throw error;
  }
}

function isCode(error: unknown, code: RESTJSONErrorCodes): boolean {
  return error instanceof DiscordAPIError && error.code === code;
}
