import type { ActivityTotals, Gift } from "../../src/api/contract/activity.ts";
import { grewAsMinutes } from "../../src/domain/durations.ts";
import type { Answer } from "../../src/interactions/answer.ts";
import { embed, type EmbedFieldParts } from "../../src/text/embed.ts";
import { code, inert } from "../../src/text/inert.ts";
import { grouped } from "../../src/text/numbers.ts";
import { joined, smallPrint } from "../shared/lines.ts";
import { type Names, personWords } from "../shared/people.ts";
import type { GiftDraft, GiftResult } from "./confirm-gift.ts";
import { durationText, minutesText } from "./words.ts";

export interface GiftPreviewFacts {
  readonly names: Names;
  /** The week as it stands could not be read. */
  readonly isUnread: boolean;
  /** Clickable name of the command that connects people. */
  readonly connectMention: string;
}

/** The question before activity is given. */
export function renderGiftPreview(
  draft: GiftDraft,
  { names, isUnread, connectMention }: GiftPreviewFacts,
): Answer {
  const { userId, gift, minutes, minutesBefore, messagesBefore, unit, toOneself } = draft;
  return {
    embeds: [
      embed({
        title: "Gift this activity?",
        tone: isUnread || toOneself || gift.gifted_by === undefined ? "waiting" : "information",
        description: joined(
          [
            `It counts for ${personWords(userId, names)} this week, and I can't take it back.`,
            toOneself && "This gift is to yourself, and the audit log says so.",
            isUnread &&
              "I couldn't read how their week stands, so the totals before and after are missing here. You can still send the gift.",
            gift.gifted_by === undefined &&
              `You aren't connected to a workspace user, so the workspace won't know who gave it and may list it as time in the game. To give it in your name, connect first with ${connectMention}.`,
            minutes !== undefined &&
              unit === undefined &&
              smallPrint(
                "I don't know which unit this workspace counts time in, so I assume minutes. The receipt shows how it was counted.",
              ),
          ],
          "\n",
        ),
        fields: [
          ...giftFields(gift, minutes === undefined ? undefined : minutesText(minutes), names),
          ...totalFields(
            { minutes: minutesBefore, messages: messagesBefore },
            { minutes: sum(minutesBefore, minutes), messages: sum(messagesBefore, gift.messages_sent) },
            draft,
          ),
        ],
      }),
    ],
  };
}

/** What was given, as the workspace answered; where it left something out, as it was sent. */
export function renderGiftReceipt(
  { activity, totals, names }: GiftResult,
  draft: GiftDraft,
  viewMention: string,
): Answer {
  const { userId, gift, minutes, minutesBefore, messagesBefore } = draft;
  const doubt = unitDoubt(minutes, minutesBefore, totals.minutes);
  const given = {
    ...gift,
    messages_sent: activity.messages_sent ?? gift.messages_sent,
    game: activity.game ?? gift.game,
  };
  return {
    embeds: [
      embed({
        tone: doubt === undefined ? "done" : "waiting",
        title: "Activity gifted",
        description: joined(
          [
            `To ${personWords(userId, names)}.`,
            doubt,
            smallPrint(
              joined([
                activity._id !== undefined && `Id ${code(activity._id)}`,
                `See the week with ${viewMention}`,
              ]),
            ),
          ],
          "\n",
        ),
        fields: [
          ...giftFields(given, givenTime(activity.duration, draft), names),
          ...totalFields({ minutes: minutesBefore, messages: messagesBefore }, totals, draft),
        ],
      }),
    ],
  };
}

function givenTime(answered: number | undefined, { gift, minutes, unit }: GiftDraft): string | undefined {
  const asked = minutes === undefined ? undefined : minutesText(minutes);
  if (answered === undefined || answered === gift.duration) return asked;
  // A gift of messages alone is often answered with a time of none.
  if (asked === undefined) return answered === 0 ? undefined : durationText(answered, unit);
  return `${durationText(answered, unit)}, you asked for ${asked}`;
}

function giftFields(
  { messages_sent: messages, game, gifted_by: giver }: Gift,
  time: string | undefined,
  names: Names,
): readonly EmbedFieldParts[] {
  const fields = [
    ["Time", time],
    ["Messages", messages === undefined || messages === 0 ? undefined : grouped(messages)],
    ["Game", game === undefined ? undefined : inert(game, 100)],
    ["Gifted by", giver === undefined ? undefined : personWords(giver, names)],
  ] as const;
  return fields.flatMap(([name, value]) => (value ? [{ name, value, inline: true }] : []));
}

/** The week's totals that the gift changes, as they were and as they are or will be: `0 → 45 min`. */
function totalFields(
  before: Pick<ActivityTotals, "minutes" | "messages">,
  after: Pick<ActivityTotals, "minutes" | "messages">,
  { minutes, gift }: GiftDraft,
): readonly EmbedFieldParts[] {
  const fields = [
    ["Time this week", minutes, before.minutes, after.minutes, (total: number) => `${grouped(total)} min`],
    ["Messages this week", gift.messages_sent, before.messages, after.messages, grouped],
  ] as const;
  return fields.flatMap(([name, given, was, is, words]) => {
    if (given === undefined || is === undefined) return [];
    return [{ name, value: was === undefined ? words(is) : `${grouped(was)} → ${words(is)}`, inline: true }];
  });
}

function sum(before: number | undefined, given: number | undefined): number | undefined {
  return before === undefined ? undefined : before + (given ?? 0);
}

/** A sentence when the week's total did not grow by the minutes that were given. */
function unitDoubt(
  given: number | undefined,
  before: number | undefined,
  after: number | undefined,
): string | undefined {
  if (given === undefined || before === undefined || after === undefined) return undefined;
  const grownBy = after - before;
  if (grewAsMinutes(given, grownBy)) return undefined;
  return `🟧 The week's total changed by ${grouped(grownBy)} min, not by ${grouped(given)}: the workspace may count gifts in another unit. Check it before you give more.`;
}
