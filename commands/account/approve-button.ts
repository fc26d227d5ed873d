import { foldedNames } from "../../src/domain/person-names.ts";
import { defineButton } from "../../src/interactions/controls.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { recordDeed } from "../../src/interactions/recording.ts";
import type { AccountClaim } from "../../src/store/account-claims.ts";
import type { Account } from "../../src/store/accounts.ts";
import { claimCard } from "./claim-card.ts";
import { approveId } from "./claim-ids.ts";
import { refuseConnected } from "./connecting.ts";
import { connectedWords } from "./connected-words.ts";
import { declinedWords } from "./declined-words.ts";
import { claimToDecide } from "./deciding.ts";
import { tellClaimant } from "./tell-claimant.ts";

export const approveButton = defineButton({
  id: approveId,
  access: "manager",
  needs: "guild",
  ack: "update",
  async run({ claimId }, ctx) {
    const asked = await claimToDecide(claimId, ctx);
    if (asked.state === "open") await refuseConnected(asked, ctx);
    const claim = await approve(asked, ctx);
    if (claim === undefined) return claimCard(await claimToDecide(claimId, ctx));
    const { discordUserId: member, userId, displayName, state } = claim;
    const approved = state === "approved";
    const outcome = approved ? "done" : "refused";
    const detail = { member, displayName, ...(approved && { after: userId }) };
    await recordDeed({ action: "account.approve", outcome, target: userId, detail }, ctx);
    const news = approved ? connectedWords(claim, claim, ctx) : declinedWords(claim, ctx);
    return claimCard(claim, await tellClaimant(claim, news, ctx));
  },
});

/** Another manager may have connected one of the two at the very moment of this press. */
const reasons = {
  "member-taken": "The member was connected to another user of the workspace at the same moment.",
  "user-taken": "This user of the workspace was connected to another member at the same moment.",
} as const;

function approve(asked: AccountClaim, ctx: GuildContext): Promise<AccountClaim | undefined> {
  const account = accountFrom(asked, ctx);
  return ctx.store.accountClaims.approve({
    id: asked.id,
    guildId: asked.guildId,
    decidedByDiscordUserId: ctx.caller.discordUserId,
    decidedAt: ctx.now(),
    account,
    foldedNames: foldedNames(account),
    reasons,
  });
}

function accountFrom(claim: AccountClaim, { caller, now }: GuildContext): Account {
  const { guildId, discordUserId, userId, displayName, username, avatarUrl, memberName } = claim;
  return {
    guildId,
    discordUserId,
    userId,
    displayName,
    username,
    avatarUrl,
    memberName,
    connectedByDiscordUserId: caller.discordUserId,
    connectedAt: now(),
  };
}
