import type { ButtonInteraction } from "discord.js";
import { UserError, MisuseError } from "../../src/errors.ts";
import { recordAudit } from "../../src/interactions/audit.ts";
import { defineButton, outdatedComponentText } from "../../src/interactions/components.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { describeState, renderRequestCard, requestIds } from "./card.ts";
import { getDueWhileOpen, timeRequest } from "./kind.ts";
import type { TimeRequest } from "./store.ts";
import { unwrapPayload } from "../../src/interactions/confirmation/drafts.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { defineRequestForm } from "../kit/request/form.ts";
import type { Announce } from "../kit/request/store.ts";
import { compareTotals } from "../activity/index.ts";
import { approveRequest, Approval } from "./approve.ts";
import { readMinutes } from "./time-input.ts";

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
