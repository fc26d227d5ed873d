import { SlashCommandBuilder } from "@discordjs/builders";
import { type Command, defineCommand } from "../../src/interactions/define.ts";
import { readRequiredUserId } from "../shared/user-id-option.ts";
import { assignmentsPageButton, showAssignments } from "./page-button.ts";

export const assignments: Command = defineCommand({
  data: new SlashCommandBuilder()
    .setName("assignments")
    .setDescription("See what somebody has to reach this week, and how the last weeks were marked")
    .addStringOption((option) =>
      option.setName("user").setDescription("Whose assignments, by user id").setRequired(true),
    ),
  access: "staff",
  needs: "link",
  ack: "ephemeral",
  operations: ["getAssignments"],
  controls: [assignmentsPageButton],
  run: async (interaction, ctx) => showAssignments(readRequiredUserId(interaction, "user"), 0, ctx),
});
