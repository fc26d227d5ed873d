import type { ButtonInteraction } from "discord.js";
import { UserError, MisuseError } from "../../src/errors.ts";
import { recordAudit } from "../../src/interactions/audit.ts";
import { defineButton, outdatedComponentText } from "../../src/interactions/components.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { renderRequestCard, requestIds } from "./card.ts";
import { maxReasonLength } from "./text.ts";
import { getDueWhileOpen } from "./steps.ts";
import { endRequest, refreshCard, tellOutcome } from "./news.ts";
import type { TimeRequest } from "./store.ts";
import { unwrapPayload } from "../../src/interactions/confirmation/drafts.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { defineDeclineForm, defineRequestForm } from "../kit/request-form.ts";
import { compareTotals } from "../activity/look-for-gift.ts";
import { approveRequest, Approval } from "./approve.ts";
import { describeState, requireOthersRequest } from "./require-request.ts";
import { readMinutes } from "./time-input.ts";

const approveButton = defineButton({
  id: requestIds.approve,
  access: "manager",
  needs: "link",
  ack: "update",
  async run({ requestId }, ctx, interaction: ButtonInteraction) {
    const request = await requireOthersRequest(requestId, ctx);
    return renderRequestCard(await approveRequest(request, request.minutes, interaction, ctx), ctx);
  },
});

const changeForm = defineRequestForm({
  buttonId: requestIds.change,
  formId: requestIds.changeForm,
  needs: "link",
  title: "Approve another length",
  field: {
    id: "minutes",
    label: "How long",
    description: "Such as 90 min or 1:30. The time is given when you submit this.",
    max: 40,
    required: true,
  },
  open: async (requestId, ctx) => String((await requireOpen(requestId, ctx)).minutes),
  async submit(requestId, typed, ctx, interaction) {
    const request = await requireStillOpen(requestId, ctx);
    const minutes = readMinutes(typed, "nothing was sent");
    return renderRequestCard(await approveRequest(request, minutes, interaction, ctx), ctx);
  },
});

const declineForm = defineDeclineForm({
  buttonId: requestIds.decline,
  formId: requestIds.declineForm,
  needs: "guild",
  field: {
    description: "I'll send it to the member in a private message. It also stays on the card.",
    max: maxReasonLength,
    required: true,
  },
  async open(requestId, ctx) {
    await requireOpen(requestId, ctx);
    return "";
  },
  async submit(requestId, typed, ctx) {
    const request = await requireStillOpen(requestId, ctx);
    const { guildId, invoker, now } = ctx;
    const ended = await endRequest(
      {
        id: request.id,
        guildId,
        from: "open",
        to: "declined",
        decidedByDiscordUserId: invoker.discordUserId,
        decidedAt: now(),
        declineReason: typed || undefined,
        dueAt: undefined,
      },
      ctx,
    );
    if (ended === undefined) {
      await requireStillOpen(requestId, ctx);
      throw new UserError("This request changed at the same moment, so nothing was done. Try again.");
    }
    const { discordUserId: member, minutes, day } = ended.changed;
    // The reason is between the two of them, so it isn't in the audit log.
    const detail = { member, minutes, day };
    await recordAudit({ action: "request.decline", outcome: "done", target: requestId, detail }, ctx);
    return renderRequestCard(await tellOutcome(ended, { ctx, isAwaited: true }), ctx);
  },
});

/** For a button that opens a form, which can't show the card as it is now. @throws UserError if it's decided */
async function requireOpen(requestId: string, ctx: GuildContext): Promise<TimeRequest> {
  const request = await requireOthersRequest(requestId, ctx);
  if (request.state === "open") return request;
  throw new UserError(`${describeState(request)} Nothing was done.`);
}

/**
 * For a form that comes back: whoever filled it in has to learn that it counts for nothing.
 * @throws UserError if someone else decided meanwhile; then the card says so, too
 */
async function requireStillOpen(requestId: string, ctx: GuildContext): Promise<TimeRequest> {
  const request = await requireOthersRequest(requestId, ctx);
  if (request.state !== "open") await refreshCard(request, ctx);
  return requireOpen(requestId, ctx);
}

export const decisionControls = [approveButton, ...changeForm, ...declineForm];

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
  const request = await requireOthersRequest(requestId, ctx);
  if (request.state !== "unknown") return renderRequestCard(request, ctx);
  const { guildId, store } = ctx;
  const { discordUserId: member, day, minutes: asked, approvedMinutes: minutes = asked } = request;
  const approved =
    to === "approved"
      ? await endRequest({ ...request, from: "unknown", to, dueAt: undefined }, ctx)
      : undefined;
  const reopened =
    to === "open"
      ? await store.timeRequests.move({
          id: requestId,
          guildId,
          from: "unknown",
          to,
          dueAt: getDueWhileOpen(request),
        })
      : undefined;
  const moved = approved?.changed ?? reopened;
  if (moved === undefined) return renderRequestCard(await requireOthersRequest(requestId, ctx), ctx);
  const action = to === "open" ? "request.reopen" : "request.mark-given";
  const detail = { member, minutes, day, asked };
  await recordAudit({ action, outcome: "done", target: requestId, detail }, ctx);
  return renderRequestCard(
    approved === undefined ? moved : await tellOutcome(approved, { ctx, isAwaited: true }),
    ctx,
  );
}

async function requireUnclear(requestId: string, ctx: GuildContext): Promise<TimeRequest> {
  const request = await requireOthersRequest(requestId, ctx);
  if (request.state === "unknown") return request;
  throw new UserError(`${describeState(request)} There's nothing to look for.`);
}

export const unclearControls = [lookButton, markGivenButton, reopenButton];
