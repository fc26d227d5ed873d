import type { ActivityTotals, Gift } from "../../src/api/contract/activity.ts";
import { isGrowthInMinutes, formatUnitDuration, formatMinutes } from "./format.ts";
import type { RenderContext } from "../../src/ui/render-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { createEmbed, type EmbedFieldParts } from "../../src/ui/embed.ts";
import { escapeMarkdown } from "../../src/ui/escape.ts";
import { receipt } from "../../src/ui/receipt.ts";
import { formatNumber, pluralize } from "../../src/ui/numbers.ts";
import { joinParts, subtext, withoutBreaks } from "../../src/ui/lines.ts";
import {
  describePerson,
  describeUnreadNames,
  formatPeople,
  formatUnnamedId,
  formatPersonInTitle,
  type Names,
} from "../../src/ui/people.ts";
import { type GiftDraft, type GiftResult, isOfLaterWeek } from "./gift-draft.ts";

/**
 * The preview before activity is gifted.
 * @param isUnread the current week couldn't be read
 */
export function renderGiftPreview(
  draft: GiftDraft,
  isUnread: boolean,
  { names, commandMention }: RenderContext,
): Reply {
  const { userId, gift, minutes, minutesBefore, messagesBefore, unit, isUnitChosen, toOneself } = draft;
  return {
    embeds: [
      createEmbed({
        title: `Gift ${describeGift(draft)} to ${toOneself ? "yourself" : formatPersonInTitle(userId, names)}?`,
        tone: isUnread || toOneself || gift.gifted_by === undefined ? "waiting" : "information",
        description: joinParts(
          [
            `This counts for ${describePerson(userId, names)} this week, and I can't take it back.`,
            describeUnreadNames([userId], names),
            toOneself && "You're gifting this to yourself, and the audit log will say so.",
            isUnread &&
              "I couldn't read their current week, so the totals are missing here. You can still send the gift.",
            gift.gifted_by === undefined &&
              `You aren't connected to a workspace user, so the workspace won't know who gave it and may list it as time in the game. To give it in your name, connect first with ${commandMention("account connect")}.`,
            minutes !== undefined &&
              unit === undefined &&
              subtext(
                "I don't know which unit this workspace uses for time, so I'm assuming minutes. The receipt will show how it was counted.",
              ),
            isUnitChosen === true && gift.duration !== undefined && describeUnitSent(gift.duration, draft),
          ],
          "\n",
        ),
        footer: formatPeople([userId, gift.gifted_by], names),
        fields: [
          ...createGiftFields(gift, minutes === undefined ? undefined : formatMinutes(minutes), names),
          ...createTotalFields(
            { minutes: minutesBefore, messages: messagesBefore },
            { minutes: sum(minutesBefore, minutes), messages: sum(messagesBefore, gift.messages_sent) },
            draft,
          ),
        ],
      }),
    ],
  };
}

/** Where an admin chose the unit: it may be wrong, and a gift can't be taken back. */
function describeUnitSent(duration: number, { unit = "minutes", otherUnit }: GiftDraft): string {
  const sent = `I'm sending ${formatNumber(duration)} ${unit}, the unit chosen in this server's settings`;
  return otherUnit === undefined
    ? subtext(`${sent}.`)
    : `⚠️ ${sent}, but their visits are counted in ${otherUnit}. An admin should check that first.`;
}

/** `1 h 24 min and 5 messages`. */
function describeGift({ minutes, gift }: GiftDraft): string {
  const messages = gift.messages_sent ?? 0;
  const parts = [
    minutes !== undefined && minutes > 0 && withoutBreaks(formatMinutes(minutes)),
    messages > 0 && withoutBreaks(pluralize(messages, "message")),
  ];
  return joinParts(parts, " and ") || "this activity";
}

