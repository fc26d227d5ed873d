import { MisuseError, UserError } from "../../src/errors.ts";
import type { Row } from "../../src/ui/reply.ts";
import { button, buttonRow } from "../../src/ui/buttons.ts";
import { defineButton, outdatedComponentText } from "../../src/interactions/components.ts";
import { recordAudit } from "../../src/interactions/audit.ts";
import { updateCard, withdrawId } from "./request.ts";
import { decide } from "./decide-request.ts";

export function withdrawRow(claimId: string): readonly Row[] {
  return buttonRow(button({ customId: withdrawId.encode({ claimId }), label: "Withdraw request" }));
}

export const withdrawButton = defineButton({
  id: withdrawId,
  access: "staff",
  needs: "guild",
  ack: "update",
  async run({ claimId }, ctx) {
    const asked = await ctx.store.connectionRequests.find(claimId);
    if (asked === undefined) throw new UserError(outdatedComponentText);
    if (asked.guildId !== ctx.guildId || asked.discordUserId !== ctx.invoker.discordUserId)
      throw new MisuseError(outdatedComponentText);
    const { claim, first } = await decide(asked, { state: "withdrawn", reason: undefined }, ctx);
    if (!first) throw new UserError(`This request was already ${claim.state}. Nothing was done.`);
    await updateCard(claim, ctx);
    await recordAudit({ action: "account.withdraw", outcome: "done", target: claim.userId }, ctx);
    return {
      content: `Your request was withdrawn and nothing was changed. You can ask again with ${ctx.commandMention("account connect")}.`,
    };
  },
});
