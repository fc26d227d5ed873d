import { foldNames } from "../../../src/domain/search.ts";
import { MisuseError, UserError } from "../../../src/errors.ts";
import { recordAudit } from "../../../src/interactions/audit.ts";
import { defineButton, outdatedComponentText } from "../../../src/interactions/components.ts";
import type { GuildContext } from "../../../src/interactions/handler-context.ts";
import type { ConnectionRequest, ConnectionRequestDecision } from "./store.ts";
import { announceDecision, type NewsTexts, tellRequester } from "./news.ts";
import { type Announced, changeAndAnnounce } from "../../../src/outbox/queue.ts";
import type { Told } from "./card.ts";
import { defineDeclineForm } from "../../kit/request-form.ts";
import { assertNotConnected, createAccount } from "../connect-account.ts";
import { describeConnected, describeDeclined } from "./render.ts";
import { approveId, declineFormId, declineId, renderRequestCard } from "./ask.ts";

/** The request behind a card, for someone who may decide it. @throws UserError if it's their own, or too old */
async function requireOpenRequest(requestId: string, ctx: GuildContext): Promise<ConnectionRequest> {
  const request = await ctx.store.connectionRequests.find(requestId);
  if (request === undefined) throw new UserError(outdatedComponentText);
  if (request.guildId !== ctx.guildId) throw new MisuseError(outdatedComponentText);
  if (request.discordUserId === ctx.invoker.discordUserId)
    throw new UserError(
      "This is your own request, so another manager or an admin has to decide. Nothing was done.",
    );
  return request;
}

/** @throws UserError for whoever opens or sends a form about a request that someone else decided */
function assertUndecided({ state, decidedByDiscordUserId: by }: ConnectionRequest): void {
  if (state === "open") return;
  throw new UserError(
    `This request was already ${state}${by === undefined ? "" : ` by <@${by}>`}, so there's nothing to decline. Nothing was done.`,
  );
}

/** Decides an open request for the caller, with news for its member; otherwise returns it as someone else decided it. */
export async function decide(
  { id, guildId }: ConnectionRequest,
  { state, reason }: Pick<ConnectionRequestDecision, "state" | "reason">,
  ctx: GuildContext,
  describe: (decided: ConnectionRequest) => NewsTexts,
): Promise<Pick<Announced<ConnectionRequest>, "changed"> & Partial<Announced<ConnectionRequest>>> {
  const { connectionRequests } = ctx.store;
  const decidedByDiscordUserId = ctx.invoker.discordUserId;
  const decision = { id, guildId, state, decidedByDiscordUserId, decidedAt: ctx.now(), reason };
  const decided = await changeAndAnnounce(
    (announce) => connectionRequests.decide(decision, announce),
    announceDecision(describe, ctx),
  );
  if (decided !== undefined) return decided;
  const ended = await connectionRequests.find(id);
  if (ended === undefined) throw new UserError(outdatedComponentText);
  return { changed: ended };
}

export const declineForm = defineDeclineForm({
  buttonId: declineId,
  formId: declineFormId,
  needs: "guild",
  field: { description: "Optional. I'll send it to the member in a private message.", max: 500 },
  async open(requestId, ctx) {
    assertUndecided(await requireOpenRequest(requestId, ctx));
    return "";
  },
  async submit(requestId, typed, ctx) {
    const asked = await requireOpenRequest(requestId, ctx);
    assertUndecided(asked);
    const { changed: request, message } = await decide(
      asked,
      { state: "declined", reason: typed || undefined },
      ctx,
      (declined) => describeDeclined(declined, ctx),
    );
    if (message === undefined) assertUndecided(request);
    const { discordUserId: member, userId: target } = request;
    // The reason is between the two of them, so it isn't in the audit log.
    await recordAudit({ action: "account.decline", outcome: "done", target, detail: { member } }, ctx);
    const told = message && (await tellRequester({ changed: request, message }, { ctx, isAwaited: true }));
    return renderRequestCard(request, { told });
  },
});

export const approveButton = defineButton({
  id: approveId,
  access: "manager",
  needs: "guild",
  ack: "update",
  async run({ requestId }, ctx) {
    const asked = await requireOpenRequest(requestId, ctx);
    if (asked.state === "open") await assertNotConnected(asked, ctx);
    const decided = await approveRequest(asked, ctx);
    if (decided === undefined) return renderRequestCard(await requireOpenRequest(requestId, ctx));
    return renderRequestCard(decided.request, decided);
  },
});

/** Another manager may have connected one of the two at the same moment. */
const reasons = {
  "member-taken": "The member was connected to another workspace user at the same moment.",
  "user-taken": "This workspace user was connected to another member at the same moment.",
} as const;

/** Approves it, records that and tells the member. `undefined` if someone else decided it first. */
export async function approveRequest(
  asked: ConnectionRequest,
  ctx: GuildContext,
): Promise<{ readonly request: ConnectionRequest; readonly told: Told } | undefined> {
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
  const ended = await changeAndAnnounce(
    (announce) => ctx.store.connectionRequests.approve(approval, announce),
    announceDecision(
      (decided) =>
        decided.state === "approved"
          ? describeConnected(decided, decided, ctx)
          : describeDeclined(decided, ctx),
      ctx,
    ),
  );
  if (ended === undefined) return undefined;
  const { changed: request } = ended;
  const { discordUserId: member, userId, displayName, state } = request;
  const approved = state === "approved";
  const outcome = approved ? "done" : "refused";
  const detail = { member, displayName, ...(approved && { after: userId }) };
  await recordAudit({ action: "account.approve", outcome, target: userId, detail }, ctx);
  return { request, told: await tellRequester(ended, { ctx, isAwaited: true }) };
}