/** The gift as the workspace returned it, with what its response left out taken from the request. */
export function renderGiftReceipt(
  { activity, totals, before }: Omit<GiftResult, "names">,
  draft: GiftDraft,
  ctx: RenderContext,
): Reply {
  const { names, commandMention, now } = ctx;
  const { userId, gift, minutes } = draft;
  const isNewWeek = isOfLaterWeek(totals, draft, now.epochMilliseconds);
  const { minutesBefore, messagesBefore }: Partial<GiftDraft> = isNewWeek
    ? {}
    : {
        minutesBefore: before?.minutes ?? draft.minutesBefore,
        messagesBefore: before?.messages ?? draft.messagesBefore,
      };
  const doubt = describeUnitDoubt(minutes, minutesBefore, totals.minutes);
  const { duration = gift.duration, messages_sent = gift.messages_sent, game = gift.game } = activity;
  const isAsAsked =
    (duration ?? 0) === (gift.duration ?? 0) &&
    (messages_sent ?? 0) === (gift.messages_sent ?? 0) &&
    doubt === undefined;
  // The line of the receipt says who gave it.
  const gifted = { ...gift, messages_sent, game, gifted_by: undefined };
  const fields = isAsAsked
    ? createGiftFields({ game }, undefined, names)
    : createGiftFields(gifted, describeGivenTime(activity.duration, draft), names);
  return receipt(
    {
      title: isAsAsked ? `Gifted ${describeGift(draft)}` : "Activity gifted",
      verb: "Gifted",
      tone: doubt === undefined ? "done" : "waiting",
      lines: [
        `For ${describePerson(userId, names)}.`,
        isNewWeek && "A new week has begun since the preview, so this counts for the new one.",
        doubt,
      ],
      next: `See their week with ${commandMention("activity view")}.`,
      fields: [
        ...fields,
        ...createTotalFields({ minutes: minutesBefore, messages: messagesBefore }, totals, draft),
      ],
      notes: [formatUnnamedId(userId, names)],
    },
    ctx,
  );
}

function describeGivenTime(
  returned: number | undefined,
  { gift, minutes, unit }: GiftDraft,
): string | undefined {
  const asked = minutes === undefined ? undefined : formatMinutes(minutes);
  if (returned === undefined || returned === gift.duration) return asked;
  // The response to a gift of only messages often has a duration of 0.
  if (asked === undefined) return returned === 0 ? undefined : formatUnitDuration(returned, unit);
  return `${formatUnitDuration(returned, unit)}, you asked for ${asked}`;
}

function createGiftFields(
  { messages_sent: messages, game, gifted_by: giver }: Pick<Gift, "messages_sent" | "game" | "gifted_by">,
  time: string | undefined,
  names: Names,
): readonly EmbedFieldParts[] {
  const fields = [
    ["Time", time],
    ["Messages", messages === undefined || messages === 0 ? undefined : formatNumber(messages)],
    ["Game", game === undefined ? undefined : escapeMarkdown(game, 100)],
    ["Gifted by", giver === undefined ? undefined : describePerson(giver, names)],
  ] as const;
  return fields.flatMap(([name, value]) => (value ? [{ name, value, inline: true }] : []));
}

/** The week's totals before and after the gift: `0 → 45 min`. */
function createTotalFields(
  before: Pick<ActivityTotals, "minutes" | "messages">,
  after: Pick<ActivityTotals, "minutes" | "messages">,
  { minutes, gift }: GiftDraft,
): readonly EmbedFieldParts[] {
  const fields = [
    [
      "Time this week",
      minutes,
      before.minutes,
      after.minutes,
      (total: number) => `${formatNumber(total)} min`,
    ],
    ["Messages this week", gift.messages_sent, before.messages, after.messages, formatNumber],
  ] as const;
  return fields.flatMap(([name, gifted, was, is, format]) => {
    if (gifted === undefined || is === undefined) return [];
    return [
      { name, value: was === undefined ? format(is) : `${formatNumber(was)} → ${format(is)}`, inline: true },
    ];
  });
}

function sum(before: number | undefined, gifted: number | undefined): number | undefined {
  return before === undefined ? undefined : before + (gifted ?? 0);
}

/** A warning if the week's total didn't grow by the gifted minutes. */
function describeUnitDoubt(
  gifted: number | undefined,
  before: number | undefined,
  after: number | undefined,
): string | undefined {
  if (gifted === undefined || before === undefined || after === undefined) return undefined;
  const grownBy = after - before;
  if (isGrowthInMinutes(gifted, grownBy)) return undefined;
  return `🟧 The week's total changed by ${formatNumber(grownBy)} min, not by ${formatNumber(gifted)}. The workspace may count gifts in another unit, so check before you give more.`;
}
