import type { UserActivity } from "../../src/api/contract/activity.ts";
import { ApiError, type ApiFailure, ContractError } from "../../src/api/errors.ts";
import { type DurationUnit, fromMinutes } from "./units.ts";
import { findServiceWeek } from "../../src/domain/week-boundaries.ts";
import { UserError } from "../../src/errors.ts";
import { defineConfirmation } from "../../src/interactions/confirmation/define.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import type { LinkedContext, WritableContext } from "../../src/interactions/handler-context.ts";
import { formatNumber } from "../../src/ui/numbers.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { type Names, readNames } from "../../src/ui/people.ts";
import { renderContext } from "../../src/ui/render-context.ts";
import { integer, text } from "../kit/options.ts";
import { requiredPerson } from "../kit/person-option.ts";
import { readDuration } from "../kit/time-options.ts";
import { readOwnAccount } from "../kit/resolve-person.ts";
import { readPreviewNames } from "../kit/service-person.ts";
import { guessUnitOfEntries } from "./format.ts";
import { lookForGift } from "./look-for-gift.ts";
import { type OwnGifts, readOwnGifts } from "./own-gifts.ts";
import { GiftDraft, type GiftResult } from "./gift-draft.ts";
import { renderGiftPreview, renderGiftReceipt } from "./render-gift.ts";

export const giftConfirmation = defineConfirmation<GiftDraft, GiftResult, "write">({
  kind: "activity.gift",
  access: "manager",
  needs: "write",
  payload: GiftDraft,
  confirm: { label: "Gift activity", destructive: false },
  cancel: { label: "Not now", sentence: "This activity wasn't gifted. Nothing was sent." },
  unknownOutcomeText:
    "I sent the gift but got no clear answer, so I don't know whether it counts. Check `/activity view` before you send it again.",
  unknownTitle: "Not sure whether this was given",
  lookFor: lookForGift,
  async execute({ userId, gift }, ctx) {
    // Names are optional: the gift is sent without them too.
    const names: Names = await readNames([userId, gift.gifted_by], ctx).catch(() => new Map());
    const params = { workspaceId: ctx.workspaceId, userId };
    return { ...(await ctx.api.giftActivity({ params, body: gift })), names };
  },
  outcome: {
    target: ({ activity }) => activity._id,
    duplicateText: () => "This activity was already gifted. Nothing was sent twice.",
  },
  receipt: (result, draft, ctx) => renderGiftReceipt(result, draft, renderContext(ctx, result.names)),
});

/** A week has no more. */
const longestGift = { minutes: 10_080, text: "7 days" };
/** Far more than anyone writes in a week. */
const maxMessages = 100_000;

/** If a read fails like this, the gift would fail too. */
const stopsGift: ReadonlySet<ApiFailure> = new Set([
  "unauthorized",
  "not-found",
  "invalid-id",
  "unreachable",
]);

interface WantedGift {
  readonly userId: string;
  readonly minutes: number | undefined;
  readonly messages: number | undefined;
  readonly game: string | undefined;
}

export const gift = defineSubcommand({
  name: "gift",
  description: "Give someone minutes or messages in your name, with a preview before anything is sent",
  options: {
    person: requiredPerson("Who gets it: a name, a mention, a user id or a profile link"),
    duration: text("Time in the game, such as 45 min or an hour")
      .max(40)
      .map((typed) => readGiftedMinutes(typed ?? "")),
    messages: integer("Chat messages in the game").map(assertMessages),
    game: text("The game it counts for").max(100),
  },
  access: "manager",
  needs: "write",
  ack: "ephemeral",
  operations: ["getActivity", "giftActivity", "getUser"],
  components: giftConfirmation.components,
  async run({ options: { person: userId, duration: minutes, messages, game } }, ctx) {
    return promptGift(await prepareGift({ userId, minutes, messages, game }, ctx), ctx);
  },
});

