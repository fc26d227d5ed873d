import { MisuseError, UserError } from "../../src/errors.ts";
import { outOfDate } from "../../src/interactions/controls.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { AccountClaim, AccountClaimDecision } from "../../src/store/account-claims.ts";

/** The request behind a card, for somebody who may decide it. @throws UserError when it is their own, or too old */
export async function claimToDecide(claimId: string, ctx: GuildContext): Promise<AccountClaim> {
  const claim = await ctx.store.accountClaims.find(claimId);
  if (claim === undefined) throw new UserError(outOfDate);
  if (claim.guildId !== ctx.guildId) throw new MisuseError(outOfDate);
  if (claim.discordUserId === ctx.caller.discordUserId)
    throw new UserError(
      "This is your own request, so another manager or admin has to decide it. Nothing was done.",
    );
  return claim;
}

/** Ends an open request for the caller; otherwise gives it as somebody else ended it. */
export async function decide(
  { id, guildId }: AccountClaim,
  { state, reason }: Pick<AccountClaimDecision, "state" | "reason">,
  ctx: GuildContext,
): Promise<{ readonly claim: AccountClaim; readonly first: boolean }> {
  const { accountClaims } = ctx.store;
  const decidedByDiscordUserId = ctx.caller.discordUserId;
  const decision = { id, guildId, state, decidedByDiscordUserId, decidedAt: ctx.now(), reason };
  const decided = await accountClaims.decide(decision);
  if (decided !== undefined) return { claim: decided, first: true };
  const ended = await accountClaims.find(id);
  if (ended === undefined) throw new UserError(outOfDate);
  return { claim: ended, first: false };
}
