import { renderContext } from "../../src/ui/render-context.ts";
import { parseOrderRule, type OrderEnd, orderEnds, oldAfterHours } from "./status.ts";
import { UserError } from "../../src/errors.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import { recordAudit } from "../../src/interactions/audit.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { choice, integer } from "../kit/options.ts";
import {
  describeEndChoice,
  describeOrderRule,
  renderOrderRule,
  renderOrderRuleChosen,
} from "../settings/render-change.ts";

const learned = "learned";
const ends = [learned, ...orderEnds] as const;
export const endChoices = ends.map((end) => ({
  name: describeEndChoice(end),
  value: end,
}));

export const orders = defineSubcommand({
  name: "orders",
  description: "Choose when an order is done, and when an open one is old",
  options: {
    end: choice("The last status of an order (learned from recent orders by default)", endChoices),
    oldAfter: integer("Hours without a change after which an open order is old (24 by default)")
      .min(oldAfterHours.min)
      .max(oldAfterHours.max)
      .map(assertHours),
  },
  access: "admin",
  needs: "guild",
  ack: "ephemeral",
  operations: [],
  run: ({ options: { end, oldAfter } }, ctx) => chooseOrderRule(end, oldAfter, ctx),
});

/** @param end one of `endChoices` */
export function chooseOrderEnd(end: string, ctx: GuildContext): Promise<Reply> {
  return chooseOrderRule(
    ends.find((each) => each === end),
    undefined,
    ctx,
  );
}

/** Without a choice, it shows the current one. */
async function chooseOrderRule(
  end: OrderEnd | typeof learned | undefined,
  hours: number | undefined,
  ctx: GuildContext,
): Promise<Reply> {
  const { store, guildId } = ctx;
  const read = async () => parseOrderRule(await store.guildSettings.all(guildId));
  const before = await read();
  if (end === undefined && hours === undefined) return renderOrderRule(before, renderContext(ctx));
  if (end === learned) await store.guildSettings.remove(guildId, "orders-end");
  else if (end !== undefined) await store.guildSettings.set(guildId, "orders-end", end);
  if (hours !== undefined) await store.guildSettings.set(guildId, "orders-old-after", String(hours));
  const after = await read();
  const detail = { before: describeOrderRule(before), after: describeOrderRule(after) };
  if (detail.before === detail.after)
    return { content: `These are already the settings. Nothing was changed. ${detail.after}` };
  await recordAudit({ action: "settings.orders", outcome: "done", detail }, ctx);
  return renderOrderRuleChosen(after, renderContext(ctx));
}

/** @throws UserError for values Discord doesn't offer */
function assertHours(hours: number | undefined): number | undefined {
  if (hours === undefined || (hours >= oldAfterHours.min && hours <= oldAfterHours.max)) return hours;
  throw new UserError(
    `\`old-after\` must be ${oldAfterHours.min} to ${oldAfterHours.max} hours, and you typed ${hours}. Nothing was changed.`,
  );
}
