import { MisuseError, UserError } from "../../../src/errors.ts";
import { canUse } from "../../../src/interactions/access.ts";
import { recordAudit } from "../../../src/interactions/audit.ts";
import { defineButton, outdatedComponentText } from "../../../src/interactions/components.ts";
import type { GuildContext } from "../../../src/interactions/handler-context.ts";
import { createButton } from "../../../src/ui/buttons.ts";
import { withdrawId } from "./ask.ts";
import { updateCard } from "./news.ts";
import type { ConnectionRequest } from "./store.ts";

/** For staff whose own open request it is; where members of a server are known. */
export function createWithdrawButtons(
  open: Pick<ConnectionRequest, "id"> | undefined,
  { invoker, isPrivate }: GuildContext,
) {
  return open === undefined || isPrivate || !canUse("staff", invoker)
    ? []
    : [createButton({ customId: withdrawId.encode({ requestId: open.id }), label: "Withdraw request" })];
}

export const withdrawButton = defineButton({
  id: withdrawId,
  access: "staff",
  needs: "guild",
  ack: "update",
  async run({ requestId }, ctx) {
    const asked = await ctx.store.connectionRequests.find(requestId);
    if (asked === undefined) throw new UserError(outdatedComponentText);
    if (asked.guildId !== ctx.guildId || asked.discordUserId !== ctx.invoker.discordUserId)
      throw new MisuseError(outdatedComponentText);
    const by = { decidedByDiscordUserId: ctx.invoker.discordUserId, decidedAt: ctx.now(), reason: undefined };
    const { connectionRequests } = ctx.store;
    const withdrawn = await connectionRequests.decide({ ...asked, ...by, state: "withdrawn" });
    if (withdrawn === undefined) {
      const { state = "deleted" } = (await connectionRequests.find(requestId)) ?? {};
      throw new UserError(`This request was already ${state}. Nothing was done.`);
    }
    await updateCard(withdrawn, ctx);
    await recordAudit({ action: "account.withdraw", outcome: "done", target: withdrawn.userId }, ctx);
    return {
      content: `Your request was withdrawn and nothing was changed. You can ask again with ${ctx.commandMention("account connect")}.`,
    };
  },
});
