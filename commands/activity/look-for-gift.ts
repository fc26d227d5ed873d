import type { Found, NotFound, SentPayload } from "../../src/interactions/confirmation/declaration.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { pluralize } from "../../src/ui/numbers.ts";

interface SentGift {
  readonly userId: string;
  readonly gift: { readonly messages_sent?: number | undefined };
  readonly minutes?: number | undefined;
  readonly minutesBefore?: number | undefined;
  readonly messagesBefore?: number | undefined;
}

/** Compares the week's totals with those of the preview. */
export async function lookForGift(
  { payload }: SentPayload<SentGift>,
  { api, workspaceId }: LinkedContext,
): Promise<Found | NotFound> {
  const { userId, minutes = 0, minutesBefore, messagesBefore, gift } = payload;
  const { totals } = await api.getActivity({ params: { workspaceId, userId }, query: {} }, { noCache: true });
  const now = `This week has ${pluralize(totals.minutes ?? 0, "minute")} and ${pluralize(totals.messages ?? 0, "message")}`;
  if (minutesBefore === undefined || messagesBefore === undefined)
    return {
      sentence: `${now}. I don't know the totals before the gift, so check before you send it again.`,
    };
  const before = `it was ${pluralize(minutesBefore, "minute")} and ${pluralize(messagesBefore, "message")} before`;
  const isThere =
    (totals.minutes ?? 0) - minutesBefore >= minutes &&
    (totals.messages ?? 0) - messagesBefore >= (gift.messages_sent ?? 0);
  return isThere
    ? { title: "The gift seems to have arrived", sentence: `${now}; ${before}.` }
    : {
        sentence: `${now}; ${before}, so the gift doesn't seem to have arrived. Look again in a minute before you send it again.`,
      };
}
