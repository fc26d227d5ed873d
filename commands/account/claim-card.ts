import type { Answer } from "../../src/interactions/answer.ts";
import { button, buttonRow } from "../../src/interactions/components.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { AccountClaim } from "../../src/store/account-claims.ts";
import { approveId, declineId } from "./claim-ids.ts";
import { renderClaim } from "./render-claim.ts";

/** What stands in the managers' channel, with its buttons as long as there is something to decide. */
export function claimCard(claim: AccountClaim, told?: string): Answer {
  if (claim.state !== "open") return renderClaim(claim, told);
  const { id: claimId } = claim;
  return {
    ...renderClaim(claim),
    components: buttonRow(
      button({ customId: approveId.encode({ claimId }), label: "Approve", look: "good" }),
      button({ customId: declineId.encode({ claimId }), label: "Decline" }),
    ),
  };
}

/** Brings the card of a request that was ended elsewhere up to date. Never rejects: the buttons of an old card do no harm. */
export async function redrawCard(
  claim: AccountClaim,
  { messenger, log }: GuildContext,
  told?: string,
): Promise<void> {
  const { guildId, cardChannelId, cardMessageId } = claim;
  if (cardChannelId === undefined || cardMessageId === undefined) return;
  try {
    await messenger.edit(cardChannelId, cardMessageId, claimCard(claim, told));
  } catch (error) {
    log.info("the card of a request could not be brought up to date", { guildId, error });
  }
}
