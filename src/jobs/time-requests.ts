import { DiscordAPIError, RESTJSONErrorCodes } from "discord.js";
import { z } from "zod";
import { NoRoomError } from "../byte-budget.ts";
import { classifyPostFailure, isSurelyNotPosted } from "../schedules/delivery/classify-failure.ts";
import { formatNonce } from "../outbox/nonce.ts";
import { digestReply } from "../outbox/digest.ts";
import { type Outgoing, sendOnce } from "../outbox/send-once.ts";
import { computeDeliveryRetryDelayMs } from "../schedules/delivery/attempts.ts";
import type { TimeRequest } from "../store/time-requests.ts";
import { hourMs, minuteMs } from "../time.ts";
import { fitLines, joinParts } from "../ui/lines.ts";
import { pluralize } from "../ui/numbers.ts";
import type { Reply } from "../ui/reply.ts";
import { startLease } from "../lease.ts";
import { forEachLimited, type Job, type JobTools, leaseTools } from "./job.ts";
import { formatTimeRequest } from "../ui/time-request-text.ts";
import { mayBeThere } from "./notify-member.ts";
import { refreshCard } from "./time-request-news.ts";
import {
  bringUpAfterMs,
  concludeInBackground,
  getDueWhileOpen,
  expireAfterMs,
  holdProof,
  postCard,
  settleApproval,
  stepLeaseMs,
} from "./time-request-steps.ts";
import { type DateStyle, readDates } from "../ui/formats.ts";

const maxBatch = 500;
const maxConcurrent = 4;
/** After so many failed attempts, posting a card is given up, unless it may be there. */
const maxAttempts = 20;

/**
 * Does what no person triggers: posts cards that a process that died left unposted, reminds managers of open requests,
 * lets old ones expire, and tells members what was decided.
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
      if (needsBringingUp(request, now())) waiting.push(request);
      else await advance(request, leased);
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

/** Never rejects: after a failure, it's tried again when the lease ends. */
async function advance(request: TimeRequest, tools: JobTools): Promise<void> {
  const { ctx } = tools;
  const { state, guildId, createdAt, told } = request;
  try {
    if (state === "sending") await complete(request, tools);
    else if (state === "unknown") await ctx.store.timeRequests.setDue(request, { dueAt: undefined });
    else if (state !== "open")
      // Whoever decided has already tried to tell the member.
      await (told === undefined
        ? concludeInBackground(request, true, ctx)
        : ctx.store.timeRequests.setDue(request, { dueAt: undefined }));
    else if (ctx.now() - createdAt >= expireAfterMs) await expire(request, tools);
    else if (request.cardMessageId === undefined) await post(request, tools);
    else await ctx.store.timeRequests.setDue(request, { dueAt: getDueWhileOpen(request) });
  } catch (error) {
    ctx.log.error("a request for time could not be taken further", { guildId, error });
  }
}

async function complete(request: TimeRequest, { ctx }: JobTools): Promise<void> {
  const settled = await settleApproval(request, ctx);
  if (settled === undefined) return;
  if (settled.state === "approved") await concludeInBackground(settled, false, ctx);
  else await refreshCard(settled, ctx);
}

async function expire({ id, guildId }: TimeRequest, tools: JobTools): Promise<void> {
  const { ctx } = tools;
  const now = ctx.now();
  const expired = await ctx.store.timeRequests.move({
    id,
    guildId,
    from: "open",
    to: "expired",
    decidedAt: now,
    dueAt: now + stepLeaseMs,
  });
  if (expired === undefined) return;
  await ctx.recordEntry({
    id: ctx.newId(),
    guildId,
    workspaceId: undefined,
    // Nobody acted, so the entry names the person whose request it is.
    discordUserId: expired.discordUserId,
    action: "request.expire",
    target: id,
    outcome: "done",
    detail: { member: expired.discordUserId, minutes: expired.minutes, day: expired.day },
    reference: undefined,
    at: now,
  });
  await concludeInBackground(expired, false, ctx);
}

