import { z } from "zod";
import type { GiftedActivity } from "../../src/api/contract/activity.ts";
import { UserError } from "../../src/errors.ts";
import type { ReplyToken } from "../../src/interactions/confirmation/drafts.ts";
import { type ImmediateWrite, sendNow } from "../../src/interactions/confirmation/send-now.ts";
import type { LinkedContext, WritableContext } from "../../src/interactions/handler-context.ts";
import { stepLeaseMs } from "../../src/lease.ts";
import { describeState } from "./card.ts";
import { getDueWhileOpen, timeRequest } from "./kind.ts";
import type { TimeRequest } from "./store.ts";
import { formatLongDay } from "./text.ts";
import { GiftDraft, prepareGift } from "../activity/index.ts";
import { readOwnAccount } from "../kit/resolve-person.ts";
import { readCalendar } from "../kit/time-options.ts";

/** The gift of a request, as its draft and the audit log keep it. */
export const Approval = GiftDraft.extend({
  requestId: z.string(),
  /** Discord's. */
  member: z.string(),
  day: z.string(),
  /** Minutes. */
  asked: z.number(),
});
type Approval = z.output<typeof Approval>;

const approval: ImmediateWrite<Approval, { readonly activity: GiftedActivity }, "write"> = {
  kind: "request.approve",
  unknownOutcomeText:
    "I sent the gift but got no clear answer, so I don't know whether it counts. Check `/activity view` before you send it again.",
  execute: ({ userId, gift }, { api, workspaceId }) =>
    api.giftActivity({ params: { workspaceId, userId }, body: gift }),
  outcome: {
    target: ({ activity }) => activity._id,
    duplicateText: () => "This request was already approved. Nothing was sent twice.",
  },
};

/**
 * Gives the time once, even if others press too, and tells the member. The request as it is then.
 * @throws UserError, ApiError if nothing was given
 */
export async function approveRequest(
  request: TimeRequest,
  minutes: number,
  interaction: ReplyToken,
  ctx: WritableContext,
): Promise<TimeRequest> {
  const { id, guildId, userId, discordUserId: member, day, minutes: asked } = request;
  if (request.state === "sending") throw new UserError(`${describeState(request)} Nothing was sent twice.`);
  if (request.state !== "open") return request;
  if ((await readOwnAccount(ctx)) === undefined)
    throw new UserError(
      `You aren't connected to a workspace user, so the workspace wouldn't know who gives this. Nothing was sent. Connect yourself with ${ctx.commandMention("account connect")}, then press the button again.`,
    );
  await assertStillThere(request, ctx);
  await assertWeekShown(request, ctx);
  const gift = await prepareGift({ userId, minutes, messages: undefined, game: undefined }, ctx);
  const payload: Approval = { ...gift, requestId: id, member, day, asked };
  const { store, invoker, now } = ctx;
  let own: string | undefined;
  const admit = async (draftId: string): Promise<void> => {
    const claimed = await store.timeRequests.move({
      id,
      guildId,
      from: "open",
      to: "sending",
      decidedByDiscordUserId: invoker.discordUserId,
      decidedAt: now(),
      approvedMinutes: minutes,
      draftId,
      dueAt: now() + stepLeaseMs,
    });
    if (claimed === undefined)
      throw new UserError(
        `${describeState(await timeRequest.requireRequest(id, ctx))} Nothing was sent twice.`,
      );
    own = draftId;
  };
  const state = await sendNow({ payload, interaction, admit }, approval, ctx).catch(
    async (error: unknown) => {
      await settle(id, own, { ctx, isAwaited: false });
      throw error;
    },
  );
  const settled = await settle(id, own, { ctx, isAwaited: true }).catch((cause: unknown) => {
    ctx.log.error("what came of a request could not be read", { guildId, error: cause });
    throw new UserError(
      "I can't use my database right now, so I don't know what to write on the card yet. The time may have been given; the card will say so in a few minutes. Nothing is sent twice.",
      { cause },
    );
  });
  if (state === "open")
    throw new UserError("This took too long on my side, so nothing was sent. Press the button again.");
  return settled;
}

