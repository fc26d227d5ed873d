import { MisuseError, UserError } from "../../src/errors.ts";
import type { Row } from "../../src/ui/reply.ts";
import { button, buttonRow } from "../../src/ui/buttons.ts";
import { defineButton, outdatedComponentText } from "../../src/interactions/components.ts";
import { recordAudit } from "../../src/interactions/audit.ts";
import { updateCard, withdrawId } from "./request.ts";
import { decide } from "./decide-request.ts";

export function withdrawRow(requestId: string): readonly Row[] {
  return buttonRow(button({ customId: withdrawId.encode({ requestId }), label: "Withdraw request" }));
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
    const { request, first } = await decide(asked, { state: "withdrawn", reason: undefined }, ctx);
    if (!first) throw new UserError(`This request was already ${request.state}. Nothing was done.`);
    await updateCard(request, ctx);
    await recordAudit({ action: "account.withdraw", outcome: "done", target: request.userId }, ctx);
    return {
      content: `Your request was withdrawn and nothing was changed. You can ask again with ${ctx.commandMention("account connect")}.`,
    };
  },
});
