import { foldNames } from "../../../src/domain/search.ts";
import { recordAudit } from "../../../src/interactions/audit.ts";
import { defineButton } from "../../../src/interactions/components.ts";
import type { GuildContext } from "../../../src/interactions/handler-context.ts";
import type { Shown } from "../../kit/request/kind.ts";
import { assertNotConnected, createAccount } from "../connect-account.ts";
import { connectionIds, renderRequest } from "./card.ts";
import { connection } from "./kind.ts";
import type { ConnectionRequest } from "./store.ts";

export const approveButton = defineButton({
  id: connectionIds.approve,
  access: "manager",
  needs: "guild",
  ack: "update",
  async run({ requestId }, ctx) {
    const asked = await connection.requireOthers(requestId, ctx);
    if (asked.state === "open") await assertNotConnected(asked, ctx);
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
export async function approveRequest(
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
