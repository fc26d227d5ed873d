import { SlashCommandSubcommandBuilder } from "@discordjs/builders";
import type { OrderFilter } from "../../src/domain/order-filter.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import { personOption, readOptionalPerson, suggestActors } from "../shared/person-option.ts";
import { readOrderNumber } from "./order-number.ts";
import { searchFilters } from "./search-filter.ts";
import { searchPageButton, showSearch } from "./search-page.ts";
import { statusChoices } from "./words.ts";

export const search = defineSubcommand({
  data: new SlashCommandSubcommandBuilder()
    .setName("search")
    .setDescription("Find orders of the workspace, newest first")
    .addStringOption((option) =>
      option
        .setName("status")
        .setDescription("Only orders that stand like this")
        .addChoices(...statusChoices),
    )
    .addStringOption(personOption("person", "Only orders of this person, in any role"))
    .addStringOption((option) =>
      option
        .setName("item")
        .setDescription("Only orders with an item whose name has this in it")
        .setMaxLength(100),
    )
    .addIntegerOption((option) => option.setName("number").setDescription("Only the order of this number")),
  access: "staff",
  needs: "link",
  ack: "ephemeral",
  operations: ["searchOrders"],
  suggest: { person: suggestActors },
  controls: [searchPageButton],
  async run(interaction, ctx) {
    const filter: OrderFilter = {
      status: interaction.options.getString("status") ?? undefined,
      person: await readOptionalPerson(interaction, "person", ctx),
      item: interaction.options.getString("item")?.trim() || undefined,
      number: readOrderNumber(interaction),
    };
    return showSearch(filter, await searchFilters.keep(filter, ctx), 0, ctx);
  },
});
