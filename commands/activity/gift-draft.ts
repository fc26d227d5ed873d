import { z } from "zod";
import { type ActivityTotals, Gift, type GiftedActivity } from "../../src/api/contract/activity.ts";
import { durationUnits } from "./format.ts";
import type { Names } from "../../src/ui/people.ts";

/** What is to be given, with this week's totals as they were when it was shown. */
export const GiftDraft = z.object({
  userId: z.string(),
  /** As the service gets it: its `duration` need not be in minutes. */
  gift: Gift,
  /** As the person gave it. */
  minutes: z.number().optional(),
  /** What `gift.duration` is counted in; omitted if unknown: minutes are sent then. */
  unit: z.enum(durationUnits).optional(),
  /** An admin chose that unit; an earlier version didn't store it. */
  isUnitChosen: z.boolean().optional(),
  /** What the person's visits tell, if it is another one. */
  otherUnit: z.enum(durationUnits).optional(),
  minutesBefore: z.number().optional(),
  messagesBefore: z.number().optional(),
  /** When that week ends, in epoch milliseconds, if it's known. */
  weekEndsAt: z.number().optional(),
  /** The giver chose themselves. The audit log marks it. */
  toOneself: z.boolean(),
});
export type GiftDraft = z.output<typeof GiftDraft>;

/** Whether these are the totals of a later week than the draft's: within a week, they only grow. */
export function isOfLaterWeek(
  { minutes = Infinity, messages = Infinity }: Partial<Totals>,
  { weekEndsAt = Infinity, minutesBefore = 0, messagesBefore = 0 }: Partial<GiftDraft>,
  nowMs: number,
): boolean {
  return nowMs >= weekEndsAt || minutes < minutesBefore || messages < messagesBefore;
}

type Totals = Pick<ActivityTotals, "minutes" | "messages">;

export interface GiftResult {
  readonly activity: GiftedActivity;
  readonly totals: ActivityTotals;
  readonly names: Names;
  /** The totals right before it was sent; those of the draft count if they couldn't be read. */
  readonly before?: ActivityTotals | undefined;
}
