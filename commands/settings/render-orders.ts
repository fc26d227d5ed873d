import type { ChosenOrderRule, OrderEnd } from "../../src/domain/order-life.ts";
import type { Answer } from "../../src/interactions/answer.ts";
import { embed } from "../../src/text/embed.ts";
import { durationWords, timeMark } from "../../src/text/time.ts";
import { smallPrint } from "../shared/lines.ts";
import { statusWords } from "../order/words.ts";

interface Words {
  readonly caller: { readonly discordUserId: string };
  readonly now: () => number;
  readonly commandMention: (path: string) => string;
}

export function endChoiceWords(end: OrderEnd | "learned"): string {
  if (end === "learned") return "Learned from the orders seen";
  const { mark, words } = statusWords(end);
  return `${mark} ${words}`;
}

/** Two sentences, for answers and the audit log. */
export function orderRuleWords({ endsAt, oldAfterMs }: ChosenOrderRule): string {
  const end =
    endsAt === undefined
      ? "The status at which an order is done is learned from the orders seen."
      : `An order is done at *${statusWords(endsAt).words}*.`;
  return `${end} An open one that nothing happened to for ${durationWords(oldAfterMs)} is old.`;
}

export function renderOrderRule(rule: ChosenOrderRule, { commandMention }: Words): Answer {
  return {
    content: `${orderRuleWords(rule)} Change that with ${commandMention("settings orders")} and its options \`end\` and \`old-after\`.`,
  };
}

export function renderOrderRuleChosen(rule: ChosenOrderRule, { caller, now }: Words): Answer {
  const at = timeMark(Temporal.Instant.fromEpochMilliseconds(now()));
  return {
    embeds: [
      embed({
        title: "Order rule changed",
        tone: "done",
        description: [
          orderRuleWords(rule),
          "Boards, searches, digests and profiles go by it from now on. Old orders are counted, not listed, and never stuck.",
          smallPrint(`Changed by <@${caller.discordUserId}> · ${at}`),
        ].join("\n"),
      }),
    ],
  };
}
