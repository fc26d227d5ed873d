import { renderContext } from "../../src/ui/render-context.ts";
import { DiscordAPIError } from "discord.js";
import { UserError } from "../../src/errors.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { type Deletion, renderDeletionNotice } from "./render-remove.ts";

/** Someone is waiting for the deletion, and it must not begin after they have given up. */
const postWithinMs = 10_000;

/**
 * Tells the audit channel and the managers' channel what is about to be deleted, and by whom: afterwards nothing here
 * keeps a trace of it.
 * @returns the channels the bot may not post in; they don't stop the deletion
 * @throws UserError if a notice may not have been posted: nothing is deleted silently
 */
export async function announceDeletion(
  deleteConfirmation: Deletion,
  ctx: GuildContext,
): Promise<readonly string[]> {
  const { messenger, store, guildId, log } = ctx;
  const settings = await store.guildSettings.all(guildId);
  const channelIds = new Set(
    ["audit-channel", "managers-channel"].flatMap((name) => settings.get(name) ?? []),
  );
  const notice = renderDeletionNotice(deleteConfirmation, renderContext(ctx));
  const unnotifiedChannelIds = await Promise.all(
    [...channelIds].map(async (channelId) => {
      try {
        await messenger.post(channelId, notice, { withinMs: postWithinMs });
        return [];
      } catch (error) {
        log.warn("couldn't announce a deletion", { guildId, channelId, error });
        if (isRefusal(error)) return [channelId];
        throw new UserError(
          `I couldn't post the notice in <#${channelId}>, so nothing was deleted: people there must be told first. Try again in a minute.`,
          { cause: error },
        );
      }
    }),
  );
  return unnotifiedChannelIds.flat();
}

function isRefusal(error: unknown): boolean {
  return error instanceof DiscordAPIError && (error.status === 403 || error.status === 404);
}
