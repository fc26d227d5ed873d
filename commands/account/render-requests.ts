import type { ConnectionRequest } from "../../src/store/connection-requests.ts";
import { embed } from "../../src/ui/embed.ts";
import { inlineCode } from "../../src/ui/escape.ts";
import { fitLines, joinParts, subtext } from "../../src/ui/lines.ts";
import { pluralize } from "../../src/ui/numbers.ts";
import { describeDisplay } from "../../src/ui/people.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { timestamp } from "../../src/ui/time.ts";

export interface ApprovedRequest {
  readonly request: ConnectionRequest;
  /** Why not, if it wasn't approved. */
  readonly refusal: string | undefined;
}

/** `@mia as **Mia** 104872391 · 5 minutes ago`. */
export function describeRequest(request: ConnectionRequest): string {
  const at = timestamp(Temporal.Instant.fromEpochMilliseconds(request.createdAt), "R");
  return `${whoAsked(request)} · ${at}`;
}

function whoAsked(request: ConnectionRequest): string {
  return `<@${request.discordUserId}> as **${describeDisplay(request)}** ${inlineCode(request.userId)}`;
}

/** The preview of one decision about several. @param more how many wait besides these */
export function renderRequests(requests: readonly ConnectionRequest[], more: number): Reply {
  return {
    embeds: [
      embed({
        title: `Approve ${pluralize(requests.length, "request")}?`,
        description: joinParts(
          [
            "Each member will see that user's week, assignments and orders as their own. To decline one, use its card in the managers' channel.",
            fitLines(
              requests.map((request) => `⏳ ${describeRequest(request)}`),
              3_000,
            ),
            more > 0 && subtext(`${more} more ${more === 1 ? "waits" : "wait"}; they come next.`),
          ],
          "\n",
        ),
      }),
    ],
  };
}

export function renderApproved(results: readonly ApprovedRequest[], listMention: string): Reply {
  const approved = results.filter(({ refusal }) => refusal === undefined).length;
  return {
    embeds: [
      embed({
        title: approved === 0 ? "Nothing was approved" : `${pluralize(approved, "request")} approved`,
        tone: approved === 0 ? "over" : "done",
        description: joinParts(
          [
            fitLines(
              results.map(({ request, refusal }) =>
                refusal === undefined
                  ? `✅ ${whoAsked(request)}`
                  : `✖️ ${whoAsked(request)} · not approved: ${refusal}`,
              ),
              3_000,
            ),
            subtext(`I told those who were approved. See everyone with ${listMention}`),
          ],
          "\n",
        ),
      }),
    ],
  };
}
