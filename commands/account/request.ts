import { z } from "zod";
import { UserError } from "../../src/errors.ts";
import { defineConfirmation } from "../../src/interactions/confirmation/define.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { ConnectionRequest } from "../../src/store/connection-requests.ts";
import { button, buttonRow } from "../../src/ui/buttons.ts";
import { describeAccount } from "../../src/ui/people.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { ServicePerson } from "../kit/service-person.ts";
import { renderAsked } from "./render-account.ts";
import { renderClaim, whereToFindUserId } from "./render-request.ts";

const requestField = { claimId: z.string().min(1) };

export const approveId = defineCustomId("account.approve", requestField);
export const declineId = defineCustomId("account.decline", requestField);
export const declineFormId = defineCustomId("account.decline.form", requestField);
export const withdrawId = defineCustomId("account.withdraw", requestField);

/** What stands in the managers' channel, with its buttons as long as there is something to decide. */
export function requestCard(claim: ConnectionRequest, told?: string): Reply {
  if (claim.state !== "open") return renderClaim(claim, told);
  const { id: claimId } = claim;
  return {
    ...renderClaim(claim),
    components: buttonRow(
      button({ customId: approveId.encode({ claimId }), label: "Approve", style: "good" }),
      button({ customId: declineId.encode({ claimId }), label: "Decline" }),
    ),
  };
}

/** Brings the card of a request that was ended elsewhere up to date. Never rejects: the buttons of an old card do no harm. */
export async function updateCard(
  claim: ConnectionRequest,
  { messenger, log }: GuildContext,
  told?: string,
): Promise<void> {
  const { guildId, cardChannelId, cardMessageId } = claim;
  if (cardChannelId === undefined || cardMessageId === undefined) return;
  try {
    await messenger.edit(cardChannelId, cardMessageId, requestCard(claim, told));
  } catch (error) {
    log.info("the card of a request could not be brought up to date", { guildId, error });
  }
}

/** A member asks to be connected; the managers decide. */
export const requestConfirmation = defineConfirmation<ServicePerson, ConnectionRequest, "guild">({
  kind: "account.claim",
  access: "staff",
  needs: "guild",
  payload: ServicePerson,
  confirm: { label: "Ask for approval", harmful: false },
  cancel: {
    label: "Not me",
    sentence: `Nobody was asked. Run \`/account connect\` again with your user id. ${whereToFindUserId}`,
  },
  unknownOutcomeText:
    "I could not finish asking the managers, and cannot tell how far it got. Check `/account show` before you ask again.",
  execute: askManagers,
  outcome: {
    target: ({ userId }) => userId,
    duplicateText: () => "The managers were already asked. Nothing was asked twice.",
  },
  receipt: (_claim, person, ctx) => renderAsked(person, ctx.commandMention("account show")),
});

/**
 * Where requests go.
 * @throws UserError when the caller or the user is connected, or there is nobody to ask
 */
export async function channelToAsk(
  userId: string,
  { store, guildId, self, commandMention }: GuildContext,
): Promise<string> {
  const [own, other, channelId] = await Promise.all([
    self(),
    store.accounts.ofUser(guildId, userId),
    store.guildSettings.get(guildId, "managers-channel"),
  ]);
  if (own !== undefined)
    throw new UserError(
      `You are connected to ${describeAccount(own)} \`${own.userId}\` already, so nobody was asked. To change that, disconnect first with ${commandMention("account disconnect")}.`,
    );
  if (other !== undefined)
    throw new UserError(
      "Another member here is connected to this user of the workspace already, so nobody was asked. If it is you, a manager can look into it.",
    );
  if (channelId === undefined)
    throw new UserError(
      `There is no channel yet where managers are asked, so nobody was. An admin can choose one with ${commandMention("settings managers-channel")}, or another manager can connect you with ${commandMention("account connect")} and its option \`member\`.`,
    );
  return channelId;
}

async function askManagers(person: ServicePerson, ctx: GuildContext): Promise<ConnectionRequest> {
  const { store, invoker, guildId } = ctx;
  const cardChannelId = await channelToAsk(person.userId, ctx);
  const claim: ConnectionRequest = {
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
  };
  const earlier = await store.connectionRequests.create(claim);
  if (earlier !== undefined) await updateCard(earlier, ctx);
  const cardMessageId = await postCard(claim, cardChannelId, ctx);
  await store.connectionRequests.setCard(claim.id, cardChannelId, cardMessageId);
  return claim;
}

/** @throws UserError when it cannot be posted: the request is withdrawn then */
async function postCard(claim: ConnectionRequest, channelId: string, ctx: GuildContext): Promise<string> {
  const { id, guildId, discordUserId } = claim;
  try {
    return (await ctx.messenger.post(channelId, requestCard(claim))).messageId;
  } catch (error) {
    ctx.log.info("a request could not be posted", { guildId, error });
    await ctx.store.connectionRequests.decide({
      id,
      guildId,
      state: "withdrawn",
      decidedByDiscordUserId: discordUserId,
      decidedAt: ctx.now(),
      reason: undefined,
    });
    throw new UserError(
      `I could not post in the managers' channel <#${channelId}>, so nobody was asked and your request was withdrawn. An admin can see what I lack there by choosing it again with ${ctx.commandMention("settings managers-channel")}.`,
      { cause: error },
    );
  }
}
