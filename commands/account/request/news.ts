import type { AppContext } from "../../../src/context.ts";
import { z } from "zod";
import { mayUse } from "../../../src/interactions/access.ts";
import { classifySendFailure } from "../../../src/outbox/attempts.ts";
import {
  type Announced,
  changeAndAnnounce,
  definePurpose,
  type OutboxTools,
  sayStored,
  StoredReply,
} from "../../../src/outbox/queue.ts";
import type { ConnectionRequest } from "./store.ts";
import type { OutboxEntry } from "../../../src/store/outbox.ts";
import { dayMs, hourMs } from "../../../src/time.ts";
import { inlineCode } from "../../../src/ui/escape.ts";
import { subtext } from "../../../src/ui/lines.ts";
import { describeDisplay } from "../../../src/ui/people.ts";
import type { Reply } from "../../../src/ui/reply.ts";
import { timestamp } from "../../../src/ui/time.ts";
import { forEachLimited } from "../../../src/jobs/job.ts";
import { type Ending, renderRequest, type Told } from "./card.ts";

/** After this, nobody needs to know who asked to be connected to whom, or what managers said. */
export const connectionRequestTtlMs = 30 * dayMs;
const maxBatch = 500;
const maxConcurrent = 4;

/** Closes requests that nobody decided on in time, and tells their members; runs once an hour. */
export async function expireRequests(ctx: AppContext): Promise<void> {
  const { store, now } = ctx;
  const old = await store.connectionRequests.expiring(now() - connectionRequestTtlMs, maxBatch);
  await forEachLimited(old, maxConcurrent, (request) => expire(request, ctx));
}

async function expire(request: ConnectionRequest, ctx: AppContext): Promise<void> {
  const { store, now } = ctx;
  const { id } = request;
  const at = now();
  // Every replica is here at the same minute.
  if (!(await store.idempotencyKeys.claim(`expires:${id}:${Math.floor(at / hourMs)}`, at))) return;
  if (request.state !== "open") {
    // It is waiting to be said, unless it expired with a version that told its members by this job.
    await store.outbox.add({ ...createExpiryNews(request, ctx), until: at, attempts: 1 });
    return;
  }
  const decision = { decidedByDiscordUserId: undefined, decidedAt: at, reason: undefined };
  const ended = await changeAndAnnounce(
    (announce) => store.connectionRequests.decide({ ...request, state: "expired", ...decision }, announce),
    (expired: ConnectionRequest) => createExpiryNews(expired, ctx),
  );
  if (ended === undefined) return;
  const { guildId, discordUserId, userId } = request;
  await ctx.recordEntry({
    id: ctx.newId(),
    guildId,
    workspaceId: undefined,
    // Nobody acted, so the entry names the person whose request it is.
    discordUserId,
    action: "account.expire",
    target: userId,
    outcome: "done",
    detail: { member: discordUserId },
    reference: undefined,
    at,
  });
  await tellRequester(ended, { ctx, isAwaited: false });
}

type NewsContext = Pick<AppContext, "now" | "commandMention">;

function createExpiryNews(request: ConnectionRequest, ctx: NewsContext): OutboxEntry {
  const { id, channelId, userId, createdAt } = request;
  const user = `**${describeDisplay(request)}** ${inlineCode(userId)}`;
  // When it was, so that no two messages read the same.
  const asked = subtext(`Asked ${timestamp(Temporal.Instant.fromEpochMilliseconds(createdAt))}`);
  const end = `to be connected to ${user} wasn't decided within 30 days, so it expired and nothing changed. Talk to a manager, or ask again with ${ctx.commandMention("account connect")}.\n${asked}`;
  const texts = { inPrivate: `Your request in <#${channelId}> ${end}`, inChannel: `your request ${end}` };
  return createNews(request, { ...texts, key: `connection-request ${id} expired`, isForStaff: true }, ctx);
}

/** What came of a request, to the member who asked. */
export const connectionNews = definePurpose({
  name: "connection decided",
  payload: z.object({
    requestId: z.string(),
    inPrivate: z.string(),
    inChannel: z.string(),
    /** People who left, or lost their role, no longer learn of it. */
    isForStaff: z.boolean(),
    /** An import connected them. */
    byImport: z.boolean().optional(),
  }),
  async write({ requestId, inPrivate, inChannel, isForStaff }, { ctx }) {
    const request = await ctx.store.connectionRequests.find(requestId);
    if (request === undefined) return undefined;
    const { guildId, discordUserId, channelId } = request;
    if (isForStaff && !(await mayUse("staff", guildId, discordUserId, ctx))) return undefined;
    const content = `<@${discordUserId}> ${inChannel}`;
    return {
      to: "person",
      discordUserId,
      inPrivate: { content: inPrivate },
      // The guild's id if they asked in private.
      ...(channelId !== guildId && {
        inPublic: { channelId, message: { content, pings: [discordUserId] } },
      }),
    };
  },
  async end({ requestId, byImport = false }, { how }, { ctx, isAwaited }) {
    const request = await ctx.store.connectionRequests.find(requestId);
    if (request === undefined) return;
    if (request.state === "expired") await ctx.store.connectionRequests.setTold(requestId, ctx.now());
    if (isAwaited) return;
    // That they were told of a request that nobody decided isn't worth a line.
    const told = request.state === "expired" && how !== "nobody" ? undefined : how;
    await updateCard(request, ctx, { told, byImport });
  },
});

