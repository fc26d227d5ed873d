import { SlashCommandBuilder } from "@discordjs/builders";
import { type Command, defineCommand } from "../../src/interactions/define.ts";
import { readWeek, suggestWeeks, weekOption } from "../shared/week-option.ts";
import { boardCsvButton } from "./csv-button.ts";
import { boardPageButton, showBoard } from "./page-button.ts";

export const board: Command = defineCommand({
  data: new SlashCommandBuilder()
    .setName("board")
    .setDescription("See how everybody did in a week, or does in this one")
    .addStringOption(weekOption),
  access: "manager",
  needs: "link",
  ack: "ephemeral",
  operations: [],
  suggest: { week: suggestWeeks },
  controls: [boardPageButton, boardCsvButton],
  run: async (interaction, ctx) => showBoard(await readWeek(interaction, ctx), 0, ctx),
});
