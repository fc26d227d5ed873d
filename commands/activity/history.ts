import { SlashCommandSubcommandBuilder } from "@discordjs/builders";
import { defineSubcommand } from "../../src/interactions/define.ts";
import { personOption, readPerson, suggestSelfOrPeople } from "../shared/person-option.ts";
import { historyCsvButton } from "./history-csv.ts";
import { historyPageButton, historyPageId, showHistory, usualWeeks } from "./history-page.ts";

/** What is kept. */
const mostWeeks = 104;

export const history = defineSubcommand({
  data: new SlashCommandSubcommandBuilder()
    .setName("history")
    .setDescription("See somebody's last weeks: minutes, messages, orders and how they were marked")
    .addStringOption(personOption("person", "Whose: a name, a mention or a user id; yours when left out"))
    .addIntegerOption((option) =>
      option
        .setName("weeks")
        .setDescription("How many weeks back; 12 when left out")
        .setMinValue(1)
        .setMaxValue(mostWeeks),
    ),
  access: "self-or-manager",
  needs: "link",
  ack: "ephemeral",
  operations: [],
  suggest: { person: suggestSelfOrPeople },
  controls: [historyPageButton, historyCsvButton],
  async run(interaction, ctx) {
    const weeks = interaction.options.getInteger("weeks") ?? usualWeeks;
    const which = (userId: string) => historyPageId({ userId, weeks, page: 0 });
    const userId = await readPerson(interaction, "person", ctx, which);
    return showHistory({ userId, weeks, page: 0 }, ctx);
  },
});
