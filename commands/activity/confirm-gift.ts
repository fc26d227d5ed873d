import { z } from "zod";
import { Gift, type GiftedActivity, type ActivityTotals } from "../../src/api/contract/activity.ts";
import { durationUnits } from "../../src/domain/durations.ts";
import { defineConfirmation } from "../../src/interactions/confirmation.ts";
import { type Names, namesOf } from "../shared/people.ts";
import { lookForGift } from "./look-for-gift.ts";
import { renderGiftReceipt } from "./render-gift.ts";

/** What is to be given, with this week's totals as they were when it was shown. */
const GiftDraft = z.object({
  userId: z.string(),
  /** As the service gets it: its `duration` need not be in minutes. */
  gift: Gift,
  /** As the person gave it. */
  minutes: z.number().optional(),
  /** What `gift.duration` is counted in; left out when nothing told, and then minutes are sent. */
  unit: z.enum(durationUnits).optional(),
  minutesBefore: z.number().optional(),
  messagesBefore: z.number().optional(),
  /** The giver chose themselves. The audit log marks it. */
  toOneself: z.boolean(),
});
export type GiftDraft = z.output<typeof GiftDraft>;

export interface GiftResult {
  readonly activity: GiftedActivity;
  readonly totals: ActivityTotals;
  readonly names: Names;
}

export const giftConfirmation = defineConfirmation<GiftDraft, GiftResult, "link">({
  kind: "activity.gift",
  access: "manager",
  needs: "link",
  payload: GiftDraft,
  confirm: { label: "Gift activity", harmful: false },
  keep: { label: "Discard", sentence: "The gift was discarded. Nothing was sent." },
  unknownSentence:
    "I sent the gift but got no clear answer, so I cannot tell whether it counts. Check `/activity view` before you send it again.",
  unknownTitle: "Not sure whether this was given",
  lookFor: lookForGift,
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
