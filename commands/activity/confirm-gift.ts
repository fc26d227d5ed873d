import { z } from "zod";
import { Gift, type GiftedActivity, type ActivityTotals } from "../../src/api/contract/activity.ts";
import { defineConfirmation } from "../../src/interactions/confirmation.ts";
import { type Names, namesOf } from "../shared/people.ts";
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

export interface GiftResult {
  readonly activity: GiftedActivity;
  readonly totals: ActivityTotals;
  readonly names: Names;
}

export const giftConfirmation = defineConfirmation<GiftDraft, GiftResult, "link">({
  kind: "activity.gift",
  access: "manager",
  needs: "link",
  payload: StoredGift,
  confirm: { label: "Gift activity", harmful: false },
  keep: { label: "Discard", sentence: "The gift was discarded. Nothing was sent." },
  unknownSentence:
    "I sent the gift but got no clear answer, so I cannot tell whether it counts. Check `/activity view` before you send it again.",
  async perform({ userId, gift }, ctx) {
    // Names are a nicety: the gift is given without them too.
    const names: Names = await namesOf([userId, gift.gifted_by], ctx).catch(() => new Map());
    const params = { workspaceId: ctx.workspaceId, userId };
    return { ...(await ctx.api.giftActivity({ params, body: gift })), names };
  },
  outcome: {
    target: ({ activity }) => activity._id,
    alreadySentence: () => "This activity was already gifted. Nothing was sent twice.",
  },
  receipt: (result, draft, ctx) => renderGiftReceipt(result, draft, ctx.commandMention("activity view")),
});
