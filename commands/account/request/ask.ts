import { z } from "zod";
import { UserError } from "../../../src/errors.ts";
import { defineConfirmation } from "../../../src/interactions/confirmation/define.ts";
import { defineCustomId } from "../../../src/interactions/custom-id.ts";
import type { GuildContext, LinkedContext } from "../../../src/interactions/handler-context.ts";
import { type Outcome, say } from "../../../src/outbox/queue.ts";
import type { ConnectionRequest } from "./store.ts";
import { connectionCard, updateCard } from "./news.ts";
import { type Ending, renderRequest } from "./card.ts";
import { createButton, createButtonRow } from "../../../src/ui/buttons.ts";
import { describeAccount } from "../../../src/ui/people.ts";
import type { Reply } from "../../../src/ui/reply.ts";
import { renderContext } from "../../../src/ui/render-context.ts";
import { ApiError } from "../../../src/api/errors.ts";
import { canUseForOthers } from "../../../src/interactions/access.ts";
import { recordAudit } from "../../../src/interactions/audit.ts";
import { takeHourlyTurn } from "../../../src/interactions/hourly-limit.ts";
import { describeWait } from "../../../src/ui/time.ts";
import { ServicePerson, lookUpPerson } from "../../kit/service-person.ts";
import { createDisconnectButtons } from "../disconnect.ts";
import { renderRequested } from "../render.ts";
import { whereToFindUserId } from "./render.ts";

const requestField = { requestId: z.string().min(1) };

export const approveId = defineCustomId("account.approve", requestField);
export const declineId = defineCustomId("account.decline", requestField);
export const declineFormId = defineCustomId("account.decline.form", requestField);
export const withdrawId = defineCustomId("account.withdraw", requestField);

/** The managers' card, with buttons while there is something to decide. */
export function renderRequestCard(request: ConnectionRequest, ending?: Ending): Reply {
  if (request.state !== "open") return renderRequest(request, ending);
  const { id: requestId } = request;
  return {
    ...renderRequest(request),
    components: createButtonRow(
      createButton({ customId: approveId.encode({ requestId }), label: "Approve", style: "success" }),
      createButton({ customId: declineId.encode({ requestId }), label: "Decline" }),
    ),
  };
}

/** A member requests a connection; the managers decide. */
export const requestConfirmation = defineConfirmation<ServicePerson, ConnectionRequest, "guild">({
  kind: "account.request",
  access: "staff",
  needs: "guild",
  payload: ServicePerson,
  confirm: { label: "Ask for approval", destructive: false },
  cancel: {
    label: "Not now",
    sentence: `Nobody was asked. If this isn't you, run \`/account connect\` again with your user id. ${whereToFindUserId}`,
  },
  unknownOutcomeText:
    "I couldn't finish asking the managers and don't know how far it got. Check `/profile` before you ask again.",
  execute: askManagers,
  outcome: {
    target: ({ userId }) => userId,
    duplicateText: () => "The managers were already asked. No second request was sent.",
  },
  receipt: ({ cardMessageId }, person, ctx) =>
    renderRequested(person, cardMessageId !== undefined, renderContext(ctx)),
});

/**
 * The channel for requests.
 * @throws UserError if the caller or the user is connected, or there is nobody to ask
 */
export async function findChannelToAsk(userId: string, ctx: GuildContext): Promise<string> {
  const { store, guildId, self, invoker, commandMention } = ctx;
  const [own, other, channelId] = await Promise.all([
    self(),
    store.accounts.ofUser(guildId, userId),
    store.guildSettings.get(guildId, "managers-channel"),
  ]);
  if (own !== undefined)
    throw new UserError(
      `You're already connected to ${describeAccount(own)} \`${own.userId}\`, so nobody was asked. To change that, disconnect first in ${commandMention("profile")}.`,
      { components: createButtonRow(...createDisconnectButtons(invoker.discordUserId, ctx)) },
    );
  if (other !== undefined)
    throw new UserError(
      "That workspace user is already connected to someone else, so nothing was sent. If it's you, ask a manager.",
    );
  if (channelId === undefined)
    throw new UserError(
      `This server has no managers' channel yet, so nobody was asked. An admin can choose one in ${commandMention("settings")}, or a manager can connect you with ${commandMention("account connect")} and its \`member\` option.`,
    );
  return channelId;
}

