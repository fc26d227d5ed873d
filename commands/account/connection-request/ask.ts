import { UnfixableError, UserError } from "../../../src/errors.ts";
import { defineConfirmation } from "../../../src/interactions/confirmation/define.ts";
import type { GuildContext, LinkedContext } from "../../../src/interactions/handler-context.ts";
import type { ConnectionRequest } from "./store.ts";
import { newRequest } from "../../kit/member-request/store.ts";
import { connection } from "./kind.ts";
import { createButtonRow } from "../../../src/ui/buttons.ts";
import { describeAccount } from "../../../src/ui/people.ts";
import { renderContext } from "../../../src/ui/render-context.ts";
import { ApiError } from "../../../src/api/errors.ts";
import { canUseForOthers } from "../../../src/interactions/access.ts";
import { recordAudit } from "../../../src/interactions/audit.ts";
import { takeHourlyTurn } from "../../../src/interactions/hourly-limit.ts";
import { describeWait } from "../../../src/ui/time.ts";
import { canWriteIn } from "../../kit/post-channel.ts";
import { ServicePerson, lookUpPerson } from "../../kit/service-person.ts";
import { createDisconnectButtons } from "../disconnect.ts";
import { renderRequested } from "../render.ts";
import { createWithdrawButtons, whereToFindUserId } from "./card.ts";

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
  receipt: async (request, person, ctx) => ({
    ...renderRequested(
      {
        person,
        isPosted: request.cardMessageId !== undefined,
        canTellHere: await canWriteIn(request.channelId, ctx),
      },
      renderContext(ctx),
    ),
    components: createButtonRow(...createWithdrawButtons(request, ctx)),
  }),
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
    throw new UnfixableError(
      `This server has no managers' channel yet, so nobody was asked. An admin can choose one in ${commandMention("settings")}, or a manager can connect you with ${commandMention("account connect")} and its \`person\` option.`,
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
    createdAt: ctx.now(),
    ...newRequest,
    reason: undefined,
    toldAt: undefined,
  };
  const card = connection.createCard(request, cardChannelId, ctx.now(), true);
  const earlier = await store.connectionRequests.create(request, card);
  if (earlier !== undefined) await connection.refresh(earlier, ctx);
  return { ...request, cardMessageId: await connection.post(request, cardChannelId, card, { ctx }) };
}

/** More would keep the admin waiting; `/account list` has them all. */
const maxPostedAgain = 25;

/** Posts cards again whose channel was deleted. Never rejects. @returns how many */
export async function postLostCards(channelId: string, ctx: GuildContext): Promise<number> {
  const { store, guildId, messenger, log } = ctx;
  let posted = 0;
  try {
    const open = await store.connectionRequests.listUndecided(guildId, maxPostedAgain);
    const elsewhere = open.filter(({ cardChannelId = channelId }) => cardChannelId !== channelId);
    for (const [before, requests] of Map.groupBy(elsewhere, ({ cardChannelId = "" }) => cardChannelId)) {
      if ((await messenger.missingPermissions(guildId, before)) !== "gone") continue;
      for (const request of requests) {
        const outcome = await connection.postAgain(request, channelId, ctx);
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
    throw new UnfixableError(
      `You've used your ${maxAnHour} lookups for this hour, so nobody was looked up. Try again in ${describeWait(turn)}, or ask a manager to connect you.`,
    );
}
