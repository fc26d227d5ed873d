import type { ActivityTotals, Gift } from "../../src/api/contract/activity.ts";
import { type DurationUnit, grewAsMinutes } from "../../src/domain/durations.ts";
import type { Answer } from "../../src/interactions/answer.ts";
import { embed, type EmbedFieldParts } from "../../src/text/embed.ts";
import { code, inert } from "../../src/text/inert.ts";
import { grouped } from "../../src/text/numbers.ts";
import { joined, smallPrint } from "../shared/lines.ts";
import { type Names, personWords } from "../shared/people.ts";
import type { GiftDraft, GiftResult } from "./confirm-gift.ts";
import { minutesText, totalsFields } from "./words.ts";

/** The question before activity is given. */
export function renderGiftPreview(
  { userId, gift, minutes }: GiftDraft,
  names: Names,
  unit: DurationUnit | undefined,
  totals: ActivityTotals,
): Answer {
  return {
    embeds: [
      embed({
        title: "Gift this activity?",
        description: joined(
          [
            `It counts for ${personWords(userId, names)} this week, and I cannot take it back.`,
            gift.duration !== undefined && smallPrint(unitWords(gift.duration, unit)),
          ],
          "\n",
        ),
        fields: [...giftFields(gift, minutes, names), ...totalsFields(totals).map(now)],
      }),
    ],
  };
}

export function renderGiftReceipt(
  { activity, totals, names }: GiftResult,
  { userId, gift, minutes, minutesBefore }: GiftDraft,
  mention: string,
): Answer {
  const doubt = unitDoubt(minutes, minutesBefore, totals.minutes);
  return {
    embeds: [
      embed({
        tone: doubt === undefined ? "done" : "waiting",
        title: "Activity gifted",
        description: joined(
          [
            `To ${personWords(userId, names)}.`,
            doubt,
            activity._id !== undefined && smallPrint(`Id ${code(activity._id)}`),
            smallPrint(`See the week with ${mention}`),
          ],
          "\n",
        ),
        fields: [...giftFields(gift, minutes, names), ...totalsFields(totals).map(now)],
      }),
    ],
  };
}

const now = (field: EmbedFieldParts): EmbedFieldParts => ({ ...field, name: `${field.name} this week, now` });

function giftFields(
  { messages_sent: messages, game, gifted_by: giver }: Gift,
  minutes: number | undefined,
  names: Names,
) {
  const fields = [
    ["Time", minutes === undefined ? undefined : minutesText(minutes)],
    ["Messages", messages === undefined ? undefined : grouped(messages)],
    ["Game", game === undefined ? undefined : inert(game, 100)],
    ["Gifted by", giver === undefined ? undefined : personWords(giver, names)],
  ] as const;
  return fields.flatMap(([name, value]) => (value === undefined ? [] : [{ name, value, inline: true }]));
}

/** What is assumed about the number that goes out, since the service documents no unit. */
function unitWords(duration: number, unit: DurationUnit | undefined): string {
  return unit === undefined
    ? `The workspace does not say what unit it expects. I send ${grouped(duration)} and mean minutes, as in its weekly totals; the new totals will show how it was counted.`
    : `Going by this person's tracked stays, the workspace counts in ${unit}, so I send ${grouped(duration)}; the new totals will show whether that was right.`;
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