/** @throws UserError if there is nothing to give; ApiError if there is no such person, or the key is refused */
export async function prepareGift(
  { userId, minutes, messages, game }: WantedGift,
  ctx: LinkedContext,
): Promise<GiftDraft> {
  if (minutes === undefined && messages === undefined)
    throw new UserError(
      "There's nothing to give, so nothing was sent. Fill in `duration`, `messages`, or both.",
    );
  const giver = (await readOwnAccount(ctx))?.userId;
  const ownGifts = await readOwnGifts(ctx);
  const known = await ctx.store.weeks.known(ctx.guildId, ctx.workspaceId, 2);
  const weekEndsAt = findServiceWeek(known, ctx.now())?.endsAt;
  const activity = await readWeek(userId, ctx);
  const unit = minutes === undefined ? undefined : await findUnit({ activity, ownGifts, giver }, ctx);
  // If the unit of `duration` is unknown, minutes are the best guess: the weekly totals use them.
  const duration = minutes === undefined ? undefined : fromMinutes(minutes, unit ?? "minutes");
  return {
    userId,
    gift: { messages_sent: messages, game: game || undefined, duration, gifted_by: giver },
    minutes,
    unit,
    minutesBefore: activity?.totals.minutes,
    messagesBefore: activity?.totals.messages,
    weekEndsAt,
    toOneself: userId === giver,
  };
}

/** The preview. @param more further buttons */
export async function promptGift(
  draft: GiftDraft,
  ctx: WritableContext,
  more?: Parameters<typeof giftConfirmation.prompt>[3],
): Promise<Reply> {
  const { userId, gift: gifted, minutesBefore, messagesBefore } = draft;
  const names = await readPreviewNames([userId, gifted.gifted_by], ctx);
  const isUnread = minutesBefore === undefined && messagesBefore === undefined;
  return giftConfirmation.prompt(
    draft,
    renderGiftPreview(draft, isUnread, renderContext(ctx, names)),
    ctx,
    more,
  );
}

/**
 * The current week, read again since the receipt compares with it; `undefined` if it can't be read now, which is
 * no reason not to give it.
 * @throws ApiError if there is no such person, or the key is refused
 */
async function readWeek(
  userId: string,
  { api, workspaceId, log }: LinkedContext,
): Promise<UserActivity | undefined> {
  try {
    return await api.getActivity({ params: { workspaceId, userId }, query: {} }, { noCache: true });
  } catch (error) {
    if (!(error instanceof ApiError || error instanceof ContractError)) throw error;
    if (error instanceof ApiError && stopsGift.has(error.failure)) {
      const { failure, status, serverMessage } = error;
      // Refused as the gift would be, since that is what wasn't done.
      throw new ApiError("giftActivity", failure, { status, serverMessage, cause: error });
    }
    log.info("a gift is shown without the totals of its week", { error });
    return undefined;
  }
}

interface UnitSources {
  readonly activity: UserActivity | undefined;
  readonly ownGifts: OwnGifts;
  readonly giver: string | undefined;
}

/** The workspace's unit of time, by this person's tracked visits, otherwise by the giver's. */
async function findUnit(
  { activity, ownGifts, giver }: UnitSources,
  { api, workspaceId }: LinkedContext,
): Promise<DurationUnit | undefined> {
  if (activity === undefined) return undefined;
  const unit = guessUnitOfEntries(activity.last_25, ownGifts);
  if (unit !== undefined || giver === undefined) return unit;
  return api.getActivity({ params: { workspaceId, userId: giver }, query: {} }, { timeoutMs: 2_000 }).then(
    ({ last_25: entries }) => guessUnitOfEntries(entries, ownGifts),
    () => undefined,
  );
}

/** @throws UserError if it is no length of time that can be given */
export function readGiftedMinutes(typed: string): number | undefined {
  return typed === "" ? undefined : readDuration(typed, longestGift, "nothing was sent");
}

/** @throws UserError if it is no number of messages that can be given */
export function assertMessages(count: number | undefined): number | undefined {
  if (count === undefined || (count >= 1 && count <= maxMessages)) return count;
  throw new UserError(
    `Between 1 and ${formatNumber(maxMessages)} messages, please; you typed ${formatNumber(count)}, so nothing was sent.`,
  );
}
