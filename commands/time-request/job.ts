import { RESTJSONErrorCodes } from "discord.js";
import { z } from "zod";
import type { AppContext } from "../../src/context.ts";
import { isCode } from "../../src/discord/channels.ts";
import { classifySendFailure } from "../../src/outbox/attempts.ts";
import { definePurpose, sayStored } from "../../src/outbox/queue.ts";
import type { TimeRequest } from "./store.ts";
import { hourMs, minuteMs } from "../../src/time.ts";
import { fitLines, joinParts } from "../../src/ui/lines.ts";
import { pluralizeText } from "../../src/ui/numbers.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { startLease, stepLeaseMs } from "../../src/lease.ts";
import { forEachLimited, type Job, type JobTools, leaseTools } from "../../src/jobs/job.ts";
import { formatTimeRequest } from "./render.ts";
import { buildCardLink } from "../kit/member-request/kind.ts";
import { settleApproval } from "./decide.ts";
import { bringUpAfterMs, expireAfterMs, getDueWhileOpen, readRequestsChannel, timeRequest } from "./kind.ts";
import { type DateStyle, readDates } from "../../src/ui/formats.ts";

const maxBatch = 500;
const maxConcurrent = 4;

/**
 * Does what no person triggers: posts cards that a process that died left unposted or someone deleted, reminds managers of
 * open requests, lets old ones expire, and tells members what was decided.
 */
export const timeRequests: Job = {
  name: "time-requests",
  schedule: { everyMs: minuteMs },
  async run(tools) {
    const { store, now } = tools.ctx;
    const waiting: TimeRequest[] = [];
    const due = await store.timeRequests.due(now(), maxBatch);
    await forEachLimited(due, maxConcurrent, async (seen) => {
      if (tools.stopping?.aborted === true) return;
      const leased = leaseTools(tools, startLease(now)(stepLeaseMs));
      const request = await store.timeRequests.lease(seen, now() + stepLeaseMs);
      if (request === undefined) return;
      if (!needsBringingUp(request, now())) await advance(request, leased);
      else if (!(await isCardLost(request, leased))) waiting.push(request);
    });
    // Leases end in any order, so requests are sorted again.
    const oldestFirst = waiting.toSorted((a, b) => a.createdAt - b.createdAt);
    for (const requests of Map.groupBy(oldestFirst, ({ cardChannelId = "" }) => cardChannelId).values())
      await bringUp(requests, tools);
  },
};

function needsBringingUp(
  { state, cardMessageId, broughtUpAt, createdAt }: TimeRequest,
  now: number,
): boolean {
  const age = now - createdAt;
  return (
    state === "open" &&
    cardMessageId !== undefined &&
    broughtUpAt === undefined &&
    age >= bringUpAfterMs &&
    age < expireAfterMs
  );
}

/** If someone deleted its card, or another application posted it, nobody can decide: it's posted again. Never rejects. */
async function isCardLost(
  { guildId, cardChannelId = "", cardMessageId = "" }: TimeRequest,
  { ctx }: JobTools,
): Promise<boolean> {
  try {
    if (await ctx.messenger.isOwnPresent(cardChannelId, cardMessageId)) return false;
  } catch {
    return false;
  }
  try {
    await ctx.store.timeRequests.loseCards({ guildId, cardChannelId, cardMessageId }, ctx.now());
  } catch (error) {
    ctx.log.error("a card that is lost could not be replaced", { guildId, error });
  }
  return true;
}

/** Never rejects: after a failure, it's tried again when the lease ends. */
async function advance(request: TimeRequest, tools: JobTools): Promise<void> {
  const { ctx } = tools;
  const { state, guildId, createdAt, told } = request;
  try {
    if (state === "sending") await complete(request, ctx);
    else if (state === "unknown") await ctx.store.timeRequests.setDue(request, { dueAt: undefined });
    else if (state !== "open")
      // Decided with a version that told its members by this job; it may have told this one.
      await (told === undefined
        ? ctx.store.timeRequests.handOver(request, {
            ...timeRequest.createNews(request, ctx.now(), false),
            attempts: 1,
          })
        : ctx.store.timeRequests.setDue(request, { dueAt: undefined }));
    else if (ctx.now() - createdAt >= expireAfterMs) await timeRequest.expire(request, ctx);
    else if (request.cardMessageId === undefined) await handOverCard(request, ctx);
    else if (request.broughtUpAt === undefined || !(await isCardLost(request, tools)))
      await ctx.store.timeRequests.setDue(request, { dueAt: getDueWhileOpen(request, ctx.now()) });
  } catch (error) {
    ctx.log.error("a request for time could not be taken further", { guildId, error });
  }
}

