import { receipt } from "../../src/ui/receipt.ts";
import type { RenderContext } from "../../src/ui/render-context.ts";
import type { ChosenOrderRule, OrderEnd } from "../../src/domain/order-status.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { formatDuration } from "../../src/ui/time.ts";
import { describeStatus } from "../../src/ui/order-text.ts";

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

export function renderOrderRuleChosen(rule: ChosenOrderRule, ctx: RenderContext): Reply {
  return receipt(
    {
      title: "Order rule changed",
      verb: "Changed",
      lines: [
        describeOrderRule(rule),
        "Boards, searches, digests and profiles go by it from now on. Old orders are counted, not listed, and never stuck.",
      ],
    },
    ctx,
  );
}
