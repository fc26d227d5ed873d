import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { AccountClaim } from "../../src/store/account-claims.ts";
import { code, inertLines } from "../../src/text/inert.ts";
import { displayWords } from "../shared/people.ts";

/** To a member whose request was declined. The reason is nobody's business but theirs. */
export function declinedWords(claim: AccountClaim, { commandMention }: GuildContext) {
  const { channelId, reason } = claim;
  const declined = `to be connected to **${displayWords(claim)}** ${code(claim.userId)} was declined, so nothing changed.`;
  const why = reason === undefined ? "" : `\nReason: ${inertLines(reason, 500)}`;
  const next = `A manager can tell you more; you can ask again with ${commandMention("account connect")}.`;
  return {
    inPrivate: `Your request in <#${channelId}> ${declined}${why}\n${next}`,
    inChannel: `your request ${declined} ${next}`,
  };
}
