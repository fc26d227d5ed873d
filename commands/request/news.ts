import { z } from "zod";
import type { AppContext } from "../../src/context.ts";
import {
  type Announced,
  changeAndAnnounce,
  definePurpose,
  type Letter,
  type OutboxTools,
  sayStored,
} from "../../src/outbox/queue.ts";
import type { OutboxEntry } from "../../src/store/outbox.ts";
import type { TimeRequest, TimeRequestDecision } from "./store.ts";
import { joinParts, subtext } from "../../src/ui/lines.ts";
import { timestamp } from "../../src/ui/time.ts";
import { editCard } from "../account/request/news.ts";
import { renderRequestCard } from "./card.ts";
import { formatMinutes, quoteLines, formatTimeRequest } from "./text.ts";
import { type DateStyle, readDates } from "../../src/ui/formats.ts";

const Decided = z.object({ requestId: z.string(), state: z.string(), decidedAt: z.number() });

/** What was decided, to the member who asked. */
export const timeRequestNews = definePurpose({
  name: "time-request decided",
  payload: Decided,
  async write({ requestId, ...decided }, { ctx }) {
    const request = await ctx.store.timeRequests.find(requestId);
    // An approval can be taken back.
    const isSo = request?.state === decided.state && (request.decidedAt ?? 0) === decided.decidedAt;
    return isSo ? writeOutcome(request, ctx) : undefined;
  },
  async end({ requestId }, outcome, { ctx, isAwaited }) {
    const request = await ctx.store.timeRequests.find(requestId);
    if (request === undefined) return;
    await ctx.store.timeRequests.setTold(request, outcome.how);
    if (!isAwaited) await refreshCard({ ...request, told: outcome.how }, ctx);
  },
});

/** Ends a request, and stores that its member has to be told. Only one caller succeeds; the others get `undefined`. */
export async function endRequest(
  decision: TimeRequestDecision,
  { store, now }: Pick<AppContext, "store" | "now">,
): Promise<Announced<TimeRequest> | undefined> {
  return changeAndAnnounce(
    (announce) => store.timeRequests.move({ ...decision, dueAt: undefined }, announce),
    (moved) => createAnnouncement(moved, now(), true),
  );
}

/** @param isClaimed by this process, which tells the member at once */
export function createAnnouncement(
  { id, guildId, discordUserId, state, decidedAt = 0 }: TimeRequest,
  now: number,
  isClaimed: boolean,
): OutboxEntry {
  const key = `time-request ${id} ${state} ${decidedAt}`;
  const payload = { requestId: id, state, decidedAt };
  return timeRequestNews.createEntry({ key, guildId, discordUserId, payload }, now, isClaimed);
}

/**
 * Tells the member. What fails for now is tried again by itself.
 * @param isAwaited the caller shows the card as the request is then
 */
export async function tellOutcome(
  { changed: request, message }: Announced<TimeRequest>,
  tools: OutboxTools & { readonly isAwaited: boolean },
): Promise<TimeRequest> {
  const outcome = await sayStored(message, timeRequestNews, tools);
  const told = { ...request, told: outcome?.how ?? "later" } as const;
  if (outcome === undefined && !tools.isAwaited) await refreshCard(told, tools.ctx);
  return told;
}

/** In private with the details, otherwise in the channel where they asked, without them. */
async function writeOutcome(request: TimeRequest, ctx: AppContext): Promise<Letter> {
  const { guildId, discordUserId, channelId, createdAt } = request;
  const { dateStyle } = await readDates(guildId, ctx);
  // Shown, so that no two messages read the same.
  const asked = subtext(`Asked ${timestamp(Temporal.Instant.fromEpochMilliseconds(createdAt))}`);
  const inChannel = {
    content: `<@${discordUserId}> your request for time was ${describeEnd(request)}. See it with ${ctx.commandMention("request list")}.\n${asked}`,
    pings: [discordUserId],
  };
  return {
    to: "person",
    discordUserId,
    inPrivate: { content: `${describeOutcome(request, dateStyle)}\n${asked}` },
    inPublic: { channelId, message: inChannel },
  };
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
