import { SlashCommandBuilder } from "@discordjs/builders";
import { type Command, defineCommand } from "../../src/interactions/define.ts";
import { exportButton } from "./export-button.ts";
import { showWeek, weekButton } from "./week-button.ts";

export const calendar: Command = defineCommand({
  data: new SlashCommandBuilder().setName("calendar").setDescription("See the workspace's week at a glance"),
  access: "staff",
  needs: "link",
  ack: "ephemeral",
  operations: ["getCalendar", "getAssignments"],
  controls: [weekButton, exportButton],
  run: async (_interaction, ctx) => showWeek(0, ctx),
});
