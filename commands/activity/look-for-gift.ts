import { z } from "zod";
import type { Found, NotFound, SentPayload } from "../../src/interactions/confirmation/declaration.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { pluralize } from "../../src/ui/numbers.ts";
import { type GiftDraft, isOfLaterWeek } from "./gift-draft.ts";

type SentGift = Omit<GiftDraft, "gift" | "toOneself"> & {
  readonly gift: Pick<GiftDraft["gift"], "messages_sent">;
};

/** As the audit log keeps a gift. */
const Given = z.object({
  userId: z.string(),
  minutes: z.number().optional(),
  gift: z.object({ messages_sent: z.number().optional() }),
});
/** Nobody confirms more in the time it takes to look. */
const maxGifts = 500;

interface Amounts {
  readonly minutes: number;
  readonly messages: number;
}

/**
 * What this person was given through the bot since a preview.
 * @param outcome `unknown`: what may have been given, this gift included
 */
async function readGivenSince(
  askedAt: number,
  userId: string,
  outcome: "done" | "unknown",
  { store, guildId, workspaceId }: LinkedContext,
): Promise<Amounts> {
  const page = { limit: maxGifts };
  const entries = await store.audit.list(guildId, { outcome, since: askedAt }, page);
  const given = { minutes: 0, messages: 0 };
  for (const entry of entries) {
    const { data } = Given.safeParse(entry.detail);
    if (entry.workspaceId !== workspaceId || data?.userId !== userId) continue;
    given.minutes += data.minutes ?? 0;
    given.messages += data.gift.messages_sent ?? 0;
  }
  return given;
}

interface Comparison {
  readonly verdict: "arrived" | "missing" | "unclear";
  /** The totals now and before, and what explains an unclear verdict, without the final period. */
  readonly facts: string;
}

/** Looks for a gift, for its own preview. */
export async function lookForGift(
  sent: Pick<SentPayload<SentGift>, "payload" | "askedAt">,
  ctx: LinkedContext,
): Promise<Found | NotFound> {
  const { verdict, facts } = await compareTotals(sent, ctx);
  switch (verdict) {
    case "arrived":
      return { title: "The gift seems to have arrived", sentence: `${facts}.` };
    case "missing":
      return {
        sentence: `${facts}, so the gift doesn't seem to have arrived. Look again in a minute before you send it again.`,
      };
    case "unclear":
      return { sentence: `${facts}, so I can't tell. Check before you send it again.` };
    default:
      return verdict satisfies never;
  }
}

/** Compares the week's totals with those of the preview, and with what was given besides. */
export async function compareTotals(
  { payload, askedAt }: Pick<SentPayload<SentGift>, "payload" | "askedAt">,
  ctx: LinkedContext,
): Promise<Comparison> {
  const { api, workspaceId } = ctx;
  const { userId, minutes = 0, minutesBefore, messagesBefore, gift } = payload;
  const { totals } = await api.getActivity({ params: { workspaceId, userId }, query: {} }, { noCache: true });
  const [others, unclear] = await Promise.all([
    readGivenSince(askedAt, userId, "done", ctx),
    readGivenSince(askedAt, userId, "unknown", ctx),
  ]);
  const present = { minutes: totals.minutes ?? 0, messages: totals.messages ?? 0 };
  const now = `This week has ${pluralize(present.minutes, "minute")} and ${pluralize(present.messages, "message")}`;
  if (minutesBefore === undefined || messagesBefore === undefined)
    return { verdict: "unclear", facts: `${now}. I don't know the totals before the gift` };
  const was = `it was ${pluralize(minutesBefore, "minute")} and ${pluralize(messagesBefore, "message")} before`;
  if (isOfLaterWeek(present, payload, ctx.now()))
    return { verdict: "unclear", facts: `${now}; ${was}. A new week has begun since` };
  const before =
    others.minutes + others.messages === 0
      ? was
      : `${was}, and other gifts have added ${pluralize(others.minutes, "minute")} and ${pluralize(others.messages, "message")} since`;
  const hasGrownBy = (by: Amounts): boolean =>
    present.minutes - minutesBefore - others.minutes >= by.minutes &&
    present.messages - messagesBefore - others.messages >= by.messages;
  const own = { minutes, messages: gift.messages_sent ?? 0 };
  if (!hasGrownBy(own)) return { verdict: "missing", facts: `${now}; ${before}` };
  const all = {
    minutes: Math.max(own.minutes, unclear.minutes),
    messages: Math.max(own.messages, unclear.messages),
  };
  return hasGrownBy(all)
    ? { verdict: "arrived", facts: `${now}; ${before}` }
    : { verdict: "unclear", facts: `${now}; ${before}. Another gift's outcome is unknown too` };
}
