import type { AppContext } from "../context.ts";
import { formatNonce } from "../outbox/nonce.ts";
import type { ConnectionRequest } from "../store/connection-requests.ts";
import { dayMs, hourMs } from "../time.ts";
import { inlineCode } from "../ui/escape.ts";
import { subtext } from "../ui/lines.ts";
import { describeDisplay } from "../ui/people.ts";
import type { Reply } from "../ui/reply.ts";
import { timestamp } from "../ui/time.ts";
import { forEachLimited } from "./job.ts";
import { findNextTry, notifyMember } from "./notify-member.ts";
import { type Ending, renderRequest, type Told } from "../ui/connection-card.ts";

/** After this, nobody needs to know who asked to be connected to whom, or what managers said. */
export const connectionRequestTtlMs = 30 * dayMs;
const maxBatch = 500;
const maxConcurrent = 4;

/** Closes requests that nobody decided on in time, and tells their members; runs once an hour. */
export async function expireRequests(ctx: AppContext): Promise<void> {
  const { store, now } = ctx;
  const old = await store.connectionRequests.expiring(now() - connectionRequestTtlMs, maxBatch);
  await forEachLimited(old, maxConcurrent, (request) => expire(request, ctx));
}

async function expire(request: ConnectionRequest, ctx: AppContext): Promise<void> {
  const { store, now } = ctx;
  const { id } = request;
  const at = now();
  // Every replica is here at the same minute.
  if (!(await store.idempotencyKeys.claim(`expires:${id}:${Math.floor(at / hourMs)}`, at))) return;
  // Closed before its member learns of it, as a manager may be approving it.
  const isOpen = request.state === "open";
  const expired = isOpen ? await close(request, at, ctx) : request;
  if (expired === undefined) return;
  const isTold = await notify(expired, !isOpen, ctx);
  await updateCard(expired, ctx, { told: isTold === false ? "nobody" : undefined });
  // Otherwise it's tried again in an hour.
  if (isTold !== undefined) await store.connectionRequests.setTold(id, now());
}

/** `undefined` if someone decided on it meanwhile. */
async function close(
  { id, guildId, discordUserId, userId }: ConnectionRequest,
  at: number,
  { store, newId, recordEntry }: AppContext,
): Promise<ConnectionRequest | undefined> {
  const expired = await store.connectionRequests.decide({
    id,
    guildId,
    state: "expired",
    decidedByDiscordUserId: undefined,
    decidedAt: at,
    reason: undefined,
  });
  if (expired === undefined) return undefined;
  await recordEntry({
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
  return expired;
}

/** @returns whether they were; `undefined` if that is worth another try */
async function notify(
  request: ConnectionRequest,
  isRetry: boolean,
  ctx: AppContext,
): Promise<boolean | undefined> {
  const { id, guildId, discordUserId, channelId, userId, createdAt } = request;
  const user = `**${describeDisplay(request)}** ${inlineCode(userId)}`;
  // When it was, so that no two messages read the same.
  const asked = subtext(`Asked ${timestamp(Temporal.Instant.fromEpochMilliseconds(createdAt))}`);
  const end = `to be connected to ${user} wasn't decided within 30 days, so it expired and nothing changed. Talk to a manager, or ask again with ${ctx.commandMention("account connect")}.\n${asked}`;
  const message = {
    guildId,
    discordUserId,
    channelId,
    key: `connection-request ${id} expired`,
    inPrivate: { content: `Your request in <#${channelId}> ${end}` },
    inPublic: { content: `<@${discordUserId}> your request ${end}`, pings: [discordUserId] },
  };
  try {
    return await notifyMember(message, isRetry, ctx);
  } catch (error) {
    return findNextTry(error, { guildId, attempts: 1 }, ctx) === undefined ? false : undefined;
  }
}

type NewsContext = Pick<AppContext, "messenger" | "log">;

/** Updates the card of a request that was decided elsewhere. Never rejects: the buttons of an old card do no harm. */
export function updateCard(request: ConnectionRequest, ctx: NewsContext, ending?: Ending): Promise<void> {
  return editCard(request, renderRequest(request, ending), ctx);
}

type Carded = Pick<ConnectionRequest, "guildId" | "cardChannelId" | "cardMessageId">;

/** Never rejects. */
export async function editCard(
  { guildId, cardChannelId, cardMessageId }: Carded,
  card: Reply,
  { messenger, log }: NewsContext,
): Promise<void> {
  if (cardChannelId === undefined || cardMessageId === undefined) return;
  try {
    await messenger.edit(cardChannelId, cardMessageId, card);
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
    if (await messenger.sendDirect(discordUserId, { content: inPrivate }, once)) return "private";
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
