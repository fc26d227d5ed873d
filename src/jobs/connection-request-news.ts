import type { AppContext } from "../context.ts";
import type { ConnectionRequest } from "../store/connection-requests.ts";
import { type Ending, renderRequest, type Told } from "../ui/connection-card.ts";

type NewsContext = Pick<AppContext, "messenger" | "log">;

/** Updates the card of a request that was decided elsewhere. Never rejects: the buttons of an old card do no harm. */
export async function updateCard(
  request: ConnectionRequest,
  { messenger, log }: NewsContext,
  ending?: Ending,
): Promise<void> {
  const { guildId, cardChannelId, cardMessageId } = request;
  if (cardChannelId === undefined || cardMessageId === undefined) return;
  try {
    await messenger.edit(cardChannelId, cardMessageId, renderRequest(request, ending));
  } catch (error) {
    log.info("couldn't update the card of a request", { guildId, error });
  }
}

interface News {
  readonly inPrivate: string;
  /** Everyone there can read it. */
  readonly inChannel: string;
}

/**
 * Tells a member the decision on their request: in a private message, otherwise in the channel where they asked.
 * Never rejects.
 */
export async function notifyRequester(
  { guildId, discordUserId, channelId }: ConnectionRequest,
  { inPrivate, inChannel }: News,
  { messenger, log }: NewsContext,
): Promise<Told> {
  try {
    if (await messenger.sendDirect(discordUserId, { content: inPrivate })) return "private";
  } catch (error) {
    log.info("couldn't send a member a private message", { guildId, error });
  }
  try {
    await messenger.post(channelId, { content: `<@${discordUserId}> ${inChannel}`, pings: [discordUserId] });
    return "channel";
  } catch (error) {
    log.info("couldn't tell a member in the channel", { guildId, error });
    return "nobody";
  }
}
