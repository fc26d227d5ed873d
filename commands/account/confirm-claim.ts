import { UserError } from "../../src/errors.ts";
import { defineConfirmation } from "../../src/interactions/confirmation.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { AccountClaim } from "../../src/store/account-claims.ts";
import { accountWords } from "../shared/people.ts";
import { ServicePerson } from "../shared/service-person.ts";
import { claimCard, redrawCard } from "./claim-card.ts";
import { renderAsked } from "./render-person.ts";
import { whereUserIdStands } from "./user-id-words.ts";

/** A member asks to be connected; the managers decide. */
export const claimConfirmation = defineConfirmation<ServicePerson, AccountClaim, "guild">({
  kind: "account.claim",
  access: "staff",
  needs: "guild",
  payload: ServicePerson,
  confirm: { label: "Ask for approval", harmful: false },
  keep: {
    label: "Not me",
    sentence: `Nobody was asked. Run \`/account connect\` again with your user id. ${whereUserIdStands}`,
  },
  unknownSentence:
    "I could not finish asking the managers, and cannot tell how far it got. Check `/account show` before you ask again.",
  perform: askManagers,
  outcome: {
    target: ({ userId }) => userId,
    alreadySentence: () => "The managers were already asked. Nothing was asked twice.",
  },
  receipt: (_claim, person, ctx) => renderAsked(person, ctx.commandMention("account show")),
});

/**
 * Where requests go.
 * @throws UserError when the caller or the user is connected, or there is nobody to ask
 */
export async function placeToAsk(
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
      `You are connected to ${accountWords(own)} \`${own.userId}\` already, so nobody was asked. To change that, disconnect first with ${commandMention("account disconnect")}.`,
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

async function askManagers(person: ServicePerson, ctx: GuildContext): Promise<AccountClaim> {
  const { store, caller, guildId } = ctx;
  const cardChannelId = await placeToAsk(person.userId, ctx);
  const claim: AccountClaim = {
    id: ctx.newId(),
    guildId,
    discordUserId: caller.discordUserId,
    userId: person.userId,
    displayName: person.displayName,
    username: person.username,
    avatarUrl: person.avatarUrl,
    memberName: caller.displayName,
    channelId: ctx.channelId,
    cardChannelId: undefined,
    cardMessageId: undefined,
    createdAt: ctx.now(),
    state: "open",
    decidedByDiscordUserId: undefined,
    decidedAt: undefined,
    reason: undefined,
  };
  const earlier = await store.accountClaims.create(claim);
  if (earlier !== undefined) await redrawCard(earlier, ctx);
  const cardMessageId = await postCard(claim, cardChannelId, ctx);
  await store.accountClaims.setCard(claim.id, cardChannelId, cardMessageId);
  return claim;
}

/** @throws UserError when it cannot be posted: the request is withdrawn then */
async function postCard(claim: AccountClaim, channelId: string, ctx: GuildContext): Promise<string> {
  const { id, guildId, discordUserId } = claim;
  try {
    return (await ctx.messenger.post(channelId, claimCard(claim))).messageId;
  } catch (error) {
    ctx.log.info("a request could not be posted", { guildId, error });
    await ctx.store.accountClaims.decide({
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
