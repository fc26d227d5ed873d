import { z } from "zod";
import type { ActivityTotals, UserActivity } from "../../src/api/contract/activity.ts";
import { ApiError, type ApiFailure, ContractError } from "../../src/api/errors.ts";
import {
  type DurationUnit,
  fromMinutes,
  guessUnitOfEntries,
  type OwnGifts,
  parseChosenUnit,
  readOwnGifts,
} from "./format.ts";
import { findServiceWeek } from "../../src/domain/week-boundaries.ts";
import { UserError } from "../../src/errors.ts";
import { defineConfirmation } from "../../src/interactions/confirmation/define.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import type { LinkedContext, WritableContext } from "../../src/interactions/handler-context.ts";
import { formatNumber, pluralize } from "../../src/ui/numbers.ts";
import type { Reply, Modal } from "../../src/ui/reply.ts";
import { type Names, readNames } from "../../src/ui/people.ts";
import { renderContext } from "../../src/ui/render-context.ts";
import { integer, text } from "../kit/options.ts";
import { requiredPerson } from "../kit/person-option.ts";
import { readDuration } from "../kit/time-options.ts";
import { readOwnAccount } from "../kit/resolve-person.ts";
import { readPreviewNames } from "../kit/service-person.ts";
import { GiftDraft, type GiftResult, isOfLaterWeek } from "./gift-draft.ts";
import { renderGiftPreview, renderGiftReceipt } from "./render-gift.ts";
import type { Found, NotFound, SentPayload } from "../../src/interactions/confirmation/declaration.ts";
import { isServiceId } from "../../src/domain/service-ids.ts";
import { canUse } from "../../src/interactions/access.ts";
import { defineButton } from "../../src/interactions/components.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import { parseWholeNumber } from "../../src/typed-text.ts";
import { createButton } from "../../src/ui/buttons.ts";
import { escapeMarkdown } from "../../src/ui/escape.ts";
import { defineDraftForm } from "../kit/form.ts";
import { createTextField, readText } from "../kit/fields.ts";
import { saveWeekAgain } from "../weeks/index.ts";

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
async function lookForGift(
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
  const { minutes: minutesNow, messages: messagesNow } = totals;
  if (minutesNow === undefined || messagesNow === undefined)
    return { verdict: "unclear", facts: "The workspace doesn't say this week's totals" };
  const present = { minutes: minutesNow, messages: messagesNow };
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
  if (!hasGrownBy(all))
    return { verdict: "unclear", facts: `${now}; ${before}. Another gift's outcome is unknown too` };
  // Its answer was lost, so it wasn't saved when it was given.
  void saveWeekAgain(userId, ctx);
  return { verdict: "arrived", facts: `${now}; ${before}` };
}

export const unknownGiftText =
  "I sent the gift but got no clear answer, so I don't know whether it counts. Check `/activity view` before you send it again.";

const giftConfirmation = defineConfirmation<GiftDraft, GiftResult, "write">({
  kind: "activity.gift",
  access: "manager",
  needs: "write",
  payload: GiftDraft,
  people: ({ userId, gift }) => [userId, gift.gifted_by],
  confirm: { label: "Gift activity", destructive: false },
  cancel: { label: "Not now", sentence: "This activity wasn't gifted. Nothing was sent." },
  unknownOutcomeText: unknownGiftText,
  unknownTitle: "Not sure whether this was given",
  lookFor: lookForGift,
  async execute({ userId, gift }, ctx) {
    // Names are optional: the gift is sent without them too.
    const names: Names = await readNames([userId, gift.gifted_by], ctx).catch(() => new Map());
    const params = { workspaceId: ctx.workspaceId, userId };
    const before = await readTotals(userId, ctx);
    return { ...(await ctx.api.giftActivity({ params, body: gift })), names, before };
  },
  outcome: {
    target: ({ activity }) => activity._id,
    duplicateText: () => "This activity was already gifted. Nothing was sent twice.",
  },
  receipt(result, draft, ctx) {
    void saveWeekAgain(draft.userId, ctx);
    return renderGiftReceipt(result, draft, renderContext(ctx, result.names));
  },
});

/** A gift that is on its way isn't kept waiting for longer. */
const totalsWithinMs = 2_000;

/**
 * The week's totals right before a gift: since the preview, others may have given something, or the person may have been
 * in the game. `undefined` if they can't be read now, which is no reason not to give it.
 */
function readTotals(
  userId: string,
  { api, workspaceId, log }: LinkedContext,
): Promise<ActivityTotals | undefined> {
  const asked = { params: { workspaceId, userId }, query: {} };
  const options = { timeoutMs: totalsWithinMs, noCache: true, staleOnError: false };
  return api.getActivity(asked, options).then(
    ({ totals }) => totals,
    (error: unknown) => {
      log.info("a gift's receipt compares with the totals of its preview", { error });
      return undefined;
    },
  );
}

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

