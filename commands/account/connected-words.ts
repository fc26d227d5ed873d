import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { AccountClaim } from "../../src/store/account-claims.ts";
import type { Account } from "../../src/store/accounts.ts";
import { code } from "../../src/text/inert.ts";
import { displayWords } from "../shared/people.ts";

/** To a member who asked, once they are connected: to whom they asked for, or to somebody else. */
export function connectedWords(
  account: Pick<Account, "displayName" | "userId">,
  { userId, channelId }: AccountClaim,
  { commandMention }: GuildContext,
) {
  const user = `**${displayWords(account)}** ${code(account.userId)}`;
  const asked = account.userId === userId ? "as you asked for" : "and not to whom you asked for";
  const next = `See your week with ${commandMention("user show")}.`;
  return {
    inPrivate: `You are connected to ${user} now, ${asked} in <#${channelId}>. ${next}`,
    inChannel: `you are connected to ${user} now, ${asked}. ${next}`,
  };
}