async function complete(request: TimeRequest, ctx: AppContext): Promise<void> {
  const settled = await settleApproval(request, { ctx, isAwaited: false });
  if (settled !== undefined && settled.state !== "approved") await timeRequest.refresh(settled, ctx);
}

/** Its card is missing: an older version's process died, or the channel was deleted. */
async function handOverCard(request: TimeRequest, ctx: AppContext): Promise<void> {
  const channelId = await readRequestsChannel(request.guildId, ctx);
  const again = Math.min(ctx.now() + hourMs, request.createdAt + expireAfterMs);
  // It waits until an admin chooses a channel, and expires like the others.
  if (channelId === undefined) return ctx.store.timeRequests.setDue(request, { dueAt: again });
  const card = timeRequest.createCard(request, channelId, ctx.now(), false);
  await ctx.store.timeRequests.handOver(request, { ...card, attempts: 1 }, again);
}

/** Stores one message about all requests open in a channel, and sends it. Never rejects. */
async function bringUp(requests: readonly TimeRequest[], { ctx }: JobTools): Promise<void> {
  const [first] = requests;
  if (first?.cardChannelId === undefined) return;
  const { guildId, cardChannelId: channelId } = first;
  const broughtUpAt = ctx.now();
  const key = `time-requests waiting ${ctx.newId()}`;
  const brought = requests.map((request) => ({
    leased: request,
    dueAt: getDueWhileOpen({ ...request, broughtUpAt }),
  }));
  try {
    const message = await ctx.store.timeRequests.bringUp(brought, broughtUpAt, (requestIds) =>
      waitingTimeRequests.createEntry(
        { key, guildId, payload: { guildId, channelId, requestIds: [...requestIds] } },
        broughtUpAt,
        true,
      ),
    );
    if (message !== undefined) await sayStored(message, waitingTimeRequests, { ctx, isAwaited: false });
  } catch (error) {
    ctx.log.error("managers could not be reminded of requests", { guildId, error });
  }
}

/** Reminds managers of requests that have been waiting for a day. */
export const waitingTimeRequests = definePurpose({
  name: "time-requests waiting",
  payload: z.object({ guildId: z.string(), channelId: z.string(), requestIds: z.array(z.string()) }),
  async write({ guildId, channelId, requestIds }, { ctx }) {
    const found = await Promise.all(requestIds.map((id) => ctx.store.timeRequests.find(id)));
    const open = found.flatMap((request) => (request?.state === "open" ? [request] : []));
    if (open.length === 0) return undefined;
    return {
      to: "channel",
      channelId,
      message: renderWaiting(open, (await readDates(guildId, ctx)).dateStyle),
    };
  },
  async end({ guildId, channelId, requestIds }, outcome, { ctx }) {
    if (outcome.how !== "nobody") return;
    // Nobody can press a card whose channel is gone, so it's posted in the current channel.
    if (isCode(outcome.error, RESTJSONErrorCodes.UnknownChannel))
      await ctx.store.timeRequests.loseCards({ guildId, cardChannelId: channelId }, ctx.now() + minuteMs);
    else if (classifySendFailure(outcome.error)?.kind === "refused")
      await ctx.store.timeRequests.bringUpAgain(requestIds, ctx.now() + hourMs);
  },
});

function renderWaiting(requests: readonly TimeRequest[], style: DateStyle): Reply {
  const content = joinParts(
    [
      pluralizeText(requests.length, {
        one: "A request for time has been waiting for a day:",
        other: "{count} requests for time have been waiting for a day:",
      }),
      fitLines(
        requests.map((request) => formatLine(request, style)),
        1_700,
      ),
      "Requests expire after seven days.",
    ],
    "\n",
  );
  return { content };
}

function formatLine(request: TimeRequest, style: DateStyle): string {
  return `<@${request.discordUserId}>: ${formatTimeRequest(request, style)} · [card](${buildCardLink(request) ?? ""})`;
}
