import { defineButton } from "../../src/interactions/controls.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { recordDeed } from "../../src/interactions/recording.ts";
import type { AccountClaim } from "../../src/store/account-claims.ts";
import type { Account } from "../../src/store/accounts.ts";
import { claimCard } from "./claim-card.ts";
import { approveId } from "./claim-ids.ts";
import { connectMember, refuseConnected } from "./connecting.ts";
import { connectedWords } from "./connected-words.ts";
import { claimToDecide, decide } from "./deciding.ts";
import { tellClaimant } from "./tell-claimant.ts";

export const approveButton = defineButton({
  id: approveId,
  access: "manager",
  needs: "guild",
  ack: "update",
  async run({ claimId }, ctx) {
    const asked = await claimToDecide(claimId, ctx);
    if (asked.state === "open") await refuseConnected(asked, ctx);
    const { claim } = await decide(asked, { state: "approved", reason: undefined }, ctx);
    if (claim.state !== "approved") return claimCard(claim);
    // Also when somebody else approved it: had that been cut off halfway, this press finishes it.
    if ((await connectMember(accountFrom(claim, ctx), ctx)) === "already") return claimCard(claim);
    const { discordUserId: member, userId, displayName } = claim;
    const detail = { member, displayName, after: userId };
    await recordDeed({ action: "account.approve", outcome: "done", target: userId, detail }, ctx);
    return claimCard(claim, await tellClaimant(claim, connectedWords(claim, claim, ctx), ctx));
  },
});

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
    connectedByDiscordUserId: claim.decidedByDiscordUserId ?? caller.discordUserId,
    connectedAt: now(),
  };
}
