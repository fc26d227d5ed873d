import type { AppContext } from "../context.ts";
import type { ConnectionRequest } from "../store/connection-requests.ts";
import { dayMs, hourMs } from "../time.ts";
import { inlineCode } from "../ui/escape.ts";
import { describeDisplay } from "../ui/people.ts";
import { updateCard } from "./connection-request-news.ts";
import { forEachLimited } from "./job.ts";
import { findNextTry, tellMember } from "./tell-member.ts";

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
  const isTold = await tell(request, ctx);
  // It stays open until its member can be told.
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
async function tell(request: ConnectionRequest, ctx: AppContext): Promise<boolean | undefined> {
  const { id, guildId, discordUserId, channelId, userId } = request;
  const user = `**${describeDisplay(request)}** ${inlineCode(userId)}`;
  const end = `to be connected to ${user} wasn't decided within 30 days, so it expired and nothing changed. Talk to a manager, or ask again with ${ctx.commandMention("account connect")}.`;
  const telling = {
    guildId,
    discordUserId,
    channelId,
    key: `connection-request ${id} expired`,
    inPrivate: { content: `Your request in <#${channelId}> ${end}` },
    inPublic: { content: `<@${discordUserId}> your request ${end}`, pings: [discordUserId] },
  };
  try {
    return await tellMember(telling, true, ctx);
  } catch (error) {
    return findNextTry(error, { guildId, attempts: 1 }, ctx) === undefined ? false : undefined;
  }
}
