import type { ButtonInteraction } from "discord.js";
import { z } from "zod";
import { UserError, MisuseError } from "../../src/errors.ts";
import { isStillMember } from "../../src/discord/messenger.ts";
import { recordAudit } from "../../src/interactions/audit.ts";
import { defineButton, outdatedComponentText } from "../../src/interactions/components.ts";
import type { GuildContext, LinkedContext, WritableContext } from "../../src/interactions/handler-context.ts";
import { describeState, renderRequestCard, requestIds } from "./card.ts";
import { getDueWhileOpen, timeRequest } from "./kind.ts";
import type { TimeRequest } from "./store.ts";
import { unwrapPayload, type ReplyToken } from "../../src/interactions/confirmation/drafts.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { defineRequestForm } from "../kit/member-request/form.ts";
import type { Announce } from "../kit/member-request/store.ts";
import { compareTotals, GiftDraft, prepareGift, unknownGiftText } from "../activity/index.ts";
import { saveWeekAgain } from "../weeks/index.ts";
import { readMinutes } from "./ask.ts";
import type { GiftedActivity } from "../../src/api/contract/activity.ts";
import { type ImmediateWrite, sendNow } from "../../src/interactions/confirmation/send-now.ts";
import { stepLeaseMs } from "../../src/lease.ts";
import { formatLongDay } from "./render.ts";
import { readOwnAccount } from "../kit/resolve-person.ts";
import { readCalendar } from "../kit/time-options.ts";

/** The gift of a request, as its draft and the audit log keep it. */
const Approval = GiftDraft.extend({
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
  unknownOutcomeText: unknownGiftText,
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
async function approveRequest(
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
  if (state === "done") void saveWeekAgain(userId, ctx);
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
async function assertStillThere(request: TimeRequest, ctx: LinkedContext): Promise<void> {
  const { discordUserId, userId } = request;
  const { store, guildId, commandMention } = ctx;
  const account = await store.accounts.ofMember(guildId, discordUserId);
  if (account === undefined)
    throw new UserError(
      `<@${discordUserId}> isn't connected to a workspace user anymore, so nothing was sent. Connect them again with ${commandMention("account connect")}, or decline the request.`,
    );
  if (account.userId !== userId)
    throw new UserError(
      `<@${discordUserId}> is now connected to a different workspace user than when they asked, so nothing was sent. Decline this; they can ask again.`,
    );
  if (await isStillMember(request, ctx)) return;
  throw new UserError(
    `<@${discordUserId}> has left this server, so nothing was sent. If it should count anyway, give it with ${commandMention("activity gift")}, then decline the request.`,
  );
}

const approveButton = defineButton({
  id: requestIds.approve,
  access: "manager",
  needs: "write",
  ack: "update",
  async run({ requestId }, ctx, interaction: ButtonInteraction) {
    const request = await timeRequest.requireOthers(requestId, ctx);
    return renderRequestCard(await approveRequest(request, request.minutes, interaction, ctx), ctx);
  },
});

const changeForm = defineRequestForm({
  buttonId: requestIds.change,
  formId: requestIds.changeForm,
  needs: "write",
  title: "Approve another length",
  field: {
    id: "minutes",
    label: "How long",
    description: "Such as 90 min or 1:30. The time is given when you submit this.",
    max: 40,
    required: true,
  },
  open: async (requestId, ctx) => String((await timeRequest.requireOpen(requestId, ctx)).minutes),
  async submit(requestId, typed, ctx, interaction) {
    const request = await timeRequest.requireOpen(requestId, ctx, true);
    const minutes = readMinutes(typed, "nothing was sent");
    return renderRequestCard(await approveRequest(request, minutes, interaction, ctx), ctx);
  },
});

export const decisionControls = [approveButton, ...changeForm, ...timeRequest.declineForm];

/** The conclusion, and the button to press. */
const verdicts = {
  arrived: ["The gift seems to have arrived", "Press *Mark as given* on the card."],
  missing: [
    "The gift doesn't seem to have arrived",
    "Look again in a minute. If it's still missing, press *Open again* on the card.",
  ],
  unclear: [
    "I can't tell whether the gift arrived",
    "Check with `/activity view`, then press *Mark as given* or *Open again* on the card.",
  ],
} as const;

const lookButton = defineButton({
  id: requestIds.look,
  access: "manager",
  needs: "link",
  ack: "ephemeral",
  async run({ requestId }, ctx) {
    const { draftId = "" } = await requireUnclear(requestId, ctx);
    const draft = await ctx.store.drafts.find(draftId);
    if (draft === undefined)
      throw new UserError(
        `That was too long ago for me to compare the week's totals. Check ${ctx.commandMention("activity view")} yourself.`,
      );
    if (draft.guildId !== ctx.guildId) throw new MisuseError(outdatedComponentText);
    // Its own entry in the audit log would count as another gift.
    if (draft.state === "done")
      return { content: "The time was given: the answer came late. Press *Mark as given* on the card." };
    const payload = unwrapPayload(draft.payload, Approval, ctx.workspaceId);
    const { verdict, facts } = await compareTotals({ payload, askedAt: draft.createdAt }, ctx);
    const [conclusion, nextStep] = verdicts[verdict];
    return { content: `**${conclusion}.** ${facts}. ${nextStep}` };
  },
});

const markGivenButton = defineButton({
  id: requestIds.markGiven,
  access: "manager",
  needs: "guild",
  ack: "update",
  run: ({ requestId }, ctx) => decide(requestId, "approved", ctx),
});

const reopenButton = defineButton({
  id: requestIds.reopen,
  access: "manager",
  needs: "guild",
  ack: "update",
  run: ({ requestId }, ctx) => decide(requestId, "open", ctx),
});

/** A manager says what the service didn't. Nothing is sent. */
async function decide(requestId: string, to: "approved" | "open", ctx: GuildContext): Promise<Reply> {
  const request = await timeRequest.requireOthers(requestId, ctx);
  if (request.state !== "unknown") return renderRequestCard(request, ctx);
  const { discordUserId: member, day, minutes: asked, approvedMinutes: minutes = asked } = request;
  const decision =
    to === "open" ? { id: requestId, guildId: ctx.guildId, dueAt: getDueWhileOpen(request) } : request;
  const change = (announce?: Announce<TimeRequest>) =>
    ctx.store.timeRequests.move({ ...decision, from: "unknown", to }, announce);
  const action = to === "open" ? "request.reopen" : "request.mark-given";
  const detail = { member, minutes, day, asked };
  const record = () => recordAudit({ action, outcome: "done", target: requestId, detail }, ctx);
  const moved =
    to === "open" ? await change() : await timeRequest.end(change, { ctx, isAwaited: true, record });
  if (moved !== undefined && to === "open") await record();
  return renderRequestCard(moved ?? (await timeRequest.requireOthers(requestId, ctx)), ctx);
}

async function requireUnclear(requestId: string, ctx: GuildContext): Promise<TimeRequest> {
  const request = await timeRequest.requireOthers(requestId, ctx);
  if (request.state === "unknown") return request;
  throw new UserError(`${describeState(request)} There's nothing to look for.`);
}

export const unclearControls = [lookButton, markGivenButton, reopenButton];
