import type { AppContext } from "../context.ts";
import { formatNonce } from "../schedules/delivery/attempts.ts";
import type { ConnectionRequest } from "../store/connection-requests.ts";
import { dayMs, hourMs } from "../time.ts";
import { inlineCode } from "../ui/escape.ts";
import { describeDisplay } from "../ui/people.ts";
import { forEachLimited } from "./job.ts";
import { findNextTry, notifyMember } from "./notify-member.ts";
import { type Ending, renderRequest, type Told } from "../ui/connection-card.ts";

/** After this, nobody needs to know who asked to be connected to whom, or what managers said. */
export const connectionRequestTtlMs = 30 * dayMs;
const maxBatch = 500;
const maxConcurrent = 4;

/** Tells members that nobody decided on their request in time, and closes it; runs once an hour. */
export async function expireRequests(ctx: AppContext): Promise<void> {
  const { store, now } = ctx;
  const old = await store.connectionRequests.openBefore(now() - connectionRequestTtlMs, maxBatch);
  await forEachLimited(old, maxConcurrent, (request) => expire(request, ctx));
}

async function expire(request: ConnectionRequest, ctx: AppContext): Promise<void> {
  const { store, now, newId } = ctx;
  const { id, guildId, discordUserId, userId } = request;
  const at = now();
  // Every replica is here at the same minute.
  if (!(await store.idempotencyKeys.claim(`expires:${id}:${Math.floor(at / hourMs)}`, at))) return;
  const isTold = await notify(request, ctx);
  // It stays open until its member can be notified.
  if (isTold === undefined) return;
  const expired = await store.connectionRequests.decide({
    id,
    guildId,
    state: "expired",
    decidedByDiscordUserId: undefined,
    decidedAt: at,
    reason: undefined,
  });
  if (expired === undefined) return;
  await updateCard(expired, ctx, { told: isTold ? undefined : "nobody" });
  await ctx.recordEntry({
    id: newId(),
    guildId,
    workspaceId: undefined,
    // Nobody acted, so the entry names the person whose request it is.
    discordUserId,
    action: "account.expire",
    target: userId,
    outcome: "done",
    detail: { member: discordUserId },
    reference: undefined,
    at,
  });
}

/** @returns whether they were; `undefined` if that is worth another try */
async function notify(request: ConnectionRequest, ctx: AppContext): Promise<boolean | undefined> {
  const { id, guildId, discordUserId, channelId, userId } = request;
  const user = `**${describeDisplay(request)}** ${inlineCode(userId)}`;
  const end = `to be connected to ${user} wasn't decided within 30 days, so it expired and nothing changed. Talk to a manager, or ask again with ${ctx.commandMention("account connect")}.`;
  const message = {
    guildId,
    discordUserId,
    channelId,
    key: `connection-request ${id} expired`,
    inPrivate: { content: `Your request in <#${channelId}> ${end}` },
    inPublic: { content: `<@${discordUserId}> your request ${end}`, pings: [discordUserId] },
  };
  try {
    return await notifyMember(message, true, ctx);
  } catch (error) {
    return findNextTry(error, { guildId, attempts: 1 }, ctx) === undefined ? false : undefined;
  }
}

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
  { id, guildId, discordUserId, channelId }: ConnectionRequest,
  { inPrivate, inChannel }: News,
  { messenger, log }: NewsContext,
): Promise<Told> {
  const once = { nonce: formatNonce(`connection-request ${id}`), repeats: true };
  try {
    if (await messenger.sendDirect(discordUserId, { content: inPrivate }, { ...once, isRetry: false }))
      return "private";
  } catch (error) {
    log.info("couldn't send a member a private message", { guildId, error });
  }
  try {
    const content = `<@${discordUserId}> ${inChannel}`;
    await messenger.post(channelId, { content, pings: [discordUserId] }, once);
    return "channel";
  } catch (error) {
    log.info("couldn't tell a member in the channel", { guildId, error });
    return "nobody";
  }
}
