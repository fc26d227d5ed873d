import { defineForm } from "../../src/interactions/controls.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { recordDeed } from "../../src/interactions/recording.ts";
import type { AccountClaim } from "../../src/store/account-claims.ts";
import { code, inertLines } from "../../src/text/inert.ts";
import { displayWords } from "../shared/people.ts";
import { claimCard } from "./claim-card.ts";
import { declineFormId } from "./claim-ids.ts";
import { claimToDecide, decide } from "./deciding.ts";
import { reasonField } from "./decline-button.ts";
import { tellClaimant } from "./tell-claimant.ts";

export const declineForm = defineForm({
  id: declineFormId,
  access: "manager",
  needs: "guild",
  ack: "update",
  async run({ claimId }, ctx, { fields }) {
    const asked = await claimToDecide(claimId, ctx);
    const reason = fields.getTextInputValue(reasonField).trim() || undefined;
    const { claim, first } = await decide(asked, { state: "declined", reason }, ctx);
    if (!first) return claimCard(claim);
    const { discordUserId: member, userId: target } = claim;
    // The reason is between the two of them: it is not kept on record.
    await recordDeed({ action: "account.decline", outcome: "done", target, detail: { member } }, ctx);
    return claimCard(claim, await tellClaimant(claim, declinedWords(claim, ctx), ctx));
  },
});

/** The reason is nobody's business but the member's. */
function declinedWords(claim: AccountClaim, { commandMention }: GuildContext) {
  const { channelId, reason } = claim;
  const declined = `to be connected to **${displayWords(claim)}** ${code(claim.userId)} was declined, so nothing changed.`;
  const why = reason === undefined ? "" : `\nReason: ${inertLines(reason, 500)}`;
  const next = `A manager can tell you more; you can ask again with ${commandMention("account connect")}.`;
  return {
    inPrivate: `Your request in <#${channelId}> ${declined}${why}\n${next}`,
    inChannel: `your request ${declined} ${next}`,
  };
}