export interface NewsTexts {
  readonly inPrivate: string;
  /** Everyone there can read it. */
  readonly inChannel: string;
}

function createNews(
  { id, guildId, discordUserId }: ConnectionRequest,
  { key, ...texts }: NewsTexts & { readonly key: string; readonly isForStaff: boolean },
  { now }: Pick<AppContext, "now">,
): OutboxEntry {
  const payload = { requestId: id, ...texts };
  return connectionNews.createEntry({ key, guildId, discordUserId, payload }, now(), true);
}

/** What a member is told whose request a person decided. */
export function announceDecision(
  describe: (decided: ConnectionRequest) => NewsTexts,
  ctx: Pick<AppContext, "now">,
): (decided: ConnectionRequest) => OutboxEntry {
  return (decided) =>
    createNews(
      decided,
      { ...describe(decided), key: `connection-request ${decided.id}`, isForStaff: false },
      ctx,
    );
}

/** Tells the member; what fails for now is tried again by itself. */
export async function tellRequester(
  { changed: request, message }: Announced<ConnectionRequest>,
  tools: OutboxTools & { readonly isAwaited: boolean },
): Promise<Told> {
  const outcome = await sayStored(message, connectionNews, tools);
  const told = outcome?.how ?? "later";
  if (outcome === undefined && !tools.isAwaited) await updateCard(request, tools.ctx, { told });
  return told;
}

/** The managers' card of a request. */
export const connectionCard = definePurpose({
  name: "connection card",
  payload: z.object({ requestId: z.string(), channelId: z.string(), card: StoredReply }),
  async write({ requestId, channelId, card }, { ctx }) {
    const request = await ctx.store.connectionRequests.find(requestId);
    return (
      request && {
        to: "channel",
        channelId,
        message: card,
        mayDouble: true,
        isOver: request.state !== "open",
      }
    );
  },
  async end({ requestId, channelId }, outcome, { ctx, isAwaited }) {
    if (outcome.how === "channel")
      await ctx.store.connectionRequests.setCard(requestId, channelId, outcome.messageId);
    const request = await ctx.store.connectionRequests.find(requestId);
    if (outcome.how === "channel") {
      // It may have been decided while its card was on its way.
      if (request !== undefined && request.state !== "open") await updateCard(request, ctx);
      return;
    }
    // Otherwise it may be there, or work later; managers see the request in their list, too.
    const isRefused = outcome.how === "nobody" && classifySendFailure(outcome.error)?.kind === "refused";
    if (isAwaited || !isRefused || request?.state !== "open") return;
    const decision = { decidedByDiscordUserId: undefined, decidedAt: ctx.now(), reason: undefined };
    const ended = await changeAndAnnounce(
      (announce) =>
        ctx.store.connectionRequests.decide({ ...request, state: "withdrawn", ...decision }, announce),
      announceDecision((withdrawn) => describeUnposted(withdrawn, ctx), ctx),
    );
    if (ended !== undefined) await tellRequester(ended, { ctx, isAwaited: false });
  },
});

function describeUnposted(
  request: ConnectionRequest,
  { commandMention }: Pick<AppContext, "commandMention">,
): NewsTexts {
  const user = `**${describeDisplay(request)}** ${inlineCode(request.userId)}`;
  const text = `to be connected to ${user} couldn't be posted for the managers, so nobody was asked. Ask again with ${commandMention("account connect")}.`;
  return { inPrivate: `Your request in <#${request.channelId}> ${text}`, inChannel: `your request ${text}` };
}

type CardContext = Pick<AppContext, "messenger" | "log">;

/** Updates the card of a request that was decided elsewhere. Never rejects: the buttons of an old card do no harm. */
export function updateCard(request: ConnectionRequest, ctx: CardContext, ending?: Ending): Promise<void> {
  return editCard(request, renderRequest(request, ending), ctx);
}

type Carded = Pick<ConnectionRequest, "guildId" | "cardChannelId" | "cardMessageId">;

/** Never rejects. */
export async function editCard(
  { guildId, cardChannelId, cardMessageId }: Carded,
  card: Reply,
  { messenger, log }: CardContext,
): Promise<void> {
  if (cardChannelId === undefined || cardMessageId === undefined) return;
  try {
    await messenger.edit(cardChannelId, cardMessageId, card);
  } catch (error) {
    log.info("couldn't update the card of a request", { guildId, error });
  }
}
