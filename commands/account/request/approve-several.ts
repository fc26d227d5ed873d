import { z } from "zod";
import { UserError } from "../../../src/errors.ts";
import { defineButton } from "../../../src/interactions/components.ts";
import { defineConfirmation } from "../../../src/interactions/confirmation/define.ts";
import { defineCustomId } from "../../../src/interactions/custom-id.ts";
import type { GuildContext } from "../../../src/interactions/handler-context.ts";
import { connection } from "./kind.ts";
import type { ConnectionRequest } from "./store.ts";
import { approveRequest } from "./decide.ts";
import { type ApprovedRequest, renderApproved, renderRequests } from "../render-list.ts";

/** As many as one message shows in full. */
const maxAtOnce = 10;

export const requestsId = defineCustomId("account.requests", {});

/** Several requests before one decision. */
export const requestsButton = defineButton({
  id: requestsId,
  access: "manager",
  needs: "guild",
  ack: "ephemeral",
  async run(_fields, ctx) {
    const { store, guildId, invoker } = ctx;
    const open = await store.connectionRequests.listUndecided(guildId, 10 * maxAtOnce);
    const others = open.filter(({ discordUserId }) => discordUserId !== invoker.discordUserId);
    if (others.length === 0)
      throw new UserError(
        open.length === 0
          ? "No request is waiting, so there's nothing to decide."
          : "The only open request is your own, so another manager or an admin has to decide.",
      );
    const shown = others.slice(0, maxAtOnce);
    const preview = renderRequests(shown, others.length - shown.length);
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
  const decided = await approveRequest(request, ctx);
  if (decided === undefined) return { request, refusal: "someone else decided it at the same moment" };
  await connection.refresh(decided, ctx);
  const { state, reason, told } = decided;
  return { request: decided, refusal: state === "approved" ? undefined : reason, told };
}

export const approveComponents = approveSeveral.components;
