import type { ChosenOrderRule, OrderEnd } from "../../src/domain/order-status.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { embed } from "../../src/ui/embed.ts";
import { formatDuration, timestamp } from "../../src/ui/time.ts";
import { subtext } from "../../src/ui/lines.ts";
import { describeStatus } from "../../src/ui/order-text.ts";

interface RenderContext {
  readonly invoker: { readonly discordUserId: string };
  readonly now: () => number;
  readonly commandMention: (path: string) => string;
}

export function describeEndChoice(end: OrderEnd | "learned"): string {
  if (end === "learned") return "Learned from the orders seen";
  const { mark, words } = describeStatus(end);
  return `${mark} ${words}`;
}

/** Two sentences, for answers and the audit log. */
export function describeOrderRule({ endsAt, oldAfterMs }: ChosenOrderRule): string {
  const end =
    endsAt === undefined
      ? "The status at which an order is done is learned from the orders seen."
      : `An order is done at *${describeStatus(endsAt).words}*.`;
  return `${end} An open one that nothing happened to for ${formatDuration(oldAfterMs)} is old.`;
}

export function renderOrderRule(rule: ChosenOrderRule, { commandMention }: RenderContext): Reply {
  return {
    content: `${describeOrderRule(rule)} Change that with ${commandMention("settings orders")} and its options \`end\` and \`old-after\`.`,
  };
}

export function renderOrderRuleChosen(rule: ChosenOrderRule, { invoker, now }: RenderContext): Reply {
  const at = timestamp(Temporal.Instant.fromEpochMilliseconds(now()));
  return {
    embeds: [
      embed({
        title: "Order rule changed",
        tone: "done",
        description: [
          describeOrderRule(rule),
          "Boards, searches, digests and profiles go by it from now on. Old orders are counted, not listed, and never stuck.",
          subtext(`Changed by <@${invoker.discordUserId}> · ${at}`),
        ].join("\n"),
      }),
    ],
  };
}