/** With `isAwaited` if the caller shows the card as it is then. */
type Settling = Parameters<typeof timeRequest.end>[1];

/**
 * By what became of this press's own draft, also if it was slow and the job called its outcome unknown. What another
 * press is at is left alone.
 */
async function settle(
  id: string,
  own: string | undefined,
  tools: Settling & { readonly ctx: LinkedContext },
): Promise<TimeRequest> {
  const present = await timeRequest.requireRequest(id, tools.ctx);
  const isOwn = ["sending", "unknown"].includes(present.state) && present.draftId === own;
  return (isOwn ? await settleApproval(present, tools) : undefined) ?? present;
}

/**
 * Moves a request that is being approved on, according to the outcome of its gift, and tells the member of an approval.
 * `undefined` if the gift is still in progress, or another process moved the request.
 */
export async function settleApproval(
  request: TimeRequest,
  tools: Settling,
): Promise<TimeRequest | undefined> {
  const { timeRequests, drafts } = tools.ctx.store;
  const { id, guildId, state: from, draftId = "" } = request;
  const draft = await drafts.find(draftId);
  if (draft?.state === "sending") return undefined;
  // Whoever made it may only be slow, and must not send it once others can decide again.
  if (draft?.state === "open" && !(await drafts.discard(draftId, guildId, draft.discordUserId)))
    return undefined;
  if (draft?.state === "open" || draft?.state === "discarded")
    return timeRequests.move({ id, guildId, from, to: "open", dueAt: getDueWhileOpen(request) });
  const decision = { ...request, from, dueAt: undefined };
  return draft?.state === "done"
    ? timeRequest.end((announce) => timeRequests.move({ ...decision, to: "approved" }, announce), tools)
    : timeRequests.move({ ...decision, to: "unknown" });
}

/** The second press of a double click comes sooner. */
const readingMs = 2_000;

/**
 * Whoever approves has to know which week the time counts for, and a card that was posted in the week of its day
 * doesn't say.
 * @throws UserError if that week has ended since; then the card says so, and a later press counts
 */
async function assertWeekShown(request: TimeRequest, ctx: LinkedContext): Promise<void> {
  const { day, week } = request;
  const isOverSince = ctx.now();
  if (week?.isOver === true) {
    if (isOverSince - (week.isOverSince ?? 0) >= readingMs) return;
  } else {
    if (day >= (await readCalendar(ctx)).week.first.toString()) return;
    const noted = { goals: [], ...week, isOver: true, isOverSince };
    const shown = await ctx.store.timeRequests.setWeek(request, noted);
    if (shown === undefined) return;
    await timeRequest.refresh(shown, ctx);
  }
  throw new UserError(
    `This is about ${formatLongDay(day, ctx.dateStyle)}, and that week is over, so the time would count for this week, not for that one. Nothing was sent yet. To give it anyway, press the button again.`,
  );
}

/** @throws UserError if the member was disconnected, connected to another user, or left */
async function assertStillThere(
  { discordUserId, userId }: TimeRequest,
  { store, guildId, messenger, log, commandMention }: LinkedContext,
): Promise<void> {
  const account = await store.accounts.ofMember(guildId, discordUserId);
  if (account === undefined)
    throw new UserError(
      `<@${discordUserId}> isn't connected to a workspace user anymore, so nothing was sent. Connect them again with ${commandMention("account connect")}, or decline the request.`,
    );
  if (account.userId !== userId)
    throw new UserError(
      `<@${discordUserId}> is now connected to a different workspace user than when they asked, so nothing was sent. Decline this; they can ask again.`,
    );
  const isHere = await messenger.isMember(guildId, discordUserId).catch((error: unknown) => {
    // That Discord doesn't say is no reason not to give what a manager approved.
    log.info("couldn't check whether a member is still here", { guildId, error });
    return true;
  });
  if (isHere) return;
  throw new UserError(
    `<@${discordUserId}> has left this server, so nothing was sent. If it should count anyway, give it with ${commandMention("activity gift")}, then decline the request.`,
  );
}