/** Posts a missing card: the process died, or the channel was deleted. */
async function post(request: TimeRequest, { ctx }: JobTools): Promise<void> {
  const { id, guildId, discordUserId, attempts } = request;
  const channelId = await ctx.store.guildSettings.get(guildId, "time-requests-channel");
  try {
    // It waits until an admin chooses a channel, and expires like the others.
    if (channelId === undefined) return await postpone(request, ctx.now() + hourMs, ctx);
    using proof = await holdProof(request, ctx).catch((error: unknown): undefined => {
      if (error instanceof NoRoomError) throw error;
      ctx.log.info("pictures of a request could not be fetched", { guildId, error });
    });
    const files = proof?.pictures ?? [];
    await postCard(request, { channelId, files, isRetry: true }, ctx);
  } catch (error) {
    if (error instanceof NoRoomError) return postpone(request, ctx.now() + minuteMs, ctx);
    const failure = classifyPostFailure(error);
    ctx.log.info("couldn't post a request", { guildId, kind: failure.kind, error });
    const isUnclear = !isSurelyNotPosted(error);
    if (attempts < maxAttempts || failure.kind === "permanent" || isUnclear)
      return postpone(request, ctx.now() + computeDeliveryRetryDelayMs({ attempts, ...failure }), ctx);
    const decision = { id, guildId, from: "open", to: "withdrawn", decidedAt: ctx.now() } as const;
    const withdrawn = await ctx.store.timeRequests.move({
      ...decision,
      decidedByDiscordUserId: discordUserId,
      dueAt: ctx.now() + stepLeaseMs,
    });
    if (withdrawn !== undefined) await concludeInBackground(withdrawn, false, ctx);
  }
}

function postpone(request: TimeRequest, until: number, { store }: JobTools["ctx"]): Promise<void> {
  return store.timeRequests.setDue(request, { dueAt: Math.min(until, request.createdAt + expireAfterMs) });
}

/** One message about all requests open in a channel. Never rejects. */
async function bringUp(requests: readonly TimeRequest[], { ctx }: JobTools): Promise<void> {
  const [first] = requests;
  const channelId = first?.cardChannelId;
  if (first === undefined || channelId === undefined) return;
  const { guildId } = first;
  const { timeRequests: stored } = ctx.store;
  try {
    const left = await withoutBroughtUp(requests, { guildId, channelId }, ctx);
    if (left.length > 0) await remindOf(left, { guildId, channelId }, ctx);
    for (const request of requests) {
      const broughtUpAt = ctx.now();
      await stored.setDue(request, { broughtUpAt, dueAt: getDueWhileOpen({ ...request, broughtUpAt }) });
    }
  } catch (error) {
    ctx.log.info("couldn't tell the managers of requests that wait", { guildId, error });
    // Nobody can press a card whose channel is gone, so it's posted in the current channel.
    if (error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.UnknownChannel)
      await stored.loseCards(guildId, channelId, ctx.now() + minuteMs);
    else for (const request of requests) await postpone(request, ctx.now() + hourMs, ctx);
  }
}

type Place = Pick<Outgoing, "guildId" | "channelId">;

/** Those that no earlier message was about, as far as anyone can tell. Whichever others it was about doesn't matter. */
async function withoutBroughtUp(
  requests: readonly TimeRequest[],
  place: Place,
  ctx: JobTools["ctx"],
): Promise<readonly TimeRequest[]> {
  const left: TimeRequest[] = [];
  const sent = new Map<string, boolean>();
  for (const request of requests) {
    const attempts = await ctx.store.sends.list(nameReminder(request, place));
    for (const { shown } of attempts) {
      const nonce = ReminderNonce.parse(shown);
      if (!sent.has(nonce)) sent.set(nonce, await mayBeThere({ ...place, nonce }, {}, ctx));
    }
    if (!attempts.some(({ shown }) => sent.get(ReminderNonce.parse(shown)) === true)) left.push(request);
  }
  return left;
}

/** Stored under the name of each request that a message is about: the message's own nonce. */
const ReminderNonce = z.string();

function nameReminder({ id }: TimeRequest, { channelId }: Place): string {
  return formatNonce(`time-request brought up ${id} ${channelId}`);
}

/** @throws UnknownDeliveryError, and Discord's errors */
async function remindOf(requests: readonly TimeRequest[], place: Place, ctx: JobTools["ctx"]): Promise<void> {
  const { guildId } = place;
  const { dateStyle } = await readDates(guildId, ctx);
  const reply = renderWaiting(requests, dateStyle);
  const nonce = formatNonce(`time-requests ${requests.map(({ id }) => id).join(" ")}`);
  const digest = digestReply(reply);
  for (const request of requests)
    await ctx.store.sends.begin(
      { nonce: nameReminder(request, place), digest, guildId, shown: nonce },
      ctx.now(),
    );
  const isRetry = requests.some(({ attempts }) => attempts > 1);
  await sendOnce(reply, { ...place, nonce }, isRetry, ctx);
}

function renderWaiting(requests: readonly TimeRequest[], style: DateStyle): Reply {
  const content = joinParts(
    [
      requests.length === 1
        ? "A request for time has been waiting for a day:"
        : `${pluralize(requests.length, "request")} for time have been waiting for a day:`,
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
  return `<@${request.discordUserId}>: ${formatTimeRequest(request, style)} · [card](${buildCardLink(request)})`;
}

function buildCardLink({ guildId, cardChannelId = "", cardMessageId = "" }: TimeRequest): string {
  return `https://discord.com/channels/${guildId}/${cardChannelId}/${cardMessageId}`;
}
