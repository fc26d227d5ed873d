import { type SlashCommandStringOption, SlashCommandSubcommandBuilder } from "@discordjs/builders";
import type { ChatInputCommandInteraction } from "discord.js";
import type { NewOrder } from "../../src/api/contract/orders.ts";
import { itemLimits, parseItems } from "../../src/domain/order-items.ts";
import { UserError } from "../../src/errors.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import { grouped } from "../../src/text/numbers.ts";
import { readUserId, suggestPeople } from "../shared/user-id-option.ts";
import { createConfirmation } from "./confirm-create.ts";
import { readOrderNumber } from "./order-number.ts";
import { renderPreview } from "./render-preview.ts";

export const create = defineSubcommand({
  data: new SlashCommandSubcommandBuilder()
    .setName("create")
    .setDescription("Log an order; you see it first and confirm it")
    .addStringOption((option) =>
      option
        .setName("items")
        .setDescription("What was ordered, separated by commas: Latte, Latte, Croissant")
        .setRequired(true),
    )
    .addStringOption(person("customer", "Who ordered, by user id"))
    .addStringOption(person("submitted-by", "Who took the order, by user id"))
    .addStringOption(person("prepared-by", "Who prepares it, by user id"))
    .addStringOption(person("picked-up-by", "Who picked it up, by user id"))
    .addIntegerOption((option) =>
      option.setName("number").setDescription("The order's number; the workspace gives one when left out"),
    ),
  access: "staff",
  needs: "link",
  ack: "ephemeral",
  operations: ["createOrder"],
  suggest: {
    customer: suggestPeople,
    "submitted-by": suggestPeople,
    "prepared-by": suggestPeople,
    "picked-up-by": suggestPeople,
  },
  controls: createConfirmation.controls,
  async run(interaction, ctx) {
    const order = readOrder(interaction);
    return createConfirmation.ask(order, renderPreview(order), ctx);
  },
});

function person(name: string, description: string) {
  return (option: SlashCommandStringOption) =>
    option.setName(name).setDescription(description).setAutocomplete(true);
}

function readOrder(interaction: ChatInputCommandInteraction): NewOrder {
  return {
    items: [...readItems(interaction.options.getString("items", true))],
    customer: readUserId(interaction, "customer"),
    submitted_by: readUserId(interaction, "submitted-by"),
    prepared_by: readUserId(interaction, "prepared-by"),
    picked_up_by: readUserId(interaction, "picked-up-by"),
    order_number: readOrderNumber(interaction),
  };
}

function readItems(text: string): readonly string[] {
  const parsed = parseItems(text);
  switch (parsed.kind) {
    case "items":
      return parsed.items;
    case "none":
      throw new UserError(
        "That names no item, so nothing was sent. Write what was ordered, separated by commas, for example `Latte, Croissant`.",
      );
    case "too-many":
      throw new UserError(
        `Those are ${grouped(parsed.count)} items, and one order takes at most ${itemLimits.count}. Nothing was sent. Please split them into several orders.`,
      );
    case "too-long":
      throw new UserError(
        `Item ${parsed.position} is ${grouped(parsed.length)} characters long, and an item may have at most ${itemLimits.length}. Nothing was sent. Shorten it, or separate it with commas if it is several items.`,
      );
    default:
      return parsed satisfies never;
  }
}
