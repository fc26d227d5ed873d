import { SlashCommandSubcommandBuilder } from "@discordjs/builders";
import { chosenOrderRule, orderEnds, oldAfterHours } from "../../src/domain/order-status.ts";
import { UserError } from "../../src/errors.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import { recordAudit } from "../../src/interactions/audit.ts";
import { parseChoice } from "../kit/parse-choice.ts";
import {
  describeEndChoice,
  describeOrderRule,
  renderOrderRule,
  renderOrderRuleChosen,
} from "./render-orders.ts";

const learned = "learned";
const ends = [learned, ...orderEnds] as const;

export const orders = defineSubcommand({
  data: new SlashCommandSubcommandBuilder()
    .setName("orders")
    .setDescription("Choose when an order is done, and when an open one is old")
    .addStringOption((option) =>
      option
        .setName("end")
        .setDescription(
          "The last status of an order here; learned from the orders seen when nothing is chosen",
        )
        .addChoices(...ends.map((end) => ({ name: describeEndChoice(end), value: end }))),
    )
    .addIntegerOption((option) =>
      option
        .setName("old-after")
        .setDescription("Hours without a change after which an open order is old; 24 when nothing is chosen")
        .setMinValue(oldAfterHours.least)
        .setMaxValue(oldAfterHours.most),
    ),
  access: "admin",
  needs: "guild",
  ack: "ephemeral",
  operations: [],
  async run({ options }, ctx) {
    const { store, guildId } = ctx;
    const read = async () => chosenOrderRule(await store.guildSettings.all(guildId));
    const end = parseChoice("end", ends, options.getString("end"));
    const hours = readHours(options.getInteger("old-after"));
    const before = await read();
    if (end === undefined && hours === undefined) return renderOrderRule(before, ctx);
    if (end === learned) await store.guildSettings.remove(guildId, "orders-end");
    else if (end !== undefined) await store.guildSettings.set(guildId, "orders-end", end);
    if (hours !== undefined) await store.guildSettings.set(guildId, "orders-old-after", String(hours));
    const after = await read();
    const detail = { before: describeOrderRule(before), after: describeOrderRule(after) };
    if (detail.before === detail.after)
      return { content: `That is how it is set already. Nothing was changed. ${detail.after}` };
    await recordAudit({ action: "settings.orders", outcome: "done", detail }, ctx);
    return renderOrderRuleChosen(after, ctx);
  },
});

/** @throws UserError for what Discord would not have let anybody choose */
function readHours(hours: number | null): number | undefined {
  if (hours === null) return undefined;
  if (hours >= oldAfterHours.least && hours <= oldAfterHours.most) return hours;
  throw new UserError(
    `\`old-after\` is ${oldAfterHours.least} to ${oldAfterHours.most} hours, and you gave ${hours}. Nothing was changed.`,
  );
}
