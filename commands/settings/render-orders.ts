import { receipt } from "../../src/ui/receipt.ts";
import type { RenderContext } from "../../src/ui/render-context.ts";
import type { ChosenOrderRule, OrderEnd } from "../../src/domain/order-status.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { formatDuration } from "../../src/ui/time.ts";
import { describeStatus } from "../../src/ui/order-text.ts";

export function describeEndChoice(end: OrderEnd | "learned"): string {
  if (end === "learned") return "Learned from recent orders";
  const { mark, label } = describeStatus(end);
  return `${mark} ${label}`;
}

/** Two sentences, for replies and the audit log. */
export function describeOrderRule({ endsAt, oldAfterMs }: ChosenOrderRule): string {
  const end =
    endsAt === undefined
      ? "I learn from recent orders at which status an order is done."
      : `An order is done at *${describeStatus(endsAt).label}*.`;
  return `${end} An open order without a change for ${formatDuration(oldAfterMs)} is old.`;
}

export function renderOrderRule(rule: ChosenOrderRule, { commandMention }: RenderContext): Reply {
  return {
    content: `${describeOrderRule(rule)} Change this with ${commandMention("settings orders")} and its \`end\` and \`old-after\` options.`,
  };
}

export function renderOrderRuleChosen(rule: ChosenOrderRule, ctx: RenderContext): Reply {
  return receipt(
    {
      title: "Order rule changed",
      verb: "Changed",
      lines: [
        describeOrderRule(rule),
        "Boards, searches, digests and profiles now use this rule. Old orders are counted instead of listed, and never count as stuck.",
      ],
    },
    ctx,
  );
}
