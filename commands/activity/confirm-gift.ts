import { z } from "zod";
import { Gift, type GiftedActivity, type ActivityTotals } from "../../src/api/contract/activity.ts";
import { defineConfirmation } from "../../src/interactions/confirmation.ts";
import { renderGiftReceipt } from "./render-gift.ts";

/** What is to be given, with this week's total as it was when it was shown. */
export interface GiftDraft {
  readonly userId: string;
  /** As the service gets it: its `duration` need not be in minutes. */
  readonly gift: Gift;
  /** As the person gave it. */
  readonly minutes?: number | undefined;
  readonly minutesBefore?: number | undefined;
}

const StoredGift = z.object({
  userId: z.string(),
  gift: Gift,
  minutes: z.number().optional(),
  minutesBefore: z.number().optional(),
});

interface GiftResult {
  readonly activity: GiftedActivity;
  readonly totals: ActivityTotals;
}

export const giftConfirmation = defineConfirmation<GiftDraft, GiftResult, "link">({
  kind: "activity.gift",
  access: "staff",
  needs: "link",
  payload: StoredGift,
  confirm: { label: "Gift activity", harmful: false },
  keep: { label: "Discard", sentence: "The gift was discarded. Nothing was sent." },
  unknownSentence:
    "I sent the gift but got no answer, so I cannot tell whether it counts. Check `/activity view` before you send it again.",
  perform: ({ userId, gift }, ctx) =>
    ctx.api.giftActivity({ params: { workspaceId: ctx.workspaceId, userId }, body: gift }),
  outcome: {
    target: ({ activity }) => activity._id,
    alreadySentence: () => "This activity was already gifted. Nothing was sent twice.",
  },
  receipt: (result, draft, ctx) => renderGiftReceipt(result, draft, ctx.commandMention("activity view")),
});
