import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { Account } from "../../src/store/accounts.ts";
import type { ConnectionRequest } from "../../src/store/connection-requests.ts";
import { embed, type EmbedParts } from "../../src/ui/embed.ts";
import { escapeLines, inlineCode } from "../../src/ui/escape.ts";
import { joinParts, subtext } from "../../src/ui/lines.ts";
import { describeDisplay } from "../../src/ui/people.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { relativeAndExact } from "../../src/ui/time.ts";
import { memberEntry, userFields } from "./render-account.ts";

/** To a member who asked, once they are connected: to whom they asked for, or to someone else. */
export function describeConnected(
  account: Pick<Account, "displayName" | "userId">,
  { userId, channelId }: ConnectionRequest,
  { commandMention }: GuildContext,
) {
  const user = `**${describeDisplay(account)}** ${inlineCode(account.userId)}`;
  const asked = account.userId === userId ? "as you asked" : "which is not who you asked for";
  const next = `See your week with ${commandMention("user show")}.`;
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

interface StateText extends Required<Pick<EmbedParts, "title" | "tone">> {
  readonly mark: string;
}

const stateTexts: Readonly<Record<ConnectionRequest["state"], StateText>> = {
  open: { mark: "⏳", title: "Connect this member?", tone: "waiting" },
  approved: { mark: "✅", title: "Request approved", tone: "done" },
  declined: { mark: "✖️", title: "Request declined", tone: "over" },
  withdrawn: { mark: "🔹", title: "Request withdrawn", tone: "over" },
};

/** How a member was told of the decision on their request. */
export type Told = "private" | "channel" | "nobody";

/** The managers' card. @param told `undefined` if nobody was to be told, or it isn't known any more */
export function renderRequest(request: ConnectionRequest, told?: Told): Reply {
  const { title, tone } = stateTexts[request.state];
  return {
    embeds: [
      embed({
        title,
        tone,
        description: joinParts(
          [
            `<@${request.discordUserId}> says they are this workspace user.`,
            request.state === "open"
              ? "If you approve, they'll see this user's week, assignments and orders as their own."
              : describeDecision(request),
            request.reason !== undefined && `Reason: ${escapeLines(request.reason, 500)}`,
            told && toldTexts[told](request),
            subtext(`Asked ${relativeAndExact(Temporal.Instant.fromEpochMilliseconds(request.createdAt))}`),
          ],
          "\n",
        ),
        thumbnailUrl: request.avatarUrl,
        fields: [memberEntry(request), ...userFields(request)],
      }),
    ],
  };
}

const toldTexts: Readonly<Record<Told, (request: ConnectionRequest) => string>> = {
  private: () => "I told them in a private message.",
  channel: ({ channelId }) => `They don't accept private messages, so I told them in <#${channelId}>.`,
  nobody: () =>
    "🟧 I couldn't reach them in private or in the channel where they asked. Please tell them yourself.",
};

/** `✅ Approved by @theo 3 minutes ago (…)`. */
function describeDecision({ state, decidedByDiscordUserId: by, decidedAt }: ConnectionRequest): string {
  const { mark } = stateTexts[state];
  const at =
    decidedAt === undefined ? "" : relativeAndExact(Temporal.Instant.fromEpochMilliseconds(decidedAt));
  const word = `${state.charAt(0).toUpperCase()}${state.slice(1)}`;
  return joinParts([mark, word, by !== undefined && `by <@${by}>`, at], " ");
}

/** A member's view of an open request. */
export function renderWaiting(request: ConnectionRequest): Reply {
  const asked = relativeAndExact(Temporal.Instant.fromEpochMilliseconds(request.createdAt));
  return {
    embeds: [
      embed({
        title: "Not connected yet",
        tone: "waiting",
        description: `⏳ <@${request.discordUserId}> asked to be connected to **${describeDisplay(request)}** ${inlineCode(request.userId)} ${asked}. A manager hasn't decided yet.`,
      }),
    ],
  };
}
