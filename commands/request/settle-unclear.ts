import { MisuseError, UserError } from "../../src/errors.ts";
import { recordAudit } from "../../src/interactions/audit.ts";
import { defineButton, outdatedComponentText } from "../../src/interactions/components.ts";
import { unwrapPayload } from "../../src/interactions/confirmation/drafts.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { requestCard, requestIds } from "../../src/jobs/time-request-card.ts";
import { concludeRequest, dueWhileOpen, stepLeaseMs } from "../../src/jobs/time-request-steps.ts";
import type { TimeRequest } from "../../src/store/time-requests.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { lookForGift } from "../activity/look-for-gift.ts";
import { Approval } from "./approve.ts";
import { describeState, requireOthersRequest } from "./require-request.ts";

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
        `That was too long ago for me to compare the week's totals. Look at ${ctx.commandMention("activity view")} yourself.`,
      );
    if (draft.guildId !== ctx.guildId) throw new MisuseError(outdatedComponentText);
    // Its own entry in the audit log would count as another gift.
    if (draft.state === "done")
      return { content: "The time was given: the answer came late. Press *Mark as given* on the card." };
    const payload = unwrapPayload(draft.payload, Approval, ctx.workspaceId);
    const { sentence } = await lookForGift({ payload, askedAt: draft.createdAt }, ctx);
    return { content: `${sentence} Then press *Mark as given* or *Open again* on the card.` };
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
  if (request.state !== "unknown") return requestCard(request);
  const { guildId, now, store } = ctx;
  const { discordUserId: member, day, minutes: asked, approvedMinutes: minutes = asked } = request;
  const moved = await store.timeRequests.move(
    to === "open"
      ? { id: requestId, guildId, from: "unknown", to, dueAt: dueWhileOpen(request) }
      : { ...request, from: "unknown", to, dueAt: now() + stepLeaseMs },
  );
  if (moved === undefined) return requestCard(await requireOthersRequest(requestId, ctx));
  const action = to === "open" ? "request.reopen" : "request.mark-given";
  const detail = { member, minutes, day, asked };
  await recordAudit({ action, outcome: "done", target: requestId, detail }, ctx);
  return requestCard(to === "open" ? moved : await concludeRequest(moved, false, ctx));
}

async function requireUnclear(requestId: string, ctx: GuildContext): Promise<TimeRequest> {
  const request = await requireOthersRequest(requestId, ctx);
  if (request.state === "unknown") return request;
  throw new UserError(`${describeState(request)} There's nothing to look for.`);
}

export const unclearControls = [lookButton, markGivenButton, reopenButton];
