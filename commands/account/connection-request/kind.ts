import type { AppContext } from "../../../src/context.ts";
import { forEachLimited } from "../../../src/jobs/job.ts";
import { dayMs, hourMs } from "../../../src/time.ts";
import { escapeLines, inlineCode } from "../../../src/ui/escape.ts";
import { subtext } from "../../../src/ui/lines.ts";
import { describeDisplay } from "../../../src/ui/people.ts";
import { timestamp } from "../../../src/ui/time.ts";
import type { Account } from "../../../src/store/accounts.ts";
import { defineRequestKind, type News } from "../../kit/member-request/kind.ts";
import { outdatedComponentText } from "../../../src/interactions/components.ts";
import { connectionIds, createConnectAgainButtons, renderRequest } from "./card.ts";
import type { ConnectionRequest } from "./store.ts";

/** After this, nobody needs to know who asked to be connected to whom, or what managers said. */
export const connectionRequestTtlMs = 30 * dayMs;
const maxBatch = 500;
const maxConcurrent = 4;

/** Members ask to be connected. */
export const connection = defineRequestKind<ConnectionRequest>({
  name: "connection",
  key: "connection-request",
  createNewsKey: ({ id, state }) =>
    state === "expired" ? `connection-request ${id} expired` : `connection-request ${id}`,
  requests: (store) => store.connectionRequests,
  audit: {
    prefix: "account",
    describe: ({ discordUserId: member, userId: target }) => ({ target, detail: { member } }),
  },
  renderCard: async (request) => renderRequest(request),
  setCard: ({ id }, { channelId, messageId }, store) =>
    store.connectionRequests.set(id, { cardChannelId: channelId, cardMessageId: messageId }),
  describeNews: async (request, ctx) => describeEnd(request, ctx),
  async setTold({ id, state }, _how, { store, now }) {
    if (state === "expired") await store.connectionRequests.set(id, { toldAt: now() });
  },
  remembersTold: false,
  ids: connectionIds,
  createAskAgainButtons: async (withdrawn, ctx) => createConnectAgainButtons(withdrawn, ctx),
  declineField: { description: "Optional. I'll send it to them in a private message.", max: 500 },
  texts: {
    notPosted: (channelId, { commandMention }) =>
      `I couldn't post in the managers' channel <#${channelId}>, so nobody was asked and your request was withdrawn. An admin can choose it again in ${commandMention("settings")} to see what permissions I need.`,
    notOpen: ({ state, decidedByDiscordUserId: by }) =>
      `This request was already ${state}${by === undefined ? "" : ` by <@${by}>`}, so there's nothing to decline.`,
    notTheirs: outdatedComponentText,
    notWithdrawn: ({ state }) => `This request was already ${state}. Nothing was done.`,
    withdrawn: (_request, { commandMention }) =>
      `Your request was withdrawn and nothing was changed. You can ask again with ${commandMention("account connect")}.`,
    clearedLater:
      "🟧 I couldn't take the names off all cards of requests to connect yet. I'll keep trying for a week.",
    notCleared: (links) =>
      `🟧 Discord doesn't let me take the names off all cards of requests to connect, so these still show them: ${links}. Ask someone who manages messages there to delete them.`,
  },
});

/** Closes requests that nobody decided on in time, and tells their members; runs once an hour. */
export async function expireRequests(ctx: AppContext): Promise<void> {
  const { store, now } = ctx;
  const old = await store.connectionRequests.expiring(now() - connectionRequestTtlMs, maxBatch);
  await forEachLimited(old, maxConcurrent, async (request) => {
    const at = now();
    // Every replica is here at the same minute.
    if (!(await store.idempotencyKeys.claim(`expires:${request.id}:${Math.floor(at / hourMs)}`, at))) return;
    if (request.state === "open") return connection.expire(request, ctx);
    // It is waiting to be said, unless it expired with a version that told its members by this job.
    await store.outbox.add({ ...connection.createNews(request, at, false), attempts: 1 });
  });
}

type Mentions = Pick<AppContext, "commandMention">;

/** To a member who asked. */
function describeEnd(request: ConnectionRequest, ctx: Mentions): News {
  const { state, userId, channelId, createdAt, reason } = request;
  if (state === "approved") return describeConnected(request, request, ctx);
  const again = ctx.commandMention("account connect");
  const asked = `to be connected to **${describeDisplay(request)}** ${inlineCode(userId)}`;
  const inPrivate = `Your request in <#${channelId}> ${asked}`;
  const inChannel = `your request ${asked}`;
  if (state === "declined") {
    // The reason is only for them.
    const why = reason === undefined ? "" : `\nReason: ${escapeLines(reason, 500)}`;
    const next = `A manager can tell you more; you can ask again with ${again}.`;
    const declined = "was declined, so nothing changed.";
    return {
      inPrivate: `${inPrivate} ${declined}${why}\n${next}`,
      inChannel: `${inChannel} ${declined} ${next}`,
    };
  }
  const end =
    state === "expired"
      ? // When it was, so that no two messages read the same.
        `wasn't decided within 30 days, so it expired and nothing changed. Talk to a manager, or ask again with ${again}.\n${subtext(`Asked ${timestamp(Temporal.Instant.fromEpochMilliseconds(createdAt))}`)}`
      : `couldn't be posted for the managers, so nobody was asked. Ask again with ${again}.`;
  return {
    inPrivate: `${inPrivate} ${end}`,
    inChannel: `${inChannel} ${end}`,
    isForStaff: state === "expired",
  };
}

/** To a member who asked, once they are connected: to whom they asked for, or to someone else. */
export function describeConnected(
  account: Pick<Account, "displayName" | "userId">,
  { userId, channelId }: ConnectionRequest,
  { commandMention }: Mentions,
): News {
  const user = `**${describeDisplay(account)}** ${inlineCode(account.userId)}`;
  const asked = account.userId === userId ? "as you asked" : "which isn't who you asked for";
  const next = `See your week with ${commandMention("me")}.`;
  return {
    inPrivate: `You're now connected to ${user}, ${asked} in <#${channelId}>. ${next}`,
    inChannel: `you're now connected to ${user}, ${asked}. ${next}`,
  };
}
