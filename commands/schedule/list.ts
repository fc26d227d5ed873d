import { SlashCommandSubcommandBuilder } from "@discordjs/builders";
import { defineSubcommand } from "../../src/interactions/define.ts";
import { listPageButton, showSchedules } from "./list-page.ts";

export const list = defineSubcommand({
  data: new SlashCommandSubcommandBuilder()
    .setName("list")
    .setDescription("See all schedules, when each is due next, and how its last run went"),
  access: "manager",
  needs: "guild",
  ack: "ephemeral",
  operations: [],
  controls: [listPageButton],
  run: (_interaction, ctx) => showSchedules(0, ctx),
});
