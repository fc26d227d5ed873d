import { renderContext } from "../../src/ui/render-context.ts";
import { DiscordAPIError } from "discord.js";
import { UserError } from "../../src/errors.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { type Deletion, renderDeletionNotice } from "./render-remove.ts";

/** Somebody waits for the deletion, and it must not begin once nobody knows of it any more. */
const postWithinMs = 10_000;

/**
 * Tells the audit channel and the managers' channel what is about to go, and through whom: afterwards nothing here
 * remembers it.
 * @returns the channels that Discord does not let the bot post in; they don't hold the deletion up
 * @throws UserError when a notice may or may not stand: nothing goes in silence
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
  const untold = await Promise.all(
    [...channelIds].map(async (channelId) => {
      try {
        await messenger.post(channelId, notice, { withinMs: postWithinMs });
        return [];
      } catch (error) {
        log.warn("a deletion could not be announced", { guildId, channelId, error });
        if (isRefusal(error)) return [channelId];
        throw new UserError(
          `Discord didn't take my notice in <#${channelId}>, so nothing was deleted: those who read along there have to hear of it first. Try again in a minute.`,
          { cause: error },
        );
      }
    }),
  );
  return untold.flat();
}

function isRefusal(error: unknown): boolean {
  return error instanceof DiscordAPIError && (error.status === 403 || error.status === 404);
}
