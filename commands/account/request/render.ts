import type { GuildContext } from "../../../src/interactions/handler-context.ts";
import type { Account } from "../../../src/store/accounts.ts";
import type { ConnectionRequest } from "./store.ts";
import { escapeLines, inlineCode } from "../../../src/ui/escape.ts";
import { describeDisplay } from "../../../src/ui/people.ts";
import { formatRelativeAndExact } from "../../../src/ui/time.ts";

/** To a member who asked, once they are connected: to whom they asked for, or to someone else. */
export function describeConnected(
  account: Pick<Account, "displayName" | "userId">,
  { userId, channelId }: ConnectionRequest,
  { commandMention }: GuildContext,
) {
  const user = `**${describeDisplay(account)}** ${inlineCode(account.userId)}`;
  const asked = account.userId === userId ? "as you asked" : "which isn't who you asked for";
  const next = `See your week with ${commandMention("me")}.`;
  return {
    inPrivate: `You're now connected to ${user}, ${asked} in <#${channelId}>. ${next}`,
    inChannel: `you're now connected to ${user}, ${asked}. ${next}`,
  };
}

/** To a member whose request was declined. The reason is only for them. */
export function describeDeclined(request: ConnectionRequest, { commandMention }: GuildContext) {
  const { channelId, reason } = request;
  const declined = `to be connected to **${describeDisplay(request)}** ${inlineCode(request.userId)} was declined, so nothing changed.`;
  const why = reason === undefined ? "" : `\nReason: ${escapeLines(reason, 500)}`;
  const next = `A manager can tell you more; you can ask again with ${commandMention("account connect")}.`;
  return {
    inPrivate: `Your request in <#${channelId}> ${declined}${why}\n${next}`,
    inChannel: `your request ${declined} ${next}`,
  };
}

/** Where people find their user id, true of every workspace; follows a refusal. */
export const whereToFindUserId =
  "The user id is shown on the person's profile in the workspace. If you can't find it, ask someone who manages the workspace.";

/** @param isOwn it is the reader's */
export function describeWaiting(
  { displayName, userId, createdAt }: ConnectionRequest,
  isOwn: boolean,
): string {
  const asked = formatRelativeAndExact(Temporal.Instant.fromEpochMilliseconds(createdAt));
  const user = `**${describeDisplay({ displayName, userId })}** ${inlineCode(userId)}`;
  return isOwn
    ? `⏳ You asked to be connected to ${user}. A manager hasn't decided yet. Asked: ${asked}`
    : `⏳ They asked to be connected to ${user}. A manager hasn't decided yet. Asked: ${asked}`;
}
