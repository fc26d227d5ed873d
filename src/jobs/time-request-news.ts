import type { AppContext } from "../context.ts";
import { formatNonce } from "../outbox/nonce.ts";
import { sendNow, sendPrivatelyOnce } from "../outbox/send-once.ts";
import { classifyPostFailure } from "../schedules/delivery/classify-failure.ts";
import type { TimeRequest } from "../store/time-requests.ts";
import { joinParts, subtext } from "../ui/lines.ts";
import { timestamp } from "../ui/time.ts";
import { editCard } from "./connection-requests.ts";
import { mayBeThere } from "./notify-member.ts";
import { renderRequestCard } from "./time-request-card.ts";
import { formatMinutes, quoteLines, formatTimeRequest } from "../ui/time-request-text.ts";
import { type DateStyle, readDates } from "../ui/formats.ts";

type NewsContext = Pick<AppContext, "store" | "messenger" | "now" | "log" | "commandMention">;

/**
 * Tells a member what was decided: in a private message with the details, otherwise in the channel where they asked,
 * without them. Repeated attempts send one message.
 * @param isRetry an earlier attempt may have succeeded
 * @throws failures that are worth another attempt
 */
export async function notifyOfOutcome(
  request: TimeRequest,
  isRetry: boolean,
  ctx: NewsContext,
): Promise<NonNullable<TimeRequest["told"]>> {
  const { id, guildId, discordUserId, channelId, state, createdAt, decidedAt } = request;
  const { log, commandMention } = ctx;
  const { dateStyle } = await readDates(guildId, ctx);
  const key = `time-request ${id} ${state} ${decidedAt ?? 0}`;
  const outgoing = { guildId, channelId, nonce: formatNonce(`${key} in public`) };
  // Shown, so that no two messages read the same.
  const asked = subtext(`Asked ${timestamp(Temporal.Instant.fromEpochMilliseconds(createdAt))}`);
  const inPrivate = { content: `${describeOutcome(request, dateStyle)}\n${asked}` };
  const inChannel = {
    content: `<@${discordUserId}> your request for time was ${describeEnd(request)}. See it with ${commandMention("request list")}.\n${asked}`,
    pings: [discordUserId],
  };
  try {
    // They may accept private messages again by now.
    if (isRetry && (await mayBeThere(outgoing, { unrecorded: inChannel }, ctx))) return "channel";
    const inDirect = { guildId, discordUserId, nonce: formatNonce(key) };
    if (await sendPrivatelyOnce(inPrivate, inDirect, isRetry, ctx)) return "private";
    await sendNow(inChannel, outgoing, {}, ctx);
    return "channel";
  } catch (error) {
    if (classifyPostFailure(error).kind === "transient") throw error;
    log.info("a member could not be told what came of a request", { guildId, error });
    return "nobody";
  }
}

/** Redraws the card as the request is now. Never rejects: an outdated button is refused when it's pressed. */
export async function refreshCard(
  request: TimeRequest,
  ctx: Pick<AppContext, "messenger" | "log" | "store" | "now">,
): Promise<void> {
  return editCard(request, renderRequestCard(request, await readDates(request.guildId, ctx)), ctx);
}

function describeEnd({ state, cardMessageId }: TimeRequest): string {
  if (state === "expired") return "not decided within seven days, so it expired";
  return state === "withdrawn" && cardMessageId === undefined ? "not posted, so nobody was asked" : state;
}

function describeCountedWeek({ week, decidedAt = 0 }: TimeRequest): string {
  if (week?.isOver === true) return "That week is over, so it counts for this week.";
  return decidedAt < (week?.beginsAt ?? 0)
    ? "That week hadn't begun in the workspace, so it counts for the week before."
    : "It counts for that week.";
}

/** For the member alone. */
function describeOutcome(request: TimeRequest, style: DateStyle): string {
  const { state, minutes, approvedMinutes = minutes, decidedByDiscordUserId: by, declineReason } = request;
  const asked = `Your request for ${formatTimeRequest(request, style)}`;
  const counts = describeCountedWeek(request);
  switch (state) {
    case "approved":
      return approvedMinutes === minutes
        ? `${asked} was approved by <@${by ?? ""}>. ${counts}`
        : `${asked} was approved by <@${by ?? ""}> with another length: **${formatMinutes(approvedMinutes)}**. ${counts}`;
    case "declined":
      return joinParts(
        [
          `${asked} was declined by <@${by ?? ""}>, so nothing was counted.`,
          declineReason !== undefined && quoteLines(declineReason),
        ],
        "\n",
      );
    case "expired":
      return `${asked} wasn't decided within seven days, so it expired and nothing was counted. If it still matters, talk to a manager or ask again with \`/request time\`.`;
    case "withdrawn":
      return `${asked} couldn't be posted for the managers, so nobody was asked. Ask again with \`/request time\`.`;
    case "open":
    case "sending":
    case "unknown":
      return `${asked} isn't decided yet.`;
    default:
      return state satisfies never;
  }
}
