import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { Account } from "../../src/store/accounts.ts";
import type { ConnectionRequest } from "../../src/store/connection-requests.ts";
import { embed, type EmbedParts } from "../../src/ui/embed.ts";
import { escapeLines, inlineCode } from "../../src/ui/escape.ts";
import { joinParts, subtext } from "../../src/ui/lines.ts";
import { describeDisplay } from "../../src/ui/people.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { relativeAndExact } from "../../src/ui/time.ts";
import { memberField, personFields } from "./render-account.ts";

/** To a member who asked, once they are connected: to whom they asked for, or to somebody else. */
export function describeConnected(
  account: Pick<Account, "displayName" | "userId">,
  { userId, channelId }: ConnectionRequest,
  { commandMention }: GuildContext,
) {
  const user = `**${describeDisplay(account)}** ${inlineCode(account.userId)}`;
  const asked = account.userId === userId ? "as you asked for" : "and not to whom you asked for";
  const next = `See your week with ${commandMention("user show")}.`;
  return {
    inPrivate: `You are connected to ${user} now, ${asked} in <#${channelId}>. ${next}`,
    inChannel: `you are connected to ${user} now, ${asked}. ${next}`,
  };
}

/** To a member whose request was declined. The reason is nobody's business but theirs. */
export function describeDeclined(claim: ConnectionRequest, { commandMention }: GuildContext) {
  const { channelId, reason } = claim;
  const declined = `to be connected to **${describeDisplay(claim)}** ${inlineCode(claim.userId)} was declined, so nothing changed.`;
  const why = reason === undefined ? "" : `\nReason: ${escapeLines(reason, 500)}`;
  const next = `A manager can tell you more; you can ask again with ${commandMention("account connect")}.`;
  return {
    inPrivate: `Your request in <#${channelId}> ${declined}${why}\n${next}`,
    inChannel: `your request ${declined} ${next}`,
  };
}

/** Where people find what `user` asks for, true of every workspace; to stand after a refusal. */
export const whereToFindUserId =
  "It is the id by which the workspace knows a person: look at their profile there, or ask somebody who manages the workspace.";

interface StateWords extends Required<Pick<EmbedParts, "title" | "tone">> {
  readonly mark: string;
}

const stateTexts: Readonly<Record<ConnectionRequest["state"], StateWords>> = {
  open: { mark: "⏳", title: "Connect this member?", tone: "waiting" },
  approved: { mark: "✅", title: "Request approved", tone: "done" },
  declined: { mark: "✖️", title: "Request declined", tone: "over" },
  withdrawn: { mark: "▫️", title: "Request withdrawn", tone: "over" },
};

/** The managers' card, as the request stands. @param told whether the member heard of the decision */
export function renderClaim(claim: ConnectionRequest, told?: string): Reply {
  const { title, tone } = stateTexts[claim.state];
  return {
    embeds: [
      embed({
        title,
        tone,
        description: joinParts(
          [
            `<@${claim.discordUserId}> says that they are this user of the workspace.`,
            claim.state === "open"
              ? "Once approved, their own week, assignments and orders here are those of this user."
              : describeDecision(claim),
            claim.reason !== undefined && `Reason: ${escapeLines(claim.reason, 500)}`,
            told,
            subtext(`Asked ${relativeAndExact(Temporal.Instant.fromEpochMilliseconds(claim.createdAt))}`),
          ],
          "\n",
        ),
        thumbnailUrl: claim.avatarUrl,
        fields: [memberField(claim), ...personFields(claim)],
      }),
    ],
  };
}

/** `✅ Approved by @theo 3 minutes ago (…)`. */
function describeDecision({ state, decidedByDiscordUserId: by, decidedAt }: ConnectionRequest): string {
  const { mark } = stateTexts[state];
  const at =
    decidedAt === undefined ? "" : relativeAndExact(Temporal.Instant.fromEpochMilliseconds(decidedAt));
  const word = `${state.charAt(0).toUpperCase()}${state.slice(1)}`;
  return joinParts([mark, word, by !== undefined && `by <@${by}>`, at], " ");
}

/** What a member sees of a request that still waits. */
export function renderWaiting(claim: ConnectionRequest): Reply {
  const asked = relativeAndExact(Temporal.Instant.fromEpochMilliseconds(claim.createdAt));
  return {
    embeds: [
      embed({
        title: "Not connected yet",
        tone: "waiting",
        description: `⏳ <@${claim.discordUserId}> asked to be connected to **${describeDisplay(claim)}** ${inlineCode(claim.userId)} ${asked}. A manager has not decided yet.`,
      }),
    ],
  };
}
