import { z } from "zod";
import { foldNames } from "../../../src/domain/search.ts";
import { isStillMember } from "../../../src/discord/messenger.ts";
import { recordAudit } from "../../../src/interactions/audit.ts";
import { defineButton } from "../../../src/interactions/components.ts";
import type { GuildContext } from "../../../src/interactions/handler-context.ts";
import type { Shown } from "../../kit/member-request/kind.ts";
import { assertNotConnected, createAccount } from "../connect-account.ts";
import { connectionIds, renderRequest } from "./card.ts";
import { connection } from "./kind.ts";
import type { ConnectionRequest } from "./store.ts";
import { UserError } from "../../../src/errors.ts";
import { defineConfirmation } from "../../../src/interactions/confirmation/define.ts";
import { defineCustomId } from "../../../src/interactions/custom-id.ts";
import { type ApprovedRequest, renderApproved, renderRequests } from "../render-list.ts";

export const approveButton = defineButton({
  id: connectionIds.approve,
  access: "manager",
  needs: "guild",
  ack: "update",
  async run({ requestId }, ctx) {
    const asked = await connection.requireOthers(requestId, ctx);
    if (asked.state === "open") {
      await assertNotConnected(asked, ctx);
      if (!(await isStillMember(asked, ctx)))
        throw new UserError(
          `<@${asked.discordUserId}> has left this server, so nothing was done. Decline the request, or leave it open until they're back.`,
        );
    }
    return renderRequest(
      (await approveRequest(asked, ctx)) ?? (await connection.requireOthers(requestId, ctx)),
    );
  },
});

/** Another manager may have connected one of the two at the same moment. */
const reasons = {
  "member-taken": "The member was connected to another workspace user at the same moment.",
  "user-taken": "This workspace user was connected to another member at the same moment.",
} as const;

/** Approves it, records that and tells the member. `undefined` if someone else decided it first. */
async function approveRequest(
  asked: ConnectionRequest,
  ctx: GuildContext,
): Promise<Shown<ConnectionRequest> | undefined> {
  const account = createAccount(asked, ctx);
  const approval = {
    id: asked.id,
    guildId: asked.guildId,
    decidedByDiscordUserId: ctx.invoker.discordUserId,
    decidedAt: ctx.now(),
    account,
    foldedNames: foldNames(account),
    reasons,
  };
  const record = async (ended: ConnectionRequest): Promise<void> => {
    const { discordUserId: member, userId, displayName, state } = ended;
    const approved = state === "approved";
    const outcome = approved ? "done" : "refused";
    const detail = { member, displayName, ...(approved && { after: userId }) };
    await recordAudit({ action: "account.approve", outcome, target: userId, detail }, ctx);
  };
  return connection.end((announce) => ctx.store.connectionRequests.approve(approval, announce), {
    ctx,
    isAwaited: true,
    record,
  });
}

/** As many as one message shows in full. */
const maxAtOnce = 10;

export const requestsId = defineCustomId("account.requests", {});

/** Several requests before one decision. */
export const requestsButton = defineButton({
  id: requestsId,
  access: "manager",
  needs: "guild",
  ack: "ephemeral",
  opensPreview: true,
  async run(_fields, ctx) {
    const { store, guildId, invoker } = ctx;
    const [open, count, own] = await Promise.all([
      store.connectionRequests.listUndecided(guildId, maxAtOnce + 1),
      store.connectionRequests.countUndecided(guildId),
      store.connectionRequests.findOpen(guildId, invoker.discordUserId),
    ]);
    const others = open.filter(({ discordUserId }) => discordUserId !== invoker.discordUserId);
    if (others.length === 0)
      throw new UserError(
        open.length === 0
          ? "No request is waiting, so there's nothing to decide."
          : "The only open request is your own, so another manager or an admin has to decide.",
      );
    const shown = others.slice(0, maxAtOnce);
    const preview = renderRequests(shown, count - shown.length - (own === undefined ? 0 : 1));
    return approveSeveral.prompt({ requestIds: shown.map(({ id }) => id) }, preview, ctx);
  },
});

const Approving = z.object({ requestIds: z.array(z.string()).min(1).max(maxAtOnce) });
type Approving = z.output<typeof Approving>;

const approveSeveral = defineConfirmation<Approving, readonly ApprovedRequest[], "guild">({
  kind: "account.approve-several",
  access: "manager",
  needs: "guild",
  payload: Approving,
  confirm: { label: ({ requestIds }) => `Approve ${requestIds.length}`, destructive: false },
  cancel: { label: "Not now", sentence: "Nothing was decided. The requests are still open." },
  unknownOutcomeText:
    "I was interrupted, so I don't know how many were approved. See who's connected and who's still waiting with `/account list`.",
  async execute({ requestIds }, ctx) {
    const results: ApprovedRequest[] = [];
    for (const id of requestIds) {
      const request = await ctx.store.connectionRequests.find(id);
      if (request === undefined || request.guildId !== ctx.guildId) continue;
      results.push(await approveOne(request, ctx));
    }
    return results;
  },
  outcome: {
    target: () => undefined,
    duplicateText: () => "These were already approved. Nothing was done twice.",
    // Each of them has an entry of its own.
    auditOutcome: () => "nowhere",
  },
  receipt: (results, _payload, ctx) => renderApproved(results, ctx.commandMention("account list")),
});

async function approveOne(request: ConnectionRequest, ctx: GuildContext): Promise<ApprovedRequest> {
  if (request.state !== "open") return { request, refusal: `already ${request.state}` };
  if (request.discordUserId === ctx.invoker.discordUserId) return { request, refusal: "your own request" };
  const { store, guildId } = ctx;
  const [own, other] = await Promise.all([
    store.accounts.ofMember(guildId, request.discordUserId),
    store.accounts.ofUser(guildId, request.userId),
  ]);
  // Left open, so that a manager can look at it.
  if (own !== undefined) return { request, refusal: "this member is already connected" };
  if (other !== undefined) return { request, refusal: "this user is already connected to another member" };
  if (!(await isStillMember(request, ctx))) return { request, refusal: "this member has left the server" };
  const decided = await approveRequest(request, ctx);
  if (decided === undefined) return { request, refusal: "someone else decided it at the same moment" };
  await connection.refresh(decided, ctx);
  const { state, reason, told } = decided;
  return { request: decided, refusal: state === "approved" ? undefined : reason, told };
}

export const approveComponents = approveSeveral.components;
