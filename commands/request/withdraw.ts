import { z } from "zod";
import { MisuseError, UserError } from "../../src/errors.ts";
import { recordAudit } from "../../src/interactions/audit.ts";
import { defineButton, outdatedComponentText } from "../../src/interactions/components.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import { formatShortDay, formatMinutes, formatTimeRequest } from "./text.ts";
import { refreshCard } from "./news.ts";
import type { TimeRequest } from "./store.ts";
import { createButton, createButtonRow } from "../../src/ui/buttons.ts";
import type { Row } from "../../src/ui/reply.ts";
import { describeState, requireRequest } from "./require-request.ts";
import type { DateStyle } from "../../src/ui/formats.ts";

const withdrawId = defineCustomId("request.withdraw", { requestId: z.string().min(1) });

/** As many as a member can have open. */
export function createWithdrawRowFor(open: readonly TimeRequest[], style: DateStyle): readonly Row[] {
  return createButtonRow(
    ...open.slice(0, 5).map(({ id: requestId, minutes, day }) =>
      createButton({
        customId: withdrawId.encode({ requestId }),
        label: `Withdraw ${formatMinutes(minutes)}, ${formatShortDay(day, style)}`,
      }),
    ),
  );
}

export function createWithdrawRow(requestId: string): readonly Row[] {
  return createButtonRow(createButton({ customId: withdrawId.encode({ requestId }), label: "Withdraw" }));
}

export const withdrawButton = defineButton({
  id: withdrawId,
  access: "staff",
  needs: "guild",
  ack: "update",
  async run({ requestId }, ctx) {
    const { store, guildId, invoker } = ctx;
    const { discordUserId: member } = invoker;
    const request = await requireRequest(requestId, ctx);
    if (request.discordUserId !== member)
      throw new MisuseError("This button is for someone else, so nothing was done. Managers can decline it.");
    const decided = { decidedByDiscordUserId: member, decidedAt: ctx.now(), dueAt: undefined };
    const withdrawn = await store.timeRequests.move({
      id: requestId,
      guildId,
      from: "open",
      to: "withdrawn",
      ...decided,
    });
    if (withdrawn === undefined) {
      const present = await store.timeRequests.find(requestId);
      throw new UserError(
        present === undefined
          ? outdatedComponentText
          : `${describeState(present)} There's nothing to withdraw, so nothing was done.`,
      );
    }
    const { minutes, day } = withdrawn;
    const detail = { member, minutes, day };
    await recordAudit({ action: "request.withdraw", outcome: "done", target: requestId, detail }, ctx);
    await refreshCard(withdrawn, ctx);
    const end =
      withdrawn.cardMessageId === undefined
        ? ", so nobody can approve it."
        : ". Its card stays up, without its buttons.";
    return { content: `Your request for ${formatTimeRequest(withdrawn, ctx.dateStyle)} is withdrawn${end}` };
  },
});
