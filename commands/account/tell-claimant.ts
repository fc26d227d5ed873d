import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { AccountClaim } from "../../src/store/account-claims.ts";

interface News {
  readonly inPrivate: string;
  /** Everybody there reads it. */
  readonly inChannel: string;
}

/**
 * Tells a member what became of their request: in private, else in the channel where they asked.
 * Never rejects; gives the words for the managers' card.
 */
export async function tellClaimant(
  { guildId, discordUserId, channelId }: AccountClaim,
  { inPrivate, inChannel }: News,
  { messenger, log }: GuildContext,
): Promise<string> {
  try {
    if (await messenger.tell(discordUserId, { content: inPrivate })) return "They were told in private.";
  } catch (error) {
    log.info("a member could not be told in private", { guildId, error });
  }
  try {
    await messenger.post(channelId, { content: `<@${discordUserId}> ${inChannel}`, pings: [discordUserId] });
    return `They take no private messages, so they were told in <#${channelId}>.`;
  } catch (error) {
    log.info("a member could not be told in the channel", { guildId, error });
    return "🟧 They could be told neither in private nor in the channel where they asked: please tell them.";
  }
}