async function askManagers(person: ServicePerson, ctx: GuildContext): Promise<ConnectionRequest> {
  const { store, invoker, guildId } = ctx;
  const cardChannelId = await findChannelToAsk(person.userId, ctx);
  const request: ConnectionRequest = {
    id: ctx.newId(),
    guildId,
    discordUserId: invoker.discordUserId,
    userId: person.userId,
    displayName: person.displayName,
    username: person.username,
    avatarUrl: person.avatarUrl,
    memberName: invoker.displayName,
    channelId: ctx.channelId,
    cardChannelId: undefined,
    cardMessageId: undefined,
    createdAt: ctx.now(),
    state: "open",
    decidedByDiscordUserId: undefined,
    decidedAt: undefined,
    reason: undefined,
    toldAt: undefined,
  };
  const earlier = await store.connectionRequests.create(request);
  if (earlier !== undefined) await updateCard(earlier, ctx);
  const cardMessageId = await postCard(request, cardChannelId, ctx);
  return { ...request, cardMessageId };
}

/**
 * What Discord doesn't take for now, or gives no clear answer to, is tried again by itself.
 * @returns the message's id; `undefined` if it isn't there yet, as far as anyone knows
 * @throws UserError if it can't be posted: the request is withdrawn then
 */
async function postCard(
  request: ConnectionRequest,
  channelId: string,
  ctx: GuildContext,
): Promise<string | undefined> {
  const { id, guildId, discordUserId } = request;
  const outcome = await sayCard(request, channelId, ctx);
  if (outcome?.how === "channel") return outcome.messageId;
  // Without an error, the request was decided or withdrawn at the same moment.
  if (outcome?.how !== "nobody" || outcome.error === undefined) return undefined;
  await ctx.store.connectionRequests.decide({
    id,
    guildId,
    state: "withdrawn",
    decidedByDiscordUserId: discordUserId,
    decidedAt: ctx.now(),
    reason: undefined,
  });
  throw new UserError(
    `I couldn't post in the managers' channel <#${channelId}>, so nobody was asked and your request was withdrawn. An admin can choose it again in ${ctx.commandMention("settings")} to see what permissions I need.`,
    { cause: outcome.error },
  );
}

function sayCard(
  request: ConnectionRequest,
  channelId: string,
  ctx: GuildContext,
): Promise<Outcome | undefined> {
  const { id: requestId, guildId, discordUserId } = request;
  const key = `connection-request ${requestId} ${channelId}`;
  const payload = { requestId, channelId, card: renderRequestCard(request) };
  return say(connectionCard, { key, guildId, discordUserId, payload }, ctx);
}

/** More would keep the admin waiting; `/account list` has them all. */
const maxPostedAgain = 25;

/** Posts cards again whose channel was deleted. Never rejects. @returns how many */
export async function postLostCards(channelId: string, ctx: GuildContext): Promise<number> {
  const { store, guildId, messenger, log } = ctx;
  let posted = 0;
  try {
    const open = await store.connectionRequests.listOpen(guildId, maxPostedAgain);
    const elsewhere = open.filter(({ cardChannelId = channelId }) => cardChannelId !== channelId);
    for (const [before, requests] of Map.groupBy(elsewhere, ({ cardChannelId = "" }) => cardChannelId)) {
      if ((await messenger.missingPermissions(guildId, before)) !== "gone") continue;
      for (const request of requests) {
        const outcome = await sayCard(request, channelId, ctx);
        // It comes by itself, and the others would keep the admin waiting.
        if (outcome === undefined) return posted;
        if (outcome.how === "nobody") throw outcome.error;
        posted += 1;
      }
    }
  } catch (error) {
    log.warn("couldn't post the cards of a deleted channel again", { guildId, channelId, error });
  }
  return posted;
}

/** Enough to find yourself after a few typos, and too few to browse everyone. */
const maxAnHour = 10;

/**
 * Looks up who someone without an account says they are. Any user id shows a name and a picture, so each look-up counts,
 * and goes into the audit log.
 * @throws UserError if the caller reached the limit, and what `lookUpPerson` throws
 */
export async function lookUpOneself(userId: string, ctx: LinkedContext): Promise<ServicePerson> {
  await count(ctx);
  const record = (outcome: "done" | "refused") =>
    recordAudit({ action: "account.look-up", outcome, target: userId }, ctx);
  try {
    const person = await lookUpPerson(userId, ctx);
    await record("done");
    return person;
  } catch (error) {
    if (error instanceof ApiError) await record("refused");
    throw error;
  }
}

async function count(ctx: LinkedContext): Promise<void> {
  const { invoker, guildId } = ctx;
  // Managers can look people up by their id anyway.
  if (canUseForOthers(invoker)) return;
  const turn = await takeHourlyTurn(`look-up:${guildId}:${invoker.discordUserId}`, maxAnHour, ctx);
  if (typeof turn === "number")
    throw new UserError(
      `You've used your ${maxAnHour} lookups for this hour, so nobody was looked up. Try again in ${describeWait(turn)}, or ask a manager to connect you.`,
    );
}
