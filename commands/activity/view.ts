import { SlashCommandSubcommandBuilder } from "@discordjs/builders";
import { defineSubcommand } from "../../src/interactions/define.ts";
import { readRequiredUserId } from "../shared/user-id-option.ts";
import { showActivity, viewPageButton } from "./view-page.ts";

export const view = defineSubcommand({
  data: new SlashCommandSubcommandBuilder()
    .setName("view")
    .setDescription("See somebody's minutes and messages of this week, and their last 25 stays")
    .addStringOption((option) =>
      option.setName("user").setDescription("Whose activity, by user id").setRequired(true),
    ),
  access: "staff",
  needs: "link",
  ack: "ephemeral",
  operations: ["getActivity"],
  controls: [viewPageButton],
  run: async (interaction, ctx) => showActivity(readRequiredUserId(interaction, "user"), 0, ctx),
});