export const giveActivity = defineSubcommand({
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
  operations: ["getActivity", "getAssignments", "giftActivity", "getUser"],
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
  const chosenUnit = parseChosenUnit(await ctx.store.guildSettings.all(ctx.guildId));
  const unit =
    minutes === undefined ? undefined : (chosenUnit ?? (await findUnit({ activity, ownGifts, giver }, ctx)));
  const told =
    unit === undefined || activity === undefined ? undefined : guessUnitOfEntries(activity.last_25, ownGifts);
  // If the unit of `duration` is unknown, minutes are the best guess: the weekly totals use them.
  const duration = minutes === undefined ? undefined : fromMinutes(minutes, unit ?? "minutes");
  return {
    userId,
    gift: { messages_sent: messages, game: game || undefined, duration, gifted_by: giver },
    minutes,
    unit,
    isUnitChosen: unit !== undefined && unit === chosenUnit,
    otherUnit: told === unit ? undefined : told,
    minutesBefore: activity?.totals.minutes,
    messagesBefore: activity?.totals.messages,
    weekEndsAt,
    toOneself: userId === giver,
  };
}

/** The preview. @param more further buttons */
async function promptGift(
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
function readGiftedMinutes(typed: string): number | undefined {
  return typed === "" ? undefined : readDuration(typed, longestGift, "nothing was sent");
}

/** @throws UserError if it is no number of messages that can be given */
function assertMessages(count: number | undefined): number | undefined {
  if (count === undefined || (count >= 1 && count <= maxMessages)) return count;
  throw new UserError(
    `Between 1 and ${formatNumber(maxMessages)} messages, please; you typed ${formatNumber(count)}, so nothing was sent.`,
  );
}

const TypedGift = z.object({
  userId: z.string(),
  duration: z.string(),
  messages: z.string(),
  game: z.string(),
});
type TypedGift = z.output<typeof TypedGift>;

const fields = [
  { id: "duration", label: "Duration", placeholder: "45 min", max: 40 },
  { id: "messages", label: "Messages", description: "Chat messages in the game.", max: 10 },
  { id: "game", label: "Game", description: "The game it counts for. Optional.", max: 100 },
] as const;

function createGiftModal(typed: TypedGift): Pick<Modal, "title" | "components"> {
  return {
    title: "Gift activity",
    components: fields.map((field) => createTextField({ ...field, value: typed[field.id] })),
  };
}

/** @throws UserError for what isn't a number */
function readMessages(typed: string): number | undefined {
  if (typed === "") return undefined;
  const count = parseWholeNumber(typed);
  if (count !== undefined) return assertMessages(count);
  throw new UserError(
    `“${escapeMarkdown(typed, 20)}” isn't a number of messages, so nothing was sent. Try *5*.`,
  );
}

const giftForm = defineDraftForm<TypedGift, GiftDraft, "write">({
  name: "activity.gift",
  command: "activity gift",
  access: "manager",
  needs: "write",
  typed: TypedGift,
  modal: createGiftModal,
  read(submitted, opened) {
    // Who it is for is in the draft, since it isn't asked.
    if (opened === undefined)
      throw new UserError("This form has expired, so nothing was sent. Open it again.");
    const typed = (id: (typeof fields)[number]["id"]) => readText(submitted, id);
    return { ...opened, duration: typed("duration"), messages: typed("messages"), game: typed("game") };
  },
  parse: ({ userId, duration, messages, game }, ctx) =>
    prepareGift(
      {
        userId,
        minutes: readGiftedMinutes(duration),
        messages: readMessages(messages),
        game,
      },
      ctx,
    ),
  respond: promptGift,
  change: {
    kind: "activity.gift",
    payload: GiftDraft,
    toTyped: ({ userId, minutes, gift }) => ({
      userId,
      duration: minutes?.toString() ?? "",
      messages: gift.messages_sent?.toString() ?? "",
      game: gift.game ?? "",
    }),
    subject: "The gift",
  },
});

const openId = defineCustomId("activity.gift.open", { userId: z.string().refine(isServiceId) });

/** Opens a form for a gift to someone. */
const openButton = defineButton({
  id: openId,
  access: "manager",
  needs: "write",
  ack: "modal",
  run: ({ userId }, ctx) => giftForm.openStored({ userId, duration: "", messages: "", game: "" }, ctx),
});

/** For those who may give something. */
export function createGiftButtons(userId: string, { invoker }: LinkedContext) {
  return canUse("manager", invoker)
    ? [createButton({ customId: openId.encode({ userId }), label: "Gift…" })]
    : [];
}

export const giftComponents = [openButton, ...giftConfirmation.components, ...giftForm.components];
