import type { Answer } from "../../src/interactions/answer.ts";
import type { AccountClaim } from "../../src/store/account-claims.ts";
import { embed, type EmbedParts } from "../../src/text/embed.ts";
import { code, inertLines } from "../../src/text/inert.ts";
import { nearAndExact } from "../../src/text/time.ts";
import { joined, smallPrint } from "../shared/lines.ts";
import { displayWords } from "../shared/people.ts";
import { memberField, personFields } from "./render-person.ts";

interface StateWords extends Required<Pick<EmbedParts, "title" | "tone">> {
  readonly mark: string;
}

const stateWords: Readonly<Record<AccountClaim["state"], StateWords>> = {
  open: { mark: "⏳", title: "Connect this member?", tone: "waiting" },
  approved: { mark: "✅", title: "Request approved", tone: "done" },
  declined: { mark: "✖️", title: "Request declined", tone: "over" },
  withdrawn: { mark: "▫️", title: "Request withdrawn", tone: "over" },
};

/** The managers' card, as the request stands. @param told whether the member heard of the decision */
export function renderClaim(claim: AccountClaim, told?: string): Answer {
  const { title, tone } = stateWords[claim.state];
  return {
    embeds: [
      embed({
        title,
        tone,
        description: joined(
          [
            `<@${claim.discordUserId}> says that they are this user of the workspace.`,
            claim.state === "open"
              ? "Once approved, their own week, assignments and orders here are those of this user."
              : decisionWords(claim),
            claim.reason !== undefined && `Reason: ${inertLines(claim.reason, 500)}`,
            told,
            smallPrint(`Asked ${nearAndExact(Temporal.Instant.fromEpochMilliseconds(claim.createdAt))}`),
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
function decisionWords({ state, decidedByDiscordUserId: by, decidedAt }: AccountClaim): string {
  const { mark } = stateWords[state];
  const at = decidedAt === undefined ? "" : nearAndExact(Temporal.Instant.fromEpochMilliseconds(decidedAt));
  const word = `${state.charAt(0).toUpperCase()}${state.slice(1)}`;
  return joined([mark, word, by !== undefined && `by <@${by}>`, at], " ");
}

/** What a member sees of a request that still waits. */
export function renderWaiting(claim: AccountClaim): Answer {
  const asked = nearAndExact(Temporal.Instant.fromEpochMilliseconds(claim.createdAt));
  return {
    embeds: [
      embed({
        title: "Not connected yet",
        tone: "waiting",
        description: `⏳ <@${claim.discordUserId}> asked to be connected to **${displayWords(claim)}** ${code(claim.userId)} ${asked}. A manager has not decided yet.`,
      }),
    ],
  };
}
