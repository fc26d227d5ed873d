import { MisuseError, UserError } from "../../src/errors.ts";
import type { Row } from "../../src/interactions/answer.ts";
import { button, buttonRow } from "../../src/interactions/components.ts";
import { defineButton, outOfDate } from "../../src/interactions/controls.ts";
import { recordDeed } from "../../src/interactions/recording.ts";
import { redrawCard } from "./claim-card.ts";
import { withdrawId } from "./claim-ids.ts";
import { decide } from "./deciding.ts";

export function withdrawRow(claimId: string): readonly Row[] {
  return buttonRow(button({ customId: withdrawId.encode({ claimId }), label: "Withdraw request" }));
}

export const withdrawButton = defineButton({
  id: withdrawId,
  access: "staff",
  needs: "guild",
  ack: "update",
  async run({ claimId }, ctx) {
    const asked = await ctx.store.accountClaims.find(claimId);
    if (asked === undefined) throw new UserError(outOfDate);
    if (asked.guildId !== ctx.guildId || asked.discordUserId !== ctx.caller.discordUserId)
      throw new MisuseError(outOfDate);
    const { claim, first } = await decide(asked, { state: "withdrawn", reason: undefined }, ctx);
    if (!first) throw new UserError(`This request was already ${claim.state}. Nothing was done.`);
    await redrawCard(claim, ctx);
    await recordDeed({ action: "account.withdraw", outcome: "done", target: claim.userId }, ctx);
    return {
      content: `Your request was withdrawn, so nothing changes. You can ask again with ${ctx.commandMention("account connect")}.`,
    };
  },
});
