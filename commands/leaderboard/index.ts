import { SlashCommandBuilder } from "@discordjs/builders";
import { type Command, defineCommand } from "../../src/interactions/define.ts";
import { offeredChoice } from "../shared/offered-choice.ts";
import { readWeek, suggestWeeks, weekOption } from "../shared/week-option.ts";
import { leaderboardCsvButton } from "./csv-button.ts";
import { Measure, measures } from "./measure.ts";
import { leaderboardPageButton, showLeaderboard } from "./page-button.ts";

export const leaderboard: Command = defineCommand({
  data: new SlashCommandBuilder()
    .setName("leaderboard")
    .setDescription("See who did most in a week, and your own place")
    .addStringOption((option) =>
      option
        .setName("what")
        .setDescription("What counts; minutes when left out")
        .addChoices(Measure.options.map((value) => ({ name: measures[value].choice, value }))),
    )
    .addStringOption(weekOption),
  access: "staff",
  needs: "link",
  ack: "ephemeral",
  operations: [],
  suggest: { week: suggestWeeks },
  controls: [leaderboardPageButton, leaderboardCsvButton],
  async run(interaction, ctx) {
    const what = offeredChoice("what", Measure.options, interaction.options.getString("what")) ?? "minutes";
    return showLeaderboard({ what, week: await readWeek(interaction, ctx), page: 0 }, ctx);
  },
});
