import { defineForm } from "../../src/interactions/controls.ts";
import { recordDeed } from "../../src/interactions/recording.ts";
import { claimCard } from "./claim-card.ts";
import { declineFormId } from "./claim-ids.ts";
import { claimToDecide, decide } from "./deciding.ts";
import { reasonField } from "./decline-button.ts";
import { declinedWords } from "./declined-words.ts";
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
