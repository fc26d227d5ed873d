import { SlashCommandSubcommandBuilder } from "@discordjs/builders";
import type { ChatInputCommandInteraction } from "discord.js";
import { defineSubcommand } from "../../src/interactions/define.ts";
import { noDraft } from "../../src/interactions/keep-draft.ts";
import { personOption, suggestActors } from "../shared/person-option.ts";
import { askOrder } from "./ask-order.ts";
import { firstFormId, orderFormLook } from "./form-look.ts";
import { orderControls } from "./order-controls.ts";
import { readOrderNumber } from "./order-number.ts";
import { type OrderText, personFields } from "./order-text.ts";
import { suggestItems } from "./suggest-items.ts";

export const create = defineSubcommand({
  data: new SlashCommandSubcommandBuilder()
    .setName("create")
    .setDescription("Log an order: by a form, or by what you fill in here; you see it first and confirm it")
    .addStringOption((option) =>
      option
        .setName("items")
        .setDescription("What was ordered, separated by commas: Latte, Latte, Croissant")
        .setAutocomplete(true),
    )
    .addStringOption(personOption(personFields.customer, "Who ordered"))
    .addStringOption(personOption(personFields.submittedBy, "Who took the order; you, when left out"))
    .addStringOption(personOption(personFields.preparedBy, "Who prepares it"))
    .addStringOption(personOption(personFields.pickedUpBy, "Who picked it up"))
    .addIntegerOption((option) =>
      option.setName("number").setDescription("The order's number; the workspace gives one when left out"),
    ),
  access: "staff",
  needs: "link",
  ack: "modal-or-ephemeral",
  operations: ["createOrder", "searchOrders", "getUser"],
  suggest: {
    items: suggestItems,
    [personFields.customer]: suggestActors,
    [personFields.submittedBy]: suggestActors,
    [personFields.preparedBy]: suggestActors,
    [personFields.pickedUpBy]: suggestActors,
  },
  controls: orderControls,
  async run(interaction, ctx) {
    const text = textOf(interaction);
    const number = readOrderNumber(interaction);
    return text.items === "" && number === undefined
      ? orderFormLook(firstFormId.encode({ draftId: noDraft }), text)
      : askOrder({ text, number }, ctx);
  },
});

function textOf({ options }: ChatInputCommandInteraction): OrderText {
  const textIn = (option: string): string => options.getString(option)?.trim() ?? "";
  return {
    items: textIn("items"),
    customer: textIn(personFields.customer),
    submittedBy: textIn(personFields.submittedBy),
    preparedBy: textIn(personFields.preparedBy),
    pickedUpBy: textIn(personFields.pickedUpBy),
  };
}
